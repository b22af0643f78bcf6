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
                    "proviso plugin trust --publisher plugins/iban.so",
                    "Trust each version that the same publisher signs."
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
                help: "The public keys of publishers (*.pub); by default ~/.config/proviso/keys."
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
        Operands("plugins", .any, help: "The plugins' files, or their ids.") { $0.names.append($1) }
    }

    func run() throws {
        guard let store = PluginTrust.userFile else {
            throw UsageError("no home directory: HOME is not set, or belongs to another user")
        }
        do {
            if names.isEmpty { return try list() }
            let policy = try policy()
            for name in names { try change(name, policy, store) }
        } catch let error as PluginError {
            StandardError.error(error.description)
            throw ExitCode.failure
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
                case .publisher(let key): "each version signed with the key \(key.id)"
                }
            return "\(entry.id)  \(what), since \(entry.date) by \(entry.user)"
        }
        try StandardOutput.write(lines.isEmpty ? "no plugin is trusted\n" : lines.map { $0.visible + "\n" }.joined())
    }

    private func change(_ name: String, _ policy: PluginPolicy, _ store: String) throws {
        if remove { return try forget(name, policy, store) }
        let file = try file(named: name, policy)
        var registry = Registry()
        let plugin = try registry.find(plugin: file, policy: policy)
        let known = try PluginTrust(contentsOf: store).entries
        let subject = try subject(of: plugin)
        StandardError.lines(Self.facts(plugin, subject, known.last { $0.id == plugin.manifest.id }))
        guard try isDecided || Self.isAgreed() else {
            StandardError.line("\(file) is not trusted: it runs in a worker")
            throw ExitCode.invalid
        }
        let entry = PluginTrust.Entry(
            subject, id: plugin.manifest.id, version: plugin.manifest.version, date: Self.now, user: Self.user)
        // Of one subject the last decision counts.
        try Self.write(known.filter { $0.subject != subject || $0.id != entry.id } + [entry], to: store)
        StandardError.line("\(file) is trusted: \(plugin.manifest.id) runs in this process, with all your rights")
    }

    /// Takes trust away by id or by file.
    private func forget(_ name: String, _ policy: PluginPolicy, _ store: String) throws {
        let known = try PluginTrust(contentsOf: store).entries
        var rest = known.filter { $0.id != name }
        if rest.count == known.count {
            var registry = Registry()
            let plugin = try registry.find(plugin: try file(named: name, policy), policy: policy)
            rest = known.filter { $0.id != plugin.manifest.id }
        }
        try Self.write(rest, to: store)
        StandardError.line("\(name) is not trusted: it runs in a worker")
    }

    /// The file that a name means: the name of a file has a slash or ends with `.so`, and an id has neither.
    private func file(named name: String, _ policy: PluginPolicy) throws -> String {
        if name.hasSuffix(".so") || name.utf8.contains(UInt8(ascii: "/")) { return name }
        let found = Registry.standard.loadingPlugins(policy)
        if let plugin = found.plugins.first(where: { $0.manifest.id == name }) { return plugin.file }
        let near = Suggestion.nearest(to: name, in: found.plugins.map(\.manifest.id))
        throw UsageError(
            "expected the file of a plugin, or an id that 'proviso plugin list' shows; found '\(name)'"
                + Suggestion.hint(near))
    }

    private func subject(of plugin: LoadedPlugin) throws(PluginError) -> PluginTrust.Entry.Subject {
        guard isByPublisher else { return .contents(plugin.digest) }
        guard let signer = plugin.signer else {
            throw PluginError(
                file: plugin.file,
                reason: "has no known publisher: it is not signed by a key in ~/.config/proviso/keys or --keys; "
                    + "without --publisher this one file is trusted")
        }
        return .publisher(signer)
    }

    /// What a person must know to decide.
    private static func facts(
        _ plugin: LoadedPlugin, _ subject: PluginTrust.Entry.Subject, _ before: PluginTrust.Entry?
    ) -> String {
        let publisher = plugin.signer.map { "the owner of the key \($0.id)" }
        let types = plugin.manifest.rules.map(\.type.rawValue).joined(separator: ", ")
        return """
            \(plugin.file)
                plugin     \(plugin.manifest.id) \(plugin.manifest.version): \(types)
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
        case .publisher(let key): "versions signed with the key \(key.id) were trusted on \(entry.date)"
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
        var (time, parts) = (time(nil), tm())
        gmtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static var user: String {
        getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
    }

    private static func write(_ entries: [PluginTrust.Entry], to store: String) throws(PluginError) {
        PackageOptions.create(store.split(separator: "/").dropLast())
        do throws(SystemError) {
            try NewFile.replace(store, PluginTrust(entries).description, mode: 0o644)
        } catch {
            throw PluginError(file: store, reason: "cannot be written (\(error.reason))")
        }
    }
}
