import ArgumentParser
import Proviso

struct PluginOptions: ParsableArguments {
    @Option(help: "A directory of plugins (*.so); may be given more than once. PROVISO_PLUGINS names more.")
    var plugins: [String] = []

    @Option(
        help: """
            How plugins run: 'inproc', or 'worker' for a confined process. Those that a lock file names run in process \
            and the others in workers otherwise.
            """)
    var pluginMode: Mode?

    @Flag(help: "Run workers even where this system cannot confine them (it lacks Landlock or seccomp).")
    var unconfinedWorker = false

    /// Loads what there is; what was refused is said on standard error.
    func load() -> (registry: Registry, failed: Bool) {
        let search = Registry.standard.loading(policy)
        for error in search.errors { Messages.error(error.description) }
        return (search.registry, !search.errors.isEmpty)
    }

    enum Mode: String, ExpressibleByArgument, CaseIterable {
        case inproc, worker

        var mode: PluginMode { self == .inproc ? .inProcess : .worker }
    }

    private var policy: PluginPolicy {
        var policy = PluginPolicy(folders: plugins + PluginFolder.ofEnvironment, mode: pluginMode?.mode)
        policy.worker.mayBeUnconfined = unconfinedWorker
        return policy
    }
}
