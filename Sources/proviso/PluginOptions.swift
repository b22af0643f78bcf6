import CommandTable
import Proviso
import ProvisoBulk
import ProvisoPlugins

/// A command that loads plugins.
protocol TakesPlugins: Command {
    var plugins: PluginOptions { get set }
}

/// Which plugins are taken, and how they run.
struct PluginOptions {
    var plugins: [String] = []
    var lock: String?
    var locked = false
    var pluginKeys: String?
    var pluginMode: Mode?
    var unconfinedWorkers = false

    static func options<Taker: TakesPlugins>() -> [Option<Taker>] {
        [
            .text(
                "--plugins", value: "folder", kind: .folder, need: .repeated,
                help: "A folder of plugins (*.so), beside those that PROVISO_PLUGINS names (A:B)."
            ) { $0.plugins.plugins.append($1) },
            .text(
                "--lock", value: "file", kind: .file,
                help: "A lock file for all plugins; without it each folder's own proviso-plugins.lock counts."
            ) { $0.plugins.lock = $1 },
            .flag("--locked", help: "Refuse plugins that no lock file names.") { $0.plugins.locked = true },
            .text(
                "--plugin-keys", value: "folder", kind: .folder,
                help: "A folder of public keys (*.pub): plugins that none of them has signed are refused."
            ) { $0.plugins.pluginKeys = $1 },
            .choice(
                "--plugin-mode", value: "mode", of: Mode.self,
                help: """
                    How plugins run: 'inproc', or 'worker' for a confined process; by default those that a lock file \
                    names run in process, and the others in workers.
                    """
            ) { $0.plugins.pluginMode = $1 },
            .flag(
                "--unconfined-workers",
                help: "Run workers even where this system cannot confine them (it lacks Landlock or seccomp)."
            ) { $0.plugins.unconfinedWorkers = true },
        ]
    }

    enum Mode: String, CaseIterable {
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
