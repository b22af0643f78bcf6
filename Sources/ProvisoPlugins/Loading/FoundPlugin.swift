internal import ProvisoCore
internal import ProvisoMessages
internal import Synchronization

/// A plugin whose manifest is known, and which is loaded when a rule first needs it.
final class FoundPlugin: RuleSource {
    let file: PluginFile
    /// The mode in which it runs.
    let mode: PluginMode
    /// Whether it comes with this program.
    let isBundled: Bool
    private let limits: WorkerLimits
    private let entered = Mutex<Result<EnteredPlugin, PluginError>?>(nil)

    init(_ file: PluginFile, policy: PluginPolicy) {
        self.file = file
        let mayRunHere = file.isTrusted && !file.manifest.capabilities.isWorkerOnly
        mode = policy.mode(isTrusted: mayRunHere)
        isBundled = policy.isOfProgram
        limits = policy.worker
    }

    var isOutOfProcess: Bool { mode == .worker }

    var release: (id: String, version: String, file: String) { (manifest.id, manifest.version, file.name) }

    var manifest: PluginManifest { file.manifest }

    /// Its message catalogs; empty until it is loaded.
    var catalogs: [Catalog] {
        guard case .success(let plugin)? = entered.withLock({ $0 }) else { return [] }
        return plugin.descriptor.catalogs
    }

    /// Whether a rule has needed it.
    var isUsed: Bool { entered.withLock { $0 != nil } }

    func loadCatalogs() { _ = try? open() }

    /// Loads and starts the plugin; the first result, success or failure, is final.
    @discardableResult
    func open(_ passed: PluginSteps = noSteps) throws(PluginError) -> EnteredPlugin {
        let result = entered.withLock { entered in
            let result = entered ?? Result { () throws(PluginError) in try load(passed) }
            entered = result
            return result
        }
        return try result.get()
    }

    private func load(_ passed: PluginSteps) throws(PluginError) -> EnteredPlugin {
        try PluginError.about(file.name) { () throws(PluginFault) in
            if mode == .inProcess, manifest.capabilities.isWorkerOnly {
                throw PluginFault("runs in workers only, by its manifest (workerOnly): choose the mode 'worker'")
            }
            return try EnteredPlugin.open(file, mode, limits, passed)
        }
    }

    /// The rule types, whose checks load the plugin.
    var definitions: [RuleDefinition] {
        manifest.rules.map { rule in
            RuleDefinition(
                type: rule.type, origin: .plugin(id: manifest.id, file: file.name),
                options: rule.descriptions, codes: rule.codes, about: rule.about
            ) { (options: OptionReader) throws(OptionError) -> Check in
                // Checked before any code of the plugin runs.
                let options = try rule.object(options)
                let plugin: EnteredPlugin
                do throws(PluginError) {
                    plugin = try self.open()
                } catch {
                    throw OptionError(failure: "its plugin cannot be used: \(error)")
                }
                return try plugin.check(rule.type, options)
            }
        }
    }
}

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
