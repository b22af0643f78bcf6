/// A plugin whose entry function was called: in this process, or in a worker.
enum EnteredPlugin {
    case library(PluginLibrary)
    case worker(WorkerPlugin)

    /// Loads a file the way the policy says.
    static func open(
        _ file: PluginFile, _ policy: PluginPolicy, _ passed: PluginSteps
    ) throws(PluginFault) -> EnteredPlugin {
        switch policy.mode(isLocked: file.isLocked) {
        case .inProcess: return .library(try PluginLibrary.open(file, passed))
        case .worker:
            let plugin = try WorkerPlugin(file, limits: policy.worker)
            passed(.libraries, "loaded in a worker, with all the libraries it needs")
            return .worker(plugin)
        }
    }

    var digest: Digest {
        switch self {
        case .library(let library): library.digest
        case .worker(let plugin): plugin.digest
        }
    }

    var descriptor: PluginDescriptor {
        switch self {
        case .library(let library): library.descriptor
        case .worker(let plugin): plugin.descriptor
        }
    }

    var mode: PluginMode {
        switch self {
        case .library: .inProcess
        case .worker: .worker
        }
    }

    /// Runs the plugin's `init`; each worker does so by itself when it begins.
    func start() throws(PluginFault) {
        if case .library(let library) = self { try library.start() }
    }

    /// Its rule types, as a registry holds them.
    func definitions(file: String) -> [RuleDefinition] {
        descriptor.rules.enumerated().map { place, rule in
            RuleDefinition(
                type: rule.type, origin: .plugin(id: rule.plugin, file: file),
                options: rule.options.map(\.description), codes: rule.codes
            ) { (options: OptionReader) throws(OptionError) -> Check in
                switch self {
                case .library: Check(try PluginValidator(rule, options: options))
                case .worker(let plugin): Check(try WorkerValidator(rule, at: place, of: plugin, options: options))
                }
            }
        }
    }
}
