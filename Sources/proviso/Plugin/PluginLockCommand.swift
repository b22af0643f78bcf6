import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

struct PluginLockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Approve of the plugins in directories as they are now.",
        discussion: """
            Writes the SHA-256 of each plugin to proviso-plugins.lock in its directory, in the form of sha256sum. A \
            plugin that differs from it is refused from then on; --locked also refuses one that is not in it. Nothing \
            of a plugin is run.
            """)

    @Option(
        help: "A directory of plugins (*.so); may be given more than once. PROVISO_PLUGINS names more.",
        completion: .directory)
    var plugins: [String] = []

    @Option(
        help: "A directory of public keys (*.pub): only plugins that one of them has signed are approved of.",
        completion: .directory)
    var pluginKeys: String?

    @Option(help: "Write one lock file for all directories here instead.", completion: .file())
    var output: String?

    func run() throws {
        let folders = plugins + PluginDirectory.standard.filter { !$0.mayBeMissing }.map(\.path)
        guard !folders.isEmpty else { throw ValidationError("no directory: name one with --plugins") }
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
