import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct PluginLockCommand: Command {
    var plugins: [String] = []
    var pluginKeys: String?
    var output: String?

    static let name = "lock"
    static let summary = "Approve of the plugins in folders as they are now."

    static var page: CommandPage {
        CommandPage(
            """
            Writes the SHA-256 of each plugin to proviso-plugins.lock in its folder, in the form of sha256sum. A \
            plugin that differs from it is refused from then on; --locked also refuses one that is not in it. Nothing \
            of a plugin is run.
            """)
    }

    static var options: [Option<Self>] {
        [
            .text(
                "--plugins", value: "folder", kind: .folder, need: .repeated,
                help: "A folder of plugins (*.so), beside those that PROVISO_PLUGINS names (A:B)."
            ) { $0.plugins.append($1) },
            .text(
                "--plugin-keys", value: "folder", kind: .folder,
                help: "A folder of public keys (*.pub): only plugins that one of them has signed are approved of."
            ) { $0.pluginKeys = $1 },
            .text(
                "--output", value: "file", kind: .file, help: "Write one lock file for all folders here instead."
            ) { $0.output = $1 },
        ]
    }

    func run() throws {
        let folders = plugins + PluginDirectory.standard.filter { !$0.mayBeMissing }.map(\.path)
        guard !folders.isEmpty else { throw UsageError("no folder: name one with --plugins") }
        if let output {
            var conflicts = FileConflicts()
            // A lock file of one of the directories may be written anew.
            conflicts.reads(PluginOptions(plugins: plugins, pluginKeys: pluginKeys), withLocks: false)
            try conflicts.writes(output, as: "--output")
        }
        do {
            let policy = PluginPolicy(keys: try pluginKeys.map { try PublicKey.keys(in: $0) } ?? [])
            let locks = try folders.map { try PluginLock(approving: $0, policy: policy) }
            if let output {
                try write(PluginLock(locks.flatMap(\.entries)), to: output)
            } else {
                for (folder, lock) in zip(folders, locks) {
                    try write(lock, to: PluginDirectory(folder).prefix + PluginLock.fileName)
                }
            }
        } catch let error as PluginError {
            Messages.error(error.description)
            throw ExitCode.failure
        }
    }

    private func write(_ lock: PluginLock, to path: String) throws(PluginError) {
        let old = (try? PluginLock(contentsOf: path)) ?? PluginLock([])
        do throws(SystemError) {
            try NewFile.replace(path, lock.description, mode: 0o644)
        } catch {
            throw PluginError(file: path, reason: "cannot be written (\(error.reason))")
        }
        let count = lock.entries.count
        Messages.line("\(path): \(count) \(count == 1 ? "plugin" : "plugins")")
        for line in Self.changes(old, lock) { Messages.line("    " + line) }
    }

    /// What is other than before.
    private static func changes(_ old: PluginLock, _ new: PluginLock) -> [String] {
        let before = Set(old.entries.map(\.name))
        let now = Set(new.entries.map(\.name))
        return now.subtracting(before).sorted().map { "new: \($0)" }
            + Set(new.entries).subtracting(old.entries).map(\.name).filter(before.contains).sorted()
            .map { "changed: \($0)" } + before.subtracting(now).sorted().map { "gone: \($0)" }
    }
}
