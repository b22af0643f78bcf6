import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct PluginTrustCommand: Command {
    var plugins: [String] = []
    var keys: String?
    var remove = false
    var isByPublisher = false
    var isDecided = false
    var names: [String] = []

    static let name = "trust"
    static let summary = "Let plugins run in this process, with all your rights."

    static var page: CommandPage {
        CommandPage(
            """
            Shows who made a plugin, what it may do and what changed since it was trusted before, waits for a yes, and writes the \
            decision to ~/.config/proviso/trust ($XDG_CONFIG_HOME/proviso/trust; for root /etc/proviso/trust, which is \
            for all users). No file in a project or beside the plugins can give this right. A plugin that is not trusted, or was \
            changed since, runs in a confined worker. Trust only code that you would run as a program of your own. \
            Without plugins, the decisions so far are listed. No code of a plugin is run.
            """,
            examples: [
                (
                    "proviso plugin trust --publisher org.example.isbn",
                    "Trust each version of a plugin that the same publisher signs."
                ),
                ("proviso plugin trust --remove plugins/iban.so", "Run it in a worker again."),
            ],
            statuses: [
                ("0", "done"), ("1", "you said no"), ("2", "usage, or no such plugin"), ("3", "a plugin was refused"),
            ])
    }

    static var options: [Option<Self>] {
        [
            .text(
                "--plugins", value: "directory", kind: .directory, need: .repeated,
                help: "A directory to search for ids, in addition to those in PROVISO_PLUGINS (A:B)."
            ) { $0.plugins.append($1) },
            .text(
                "--keys", value: "directory", kind: .directory,
                help: "The public keys of publishers (*.pub); by default \(PackageOptions.keyPlace)."
            ) { $0.keys = $1 },
            .flag(
                "--publisher",
                help: "Trust each version of the plugin that its publisher signs, not only this file."
            ) { $0.isByPublisher = true },
            .flag("--remove", help: "Take the trust away.") { $0.remove = true },
            .flag("--yes", help: "Do not wait for a yes.") { $0.isDecided = true },
        ]
    }

    static var operands: Operands<Self>? {
        Operands("plugins", .any, kind: PackageOptions.idsOrFiles, help: "The plugins' files, or their ids.") {
            $0.names.append($1)
        }
    }

    func run() throws {
        if !names.isEmpty { try PackageOptions.refuseProject() }
        guard let store = PluginTrust.userFile else {
            throw UsageError("no home directory: HOME is not set, belongs to another user, or is in the project")
        }
        do {
            if names.isEmpty { return try list() }
            let policy = try policy()
            for name in names { try change(name, policy, store) }
        } catch let error as PluginError {
            throw ExitCode.failure.because(error.description)
        }
    }

    private func policy() throws -> PluginPolicy {
        var policy = PluginPolicy(directories: plugins, includingStandardDirectories: true, trust: PluginTrust([]))
        policy.knownKeys = try keys.map { try PublicKey.keys(in: $0) } ?? PublicKey.ofUser
        return policy
    }

    private func list() throws {
        let entries = try PluginTrust.ofUser().entries
        let lines = entries.map { entry in
            let what =
                switch entry.subject {
                case .contents(let digest): "\(entry.version), SHA-256 \(digest)"
                case .publisher(let key): "each version signed with the key \(key.shown)"
                }
            return "\(entry.id)  \(what), since \(entry.date) by \(entry.user)"
        }
        try StandardOutput.write(lines.isEmpty ? "no plugin is trusted\n" : lines.map { $0.visible + "\n" }.joined())
    }

    private func change(_ name: String, _ policy: PluginPolicy, _ store: String) throws {
        if remove { return try forget(name, policy, store) }
        let file = try PluginOptions.file(named: name, policy)
        var registry = Registry()
        let plugin = try registry.find(plugin: file, policy: policy)
        let known = try PluginTrust(contentsOf: store).entries
        let subject = try subject(of: plugin)
        StandardError.lines(Self.facts(plugin, subject, known.last { $0.id == plugin.manifest.id }))
        guard try isDecided || Self.isAgreed() else {
            let decided = PluginTrust(known).decision(on: plugin.digest, plugin.manifest.id, signedBy: plugin.signer)
            StandardError.line(
                decided == nil
                    ? "\(file) is not trusted: it runs in a worker"
                    : "\(file) stays trusted, as was decided on \(decided?.date ?? ""): --remove takes that back")
            throw ExitCode.invalid
        }
        let entry = PluginTrust.Entry(
            subject, id: plugin.manifest.id, version: plugin.manifest.version, date: Self.now, user: Self.user)
        // Of one subject the last decision counts.
        try Self.edit(store) { known in known.filter { $0.subject != subject || $0.id != entry.id } + [entry] }
        StandardError.line("\(file) is trusted: \(plugin.manifest.id) runs in this process, with all your rights")
    }

    /// Takes trust away by id or by file.
    private func forget(_ name: String, _ policy: PluginPolicy, _ store: String) throws {
        var id = name
        if try !PluginTrust(contentsOf: store).entries.contains(where: { $0.id == name }) {
            var registry = Registry()
            id = try registry.find(plugin: try PluginOptions.file(named: name, policy), policy: policy).manifest.id
        }
        try Self.edit(store) { known in known.filter { $0.id != id } }
        StandardError.line("\(name) is not trusted: it runs in a worker")
    }

    private func subject(of plugin: LoadedPlugin) throws -> PluginTrust.Entry.Subject {
        guard isByPublisher else { return .contents(plugin.digest) }
        guard let signer = plugin.signer else {
            throw PluginError(
                file: plugin.file,
                reason: "has no known publisher: it is not signed by a key in ~/.config/proviso/keys or --keys; "
                    + "without --publisher this one file is trusted")
        }
        // A key is its publisher's for the ids of its file's name only, as for `plugin install`.
        let ring = KeyRing(try keys ?? PackageOptions.keys())
        guard try ring.keys(for: plugin.manifest.id).contains(signer) else {
            throw PluginError(
                file: plugin.file,
                reason: "is signed with the key \(signer.shown), which is in \(ring.path) for other ids than "
                    + "\(plugin.manifest.id): name the file of the key as an id of its publisher begins, or trust this one "
                    + "file without --publisher")
        }
        return .publisher(signer)
    }

    /// What a person must know to decide.
    private static func facts(
        _ plugin: LoadedPlugin, _ subject: PluginTrust.Entry.Subject, _ before: PluginTrust.Entry?
    ) -> String {
        let publisher = plugin.signer.map { "the owner of the key \($0.shown)" }
        let types = plugin.manifest.rules.map(\.type.rawValue).joined(separator: ", ")
        return """
            \(plugin.file.visible)
                plugin     \(plugin.manifest.id.visible) \(plugin.manifest.version.visible): \(types.visible)
                publisher  \(publisher ?? "unknown: it is not signed with a key that you have")
                SHA-256    \(plugin.digest)
                before     \(before.map { earlier($0, plugin) } ?? "nothing of this id was trusted before")
                rights     all that \(user) has: it may read and change files, use the network and start programs
                for        \(subject == .contents(plugin.digest) ? "this file alone" : "each version with this id and this publisher's signature")
            """
    }

    /// What was trusted before, beside what would be now.
    private static func earlier(_ entry: PluginTrust.Entry, _ plugin: LoadedPlugin) -> String {
        switch entry.subject {
        case .contents(plugin.digest): "this file was trusted on \(entry.date) by \(entry.user)"
        case .contents(let digest):
            "version \(entry.version) was trusted on \(entry.date) by \(entry.user); its SHA-256 is \(digest)"
        case .publisher(let key): "versions signed with the key \(key.shown) were trusted on \(entry.date)"
        }
    }

    private static func isAgreed() throws -> Bool {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
            throw UsageError("expected an answer on a terminal, and there is none: --yes is one")
        }
        StandardError.line("Let it run with all these rights? Type yes or no.")
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }

    private static var now: String {
        Instant(seconds: ValidationClock.system.now, nanoseconds: 0).text(fractionDigits: 0)
    }

    private static var user: String {
        getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
    }

    /// Changes the decisions, one program at a time; one that is made meanwhile stays.
    private static func edit(
        _ store: String, _ change: ([PluginTrust.Entry]) -> [PluginTrust.Entry]
    ) throws(PluginError) {
        let parts = store.split(separator: "/")
        let directory = "/" + parts.dropLast().joined(separator: "/")
        PackageOptions.create(parts.dropLast())
        try PluginError.about(store) { () throws(PluginFault) in
            let lock = try DirectoryLock(directory)
            let entries: [PluginTrust.Entry] = try known(store)
            try lock.replace(String(parts.last ?? ""), Array(PluginTrust(change(entries)).description.utf8))
            lock.settle()
        }
    }

    private static func known(_ store: String) throws(PluginFault) -> [PluginTrust.Entry] {
        do throws(PluginError) {
            return try PluginTrust(contentsOf: store).entries
        } catch {
            throw PluginFault(error.reason)
        }
    }
}
