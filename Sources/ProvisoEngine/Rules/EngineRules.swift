internal import Proviso
internal import ProvisoBulk
internal import ProvisoPlugins
internal import Synchronization

/// A rule set that a caller has opened: its rules can be read again while others validate.
final class EngineRules: HandledObject, @unchecked Sendable {
    private struct State {
        var generation: Generation
        var origin: RuleOrigin
    }

    private let state: Mutex<State>
    /// Held while rules are read again, so that the last call wins.
    private let reloading = Mutex(())
    private let base: RuleBase

    init(_ origin: RuleOrigin, _ base: RuleBase) throws(EngineFault) {
        self.base = base
        state = Mutex(State(generation: try base.generation(1, origin.read()), origin: origin))
    }

    var current: Generation { state.withLock { $0.generation } }

    /// Reads the rules again; `text` is the new content of rules that were opened as text.
    func reload(_ text: String?) throws(EngineFault) {
        let result = reloading.withLock { _ in
            Result { () throws(EngineFault) in
                var (generation, origin) = state.withLock { ($0.generation, $0.origin) }
                if let text {
                    guard case .text(var rules) = origin else {
                        throw .argument("text: expected null: these rules come from a file, which is read again")
                    }
                    rules.content = text
                    origin = .text(rules)
                }
                generation = try base.generation(generation.number + 1, origin.read())
                state.withLock { $0 = State(generation: generation, origin: origin) }
            }
        }
        try result.get()
    }

    /// What the rules are, as JSON.
    var description: String {
        let generation = current
        let plan = generation.plan
        var writer = JSONWriter()
        writer.object {
            $0.member("generation", generation.number)
            $0.member("files", plan.ruleSet.files)
            $0.member("scenarios", plan.scenarios)
            $0.member("attributes", plan.attributeNames)
            $0.member("warnings", base.warnings + plan.warnings.map { $0.text(kind: "warning: ") })
            $0.member("needsAllRecords", plan.comparesRecords || !plan.dataset.isEmpty)
            $0.member("plugins", plan.registry.usedPlugins.map(\.manifest.id))
        }
        return writer.text
    }
}

/// What all generations of a rule set have in common: plugins, collections and limits.
struct RuleBase: Sendable {
    let registry: Registry
    /// Files of records by name, for `exist` and `unique`.
    let collections: [String: String]
    let memory: Int?
    let warnings: [String]

    /// Takes the options of an opening, and loads the plugins.
    init(_ options: inout CallOptions) throws(EngineFault) {
        collections = try options.textsByName("collections") ?? [:]
        memory = try options.number("memory", in: (8 << 20)...(1 << 46))
        let directories = try options.texts("plugins") ?? []
        var policy = PluginPolicy(
            directories: directories, includingStandardDirectories: try options.flag("standardPlugins") ?? true,
            isLocked: try options.flag("locked") ?? false, mode: try options.choice("pluginMode", PluginMode.self))
        do throws(PluginError) {
            policy.revoked = try .ofUser()
        } catch {
            throw .plugin(error.description)
        }
        let found = Registry.withSchemas.loadingPlugins(policy)
        if let named = found.errors.first(where: { !found.errorsInStandardDirectories.contains($0) }) {
            throw .plugin(named.description)
        }
        warnings = found.errors.map(\.description) + found.notices
        registry = found.registry
    }

    func generation(_ number: Int, _ ruleSet: RuleSet) throws(EngineFault) -> Generation {
        var registry = registry
        registry.services.comparesRecords = true
        let store = collections.isEmpty ? nil : FileStore(collections, memoryLimit: tableMemory)
        if let store { registry.services.store = store }
        let generation: Generation
        do throws(RuleSetError) {
            generation = Generation(number: number, plan: try Plan(ruleSet, registry: registry))
        } catch {
            throw .rules(error)
        }
        guard let store else { return generation }
        // The tables are the same for all scenarios.
        do throws(FileStore.Fault) {
            for scenario in generation.plan.scenarios {
                if let steps = try? generation.plan.stepList(scenario) { _ = try store.load(for: steps) }
            }
        } catch {
            throw .unreadable(error.reasons.map(\.description).joined(separator: "\n"))
        }
        return generation
    }

    private var tableMemory: Int {
        var settings = Run.Settings()
        settings.memory = memory
        return settings.tableMemory
    }
}
