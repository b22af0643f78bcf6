import ArgumentParser
import Proviso
import ProvisoBulk

struct PluginArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A directory of plugins (*.so); may be given more than once. PROVISO_PLUGINS names more (A:B).",
            valueName: "folder"), completion: .directory)
    var plugins: [String] = []

    @Option(
        help: ArgumentHelp(
            "A lock file for all plugins; without it each directory's own proviso-plugins.lock counts.",
            valueName: "file"), completion: .file())
    var lock: String?

    @Flag(help: "Refuse plugins that no lock file names.")
    var locked = false

    @Option(
        help: ArgumentHelp(
            "A directory of public keys (*.pub): plugins that none of them has signed are refused.",
            valueName: "folder"), completion: .directory)
    var pluginKeys: String?

    @Option(
        help: """
            How plugins run: 'inproc', or 'worker' for a confined process. Else those that a lock file names run in \
            process, and the others in workers.
            """, completion: .list(PluginOptions.Mode.allCases.map(\.rawValue)))
    var pluginMode: PluginOptions.Mode?

    @Flag(help: "Run workers even where this system cannot confine them (it lacks Landlock or seccomp).")
    var unconfinedWorkers = false

    var options: PluginOptions {
        PluginOptions(
            plugins: plugins, lock: lock, locked: locked, pluginKeys: pluginKeys, pluginMode: pluginMode,
            unconfinedWorkers: unconfinedWorkers)
    }
}

/// Which plugins are taken, and how they run.
struct PluginOptions {
    var plugins: [String] = []
    var lock: String?
    var locked = false
    var pluginKeys: String?
    var pluginMode: Mode?
    var unconfinedWorkers = false

    enum Mode: String, ExpressibleByArgument, CaseIterable {
        case inproc, worker

        var mode: PluginMode { self == .inproc ? .inProcess : .worker }
    }

    /// Which plugins are taken; what is wrong with the lock or the keys ends the tool.
    func policy() throws -> PluginPolicy {
        do {
            var policy = PluginPolicy(
                folders: plugins, andStandard: true, lock: try lock.map { try PluginLock(contentsOf: $0) },
                isLocked: locked,
                keys: try pluginKeys.map { try PublicKey.keys(in: $0) } ?? [], mode: pluginMode?.mode)
            policy.worker.mayBeUnconfined = unconfinedWorkers
            return policy
        } catch let error as PluginError {
            Messages.error(error.description)
            throw ExitCode.usage
        }
    }

    /// Loads what there is; what was refused is said on standard error.
    func load() throws -> (registry: Registry, plugins: [LoadedPlugin], failed: Bool) {
        let search = Registry.standard.loading(try policy())
        for error in search.errors { Messages.error(error.description) }
        return (search.registry, search.plugins, !search.errors.isEmpty)
    }
}
