import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct PluginTrustCommand: Command {
    var plugins: [String] = []
    var pluginKeys: String?
    var remove = false
    var names: [String] = []

    static let name = "trust"
    static let summary = "Let plugins run in this process, with all your rights."

    static var page: CommandPage {
        CommandPage(
            """
            Writes the SHA-256 of each plugin to proviso-plugins.trust in its directory. A plugin that is not trusted, or \
            was changed since, runs in a confined worker. Trust only code that you would run as a program of your own. \
            No code of a plugin is run.
            """,
            examples: [
                ("proviso plugin trust --plugins plugins org.example.iban", "Trust a plugin by its id."),
                ("proviso plugin trust --remove plugins/iban.so", "Run it in a worker again."),
            ],
            statuses: [("0", "done"), ("2", "usage, or no such plugin"), ("3", "a plugin was refused")])
    }

    static var options: [Option<Self>] {
        [
            .text(
                "--plugins", value: "directory", kind: .directory, need: .repeated,
                help: "A directory to search for ids, in addition to those in PROVISO_PLUGINS (A:B)."
            ) { $0.plugins.append($1) },
            .text(
                "--plugin-keys", value: "directory", kind: .directory,
                help: "A directory of public keys (*.pub): plugins without a signature by one of them are refused."
            ) { $0.pluginKeys = $1 },
            .flag("--remove", help: "Take the trust away.") { $0.remove = true },
        ]
    }

    static var operands: Operands<Self>? {
        Operands("plugins", .atLeastOne, help: "The plugins' files, or their ids.") { $0.names.append($1) }
    }

    func run() throws {
        do {
            let policy = PluginPolicy(
                directories: plugins, includingStandardDirectories: true,
                keys: try pluginKeys.map { try PublicKey.keys(in: $0) } ?? [])
            for file in try names.map({ try file(named: $0, policy) }) { try change(file, policy) }
        } catch let error as PluginError {
            StandardError.error(error.description)
            throw ExitCode.failure
        }
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

    private func change(_ file: String, _ policy: PluginPolicy) throws(PluginError) {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false)
        let name = String(parts.last ?? "")
        let directory = parts.count > 1 ? parts.dropLast().joined(separator: "/") + "/" : ""
        let path = directory + PluginTrust.fileName
        var entries = try Self.entries(of: path).filter { $0.name != name }
        if remove {
            try Self.write(entries, to: path)
            return StandardError.line("\(file) is not trusted: it runs in a worker")
        }
        var registry = Registry()
        let plugin = try registry.find(plugin: file, policy: policy)
        entries.append(PluginLock.Entry(name: name, digest: plugin.digest))
        try Self.write(entries, to: path)
        StandardError.line("\(file) is trusted: \(plugin.manifest.id) runs in this process, with all your rights")
    }

    private static func entries(of path: String) throws(PluginError) -> [PluginLock.Entry] {
        access(path, F_OK) == 0 ? try PluginTrust(contentsOf: path).entries : []
    }

    private static func write(_ entries: [PluginLock.Entry], to path: String) throws(PluginError) {
        do throws(SystemError) {
            try NewFile.replace(path, PluginTrust(entries).description, mode: 0o644)
        } catch {
            throw PluginError(file: path, reason: "cannot be written (\(error.reason))")
        }
    }
}
