import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct PluginLockCommand: TakesPlugins {
    var plugins = PluginOptions()
    var output: String?

    static let name = "lock"
    static let summary = "Write a lock file with the checksums of the plugins in each directory."

    static var page: CommandPage {
        CommandPage(
            """
            Writes the SHA-256 of each plugin to proviso-plugins.lock in its directory, in the format of sha256sum. \
            A plugin that differs from its checksum is then refused; --locked also refuses plugins without one. A lock \
            gives no rights: 'proviso plugin trust' does. No code of a plugin is run.
            """,
            examples: [
                ("proviso plugin lock --plugins plugins", "Write plugins/proviso-plugins.lock."),
                (
                    "proviso plugin lock --plugins plugins --plugin-keys keys",
                    "Record only plugins with valid signatures."
                ),
            ])
    }

    static var options: [Option<Self>] {
        [
            PluginOptions.directories(), PluginOptions.keys(),
            .text(
                "--output", value: "file", kind: .file,
                help: "Write one lock file for all directories to this file instead."
            ) { $0.output = $1 },
        ]
    }

    func run() throws {
        let directories = plugins.plugins + PluginDirectory.standard.filter { !$0.mayBeMissing }.map(\.path)
        guard !directories.isEmpty else {
            throw UsageError("no directory: name that of the plugins, such as --plugins .")
        }
        if let output {
            var conflicts = FileConflicts()
            // The output can replace the lock file of one of the directories.
            conflicts.reads(plugins, withLocks: false)
            try conflicts.writes(output, as: "--output")
        }
        // A missing directory, and one without keys, is a mistake in the command line, as for all commands.
        let policy = PluginPolicy(keys: try plugins.policy().keys)
        do {
            let locks = try directories.map { try PluginLock(approving: $0, policy: policy) }
            if let output {
                try write(PluginLock(locks.flatMap(\.entries)), to: output)
            } else {
                for (directory, lock) in zip(directories, locks) {
                    try write(lock, to: PluginDirectory(directory).prefix + PluginLock.fileName)
                }
            }
        } catch let error as PluginError {
            throw ExitCode.failure.because(error.description)
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
        StandardError.line("\(path): \(count) \(count == 1 ? "plugin" : "plugins")")
        for line in Self.changes(old, lock) { StandardError.line("    " + line) }
    }

    /// The differences between two lock files.
    private static func changes(_ old: PluginLock, _ new: PluginLock) -> [String] {
        let before = Set(old.entries.map(\.name))
        let now = Set(new.entries.map(\.name))
        return now.subtracting(before).sorted().map { "new: \($0)" }
            + Set(new.entries).subtracting(old.entries).map(\.name).filter(before.contains).sorted()
            .map { "changed: \($0)" } + before.subtracting(now).sorted().map { "gone: \($0)" }
    }
}
