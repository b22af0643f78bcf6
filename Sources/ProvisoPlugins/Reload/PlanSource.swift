public import ProvisoCore
public import ProvisoMessages
internal import ProvisoRuleFiles
internal import Synchronization

/// A plan as it was in service for a while: made of one state of the rule file and of the plugins.
public final class PlanGeneration: Sendable {
    /// Counts from 1.
    public let number: Int
    /// The plan; one whose rules have to be awaited throws when it is to validate, use `asyncPlan`.
    public let plan: Plan
    /// The plan for rules whose answers have to be awaited, nil where the source was made without `allowsAsync`.
    public let asyncPlan: AsyncPlan?
    public let plugins: [LoadedPlugin]

    init(number: Int, plan: Plan, isAsync: Bool, plugins: [LoadedPlugin]) {
        self.number = number
        self.plan = plan
        asyncPlan = isAsync ? AsyncPlan(waiting: plan) : nil
        self.plugins = plugins
    }
}

/// What came of looking at the files again.
public struct PlanReload: Sendable {
    /// What is in service now.
    public let generation: PlanGeneration
    /// Whether that is new.
    public let isNew: Bool
    /// Why files are not in service as they are now: what they were before stays, if that could be used.
    public let warnings: [String]
}

/// A rule file and folders of plugins whose plan can be renewed while validations go on.
///
/// A new generation is made whole beside the one in service and then takes its place; one that cannot be made changes
/// nothing. Plugins are never unloaded: each version of one that runs in this process costs its memory until the process
/// ends, a small C plugin some 20 to 40 KB besides a copy of its file, and an open file. So only so many are taken.
public final class PlanSource: Sendable {
    /// The rule file.
    public let rules: String
    public let policy: PluginPolicy
    /// How many different files of plugins that run in this process are taken; later ones leave the old in service.
    public let maximumVersions: Int
    /// Whether rules may ask what is answered later.
    public let allowsAsync: Bool
    private let registry: Registry
    private let catalogs: Catalogs
    private let state: Mutex<State>
    /// The number of the generation in service, for readers that ask before every validation.
    private let number: Atomic<Int>
    private let reloading = Mutex(())

    private struct State {
        var generation: PlanGeneration
        var search: PluginSearch
        var text: [UInt8]
        var warnings: [String]
        /// The files of plugins that were taken so far, those that run in this process.
        var versions: Set<Digest>
    }

    /// Makes the first generation; plugins that are refused are told of in `warnings`.
    ///
    /// With `allowsAsync` the rule file may hold rules whose answers have to be awaited, as for an `AsyncPlan`.
    public init(
        rules: String, policy: PluginPolicy = PluginPolicy(), registry: Registry = .standard,
        catalogs: Catalogs = .embedded, maximumVersions: Int = 256, allowsAsync: Bool = false
    ) throws(RuleSetError) {
        self.allowsAsync = allowsAsync
        self.maximumVersions = maximumVersions
        self.rules = rules
        self.policy = policy
        self.registry = registry
        self.catalogs = catalogs
        let text = try Self.read(rules)
        let search = registry.loading(policy)
        let plan = try Self.plan(text, rules, search, catalogs, isAsync: allowsAsync)
        let generation = PlanGeneration(number: 1, plan: plan, isAsync: allowsAsync, plugins: search.plugins)
        number = Atomic(1)
        state = Mutex(
            State(
                generation: generation, search: search, text: text, warnings: search.errors.map(\.description),
                versions: Self.versions(search)))
    }

    /// The generation in service.
    ///
    /// Takes a lock for a moment; a `PlanReader` does without.
    public var current: PlanGeneration { state.withLock { $0.generation } }

    /// Why files are not in service as they were last seen.
    public var warnings: [String] { state.withLock { $0.warnings } }

    /// How many different files of plugins this source has taken that run in this process, where they stay.
    public var versionCount: Int { state.withLock { $0.versions.count } }

    /// Whether a generation is the one in service: one atomic load.
    func isCurrent(_ generation: PlanGeneration) -> Bool {
        number.load(ordering: .acquiring) == generation.number
    }

    /// Looks at the files again, and puts a new generation in service if they changed and are in order.
    ///
    /// Validations that run finish on the generation they began with.
    @discardableResult
    public func reload() -> PlanReload { reload(leaving: []) }

    /// `unsettled` files are being written: they count as they were before.
    func reload(leaving unsettled: Set<String>) -> PlanReload {
        reloading.withLock { _ in
            let old = state.withLock { $0 }
            var warnings: [String] = []
            do throws(RuleSetError) {
                let text = unsettled.contains(rules) ? old.text : try Self.read(rules)
                let found = registry.loading(policy, instead: old.search, leaving: unsettled)
                warnings = found.errors.map(\.description)
                let versions = old.versions.union(Self.versions(found))
                let isFull = versions.count > max(maximumVersions, old.versions.count)
                if isFull { warnings.append(Self.full(old.versions.count)) }
                let search = isFull ? old.search : found
                if !isFull { state.withLock { $0.versions = versions } }
                if text != old.text || search.plugins != old.search.plugins {
                    let plan = try Self.plan(text, rules, search, catalogs, isAsync: allowsAsync)
                    let generation = PlanGeneration(
                        number: old.generation.number + 1, plan: plan, isAsync: allowsAsync, plugins: search.plugins)
                    state.withLock {
                        ($0.generation, $0.search, $0.text, $0.warnings) = (generation, search, text, warnings)
                    }
                    number.store(generation.number, ordering: .releasing)
                    return PlanReload(generation: generation, isNew: true, warnings: warnings)
                }
            } catch {
                warnings += error.diagnostics.map { $0.text(kind: "") }
            }
            state.withLock { $0.warnings = warnings }
            return PlanReload(generation: old.generation, isNew: false, warnings: warnings)
        }
    }

    private static func versions(_ search: PluginSearch) -> Set<Digest> {
        Set(search.plugins.filter { $0.mode == .inProcess }.map(\.digest))
    }

    private static func full(_ count: Int) -> String {
        "\(count) versions of plugins are in this process, which keeps them all: start it anew to take another"
    }

    private static func read(_ path: String) throws(RuleSetError) -> [UInt8] {
        do throws(SystemError) {
            return try SmallFile.read(path, limit: RuleNode.maximumBytes)
        } catch {
            throw RuleSetError(reason: "cannot read \(path): \(error.reason)")
        }
    }

    private static func plan(
        _ bytes: [UInt8], _ path: String, _ search: PluginSearch, _ catalogs: Catalogs, isAsync: Bool
    ) throws(RuleSetError) -> Plan {
        let ruleSet = try RuleSet(bytes, file: path)
        return try Plan(
            ruleSet, registry: search.registry, attributes: ruleSet.attributes, scopes: [], catalogs: catalogs,
            isAsync: isAsync)
    }
}
