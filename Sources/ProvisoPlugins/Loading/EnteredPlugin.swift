internal import ProvisoCore

/// A plugin whose entry function was called, in this process or in a worker.
enum EnteredPlugin: Sendable {
    case library(PluginLibrary)
    case worker(WorkerPlugin)
    case module(WasmModule)

    /// Loads a file and runs its `init`.
    static func open(
        _ file: PluginFile, _ mode: PluginMode, _ limits: WorkerLimits, _ passed: PluginSteps
    ) throws(PluginFault) -> EnteredPlugin {
        let plugin: EnteredPlugin
        if file.isModule, file.manifest.capabilities.threads {
            throw PluginFault("requests threads in its manifest, which a WebAssembly module cannot start")
        }
        switch mode {
        case .inProcess where file.isModule:
            plugin = .module(try WasmModule.open(file, limits))
            passed(.libraries, "compiled; a module needs no libraries")
        case .inProcess:
            plugin = .library(
                try PluginLibrary.open(file) { passed(.libraries, "loaded, with all the libraries it needs") })
        case .worker:
            plugin = .worker(
                try WorkerPlugin(file, limits: limits) {
                    passed(.libraries, "loaded in a worker, with all the libraries it needs")
                })
        }
        passed(.interface, "what runs is what its manifest says")
        switch plugin {
        case .library(let library): try library.start()
        case .worker(let worker): try worker.start()
        // Its `init` has run already: it belongs to making an instance.
        case .module: break
        }
        passed(.start, "initialized")
        return plugin
    }

    var descriptor: PluginDescriptor {
        switch self {
        case .library(let library): library.descriptor
        case .worker(let plugin): plugin.descriptor
        case .module(let module): module.descriptor
        }
    }

    /// Creates a check of one of its rule types.
    func check(_ type: RuleType, _ options: AnyValue) throws(OptionError) -> Check {
        guard let rule = descriptor.rules.first(where: { $0.type == type }) else {
            throw OptionError(failure: "its plugin no longer has the rule type '\(type)'")
        }
        return switch self {
        case .library, .module: Check(try PluginValidator(rule, options: options))
        case .worker(let plugin): Check(try WorkerValidator(rule, of: plugin, options: options))
        }
    }
}
