import ArgumentParser
import Proviso

struct PluginOptions: ParsableArguments {
    @Option(help: "A directory of plugins (*.so); may be given more than once. PROVISO_PLUGINS names more (A:B).")
    var plugins: [String] = []

    /// Loads what there is; what was refused is said on standard error.
    func load() -> (registry: Registry, failed: Bool) {
        let search = Registry.standard.loading(pluginsIn: plugins)
        for error in search.errors { Messages.error(error.description) }
        return (search.registry, !search.errors.isEmpty)
    }
}
