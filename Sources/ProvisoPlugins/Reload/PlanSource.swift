public import ProvisoCore
public import ProvisoMessages
internal import Synchronization

/// A plan made from one state of the rule file and the plugins, together with that state.
public final class PlanGeneration: Sendable {
    /// The number of the generation, from 1.
    public let number: Int
    /// The plan; if it has async rules, its validation throws: use `asyncPlan`.
    public let plan: Plan
    /// The plan with async rules; `nil` if the source was created without `allowsAsync`.
    public let asyncPlan: AsyncPlan?
    /// The plugins whose rule types the plan may use.
    public let plugins: [LoadedPlugin]
    /// The SHA-256 of the rule file, of the files that it includes, of its variables and of the plugins.
    ///
    /// It is the same wherever the files are, and on every machine: a name for the version of the rules.
    public let digest: ContentDigest

    init(number: Int, plan: Plan, isAsync: Bool, plugins: [LoadedPlugin], file: RulesAsRead) {
        digest = file.digest(with: plugins)
        self.number = number
        self.plan = plan
        asyncPlan = isAsync ? AsyncPlan(waiting: plan) : nil
        self.plugins = plugins
    }
}

/// The result of a reload.
public struct PlanReload: Sendable {
    /// The generation that is now in use.
    public let generation: PlanGeneration
    /// Whether that generation is new.
    public let isNew: Bool
    /// The reasons why changed files are not in use; their earlier contents stay in use, if they were valid.
    public let warnings: [String]
}

/// A rule file and directories of plugins whose plan can be reloaded while validations run.
///
/// A new generation is built completely before it replaces the current one; if it cannot be built, nothing changes.
/// A candidate can be tried beside the rules in force with `beginShadow`, promoted, and rolled back.
/// Plugins are never unloaded: each version of a plugin that runs in this process keeps its memory until the process
/// ends (for a small C plugin 20 to 40 KB, a copy of its file, and an open file). Therefore the number of versions is
/// limited.
public final class PlanSource: Sendable {
    /// The path of the rule file.
    public let rules: String
    /// The policy by which plugins are found and accepted.
    public let policy: PluginPolicy
    /// The maximum number of different plugin files that run in this process; later versions leave the old one in use.
    public let maximumVersions: Int
    /// Whether the rule file may contain async rules.
    public let allowsAsync: Bool
    /// The values of the rule file's variables.
    public let variables: [String: AnyValue]
    /// The directory that included files must be in; `nil` for that of the rule file.
    public let includeRoot: String?
    let registry: Registry
    let catalogs: Catalogs
    let state: Mutex<State>
    /// The number of changes to the generation or its shadow, which readers check before every validation.
    let changes = Atomic(1)
    let reloading = Mutex(())
    /// What to call when another rule file is in force, by number.
    let listeners = Mutex<[Int: @Sendable () -> Void]>([:])

    struct State {
        var generation: PlanGeneration
        var search: PluginLoadResult
        /// The rule file in force.
        var file: RulesAsRead
        var warnings: [String]
        /// The plugin files that have run in this process so far.
        var versions: Set<ContentDigest>
        var changes = 1
        var shadow: PlanShadow?
        /// What was in force before the last promotion.
        var former: FormerRules?
        /// The contents that were rolled back, if they are those of the rule file in force.
        var refused: [String: [UInt8]]?
    }

    /// Creates the first generation; refused plugins are listed in `warnings`.
    ///
    /// With `allowsAsync` the rule file may contain async rules, as for an `AsyncPlan`. `variables` are the values of its
    /// variables. Included files must be in the directory of the rule file, or in `includeRoot`.
    public init(
        rules: String, variables: [String: AnyValue] = [:], includeRoot: String? = nil,
        policy: PluginPolicy = PluginPolicy(),
        registry: Registry = .standard,
        catalogs: Catalogs = .embedded, maximumVersions: Int = 256, allowsAsync: Bool = false
    ) throws(RuleSetError) {
        self.allowsAsync = allowsAsync
        self.maximumVersions = maximumVersions
        self.rules = rules
        self.variables = variables
        self.includeRoot = includeRoot
        self.policy = policy
        self.registry = registry
        self.catalogs = catalogs
        let file = RulesAsRead(path: rules, variables: variables, includeRoot: includeRoot)
        let (ruleSet, read) = try file.readAgain(instead: [:])
        let search = registry.loadingPlugins(policy)
        let plan = try Self.plan(ruleSet, search, catalogs, isAsync: allowsAsync)
        let generation = PlanGeneration(
            number: 1, plan: plan, isAsync: allowsAsync, plugins: search.plugins, file: read)
        state = Mutex(
            State(
                generation: generation, search: search, file: read,
                warnings: search.errors.map(\.description) + search.notices, versions: Self.versions(search)))
    }

    /// The current generation.
    ///
    /// Takes a lock for a moment; a `PlanReader` does not.
    public var current: PlanGeneration { state.withLock { $0.generation } }

    /// The reasons why files are not in use as they were last seen.
    public var warnings: [String] { state.withLock { $0.warnings } }

    /// What is worth knowing of the directories of plugins and keeps nothing from being in use; `warnings` has it too.
    package var notices: [String] { state.withLock { $0.search.notices } }

    /// The number of different plugin files that this source has loaded into this process, where they stay.
    public var versionCount: Int { state.withLock { $0.versions.count } }

    /// Whether nothing has changed since a number of changes, by one atomic load.
    func isCurrent(_ number: Int) -> Bool { changes.load(ordering: .acquiring) == number }

    /// Changes the state, and lets readers notice.
    func change(_ body: (inout State) -> Void) {
        let number = state.withLock {
            body(&$0)
            $0.changes += 1
            return $0.changes
        }
        changes.store(number, ordering: .releasing)
    }

    /// Reads the files again, and puts a new generation in use if they changed and are valid.
    ///
    /// Validations that are running finish with the generation they began with.
    @discardableResult
    public func reload() -> PlanReload { reload(leaving: []) }

    /// Reloads; `unsettled` files are being written, and count as unchanged.
    func reload(leaving unsettled: Set<String>) -> PlanReload {
        reloading.withLock { _ in
            let old = state.withLock { $0 }
            var warnings: [String] = []
            do throws(RuleSetError) {
                let settled = old.file.contents.filter { unsettled.contains($0.key) }
                var (ruleSet, file) = try old.file.readAgain(instead: settled)
                let isRefused = old.refused != nil && file.contents == old.refused
                if isRefused { (ruleSet, file) = try old.file.readAgain(instead: old.file.contents) }
                let found = registry.loadingPlugins(policy, instead: old.search, leaving: unsettled)
                warnings = found.errors.map(\.description) + found.notices
                if isRefused {
                    warnings.append("\(file.path): still what was rolled back, so it is not in use: change it")
                }
                let versions = old.versions.union(Self.versions(found))
                let isFull = versions.count > max(maximumVersions, old.versions.count)
                if isFull { warnings.append(Self.full(old.versions.count)) }
                let search = isFull ? old.search : found
                if !isFull { state.withLock { $0.versions = versions } }
                if file.contents != old.file.contents || search.plugins != old.search.plugins {
                    let plan = try Self.plan(ruleSet, search, catalogs, isAsync: allowsAsync)
                    let generation = PlanGeneration(
                        number: old.generation.number + 1, plan: plan, isAsync: allowsAsync, plugins: search.plugins,
                        file: file)
                    change {
                        ($0.generation, $0.search, $0.file, $0.warnings) = (generation, search, file, warnings)
                        if !isRefused { $0.refused = nil }
                    }
                    return PlanReload(generation: generation, isNew: true, warnings: warnings)
                }
            } catch {
                warnings += error.diagnostics.map { $0.text(kind: "") }
            }
            state.withLock { $0.warnings = warnings }
            return PlanReload(generation: old.generation, isNew: false, warnings: warnings)
        }
    }

    /// Registers what to call when another rule file is in force; returns its number.
    func addListener(_ listener: @escaping @Sendable () -> Void) -> Int {
        listeners.withLock {
            let number = ($0.keys.max() ?? 0) + 1
            $0[number] = listener
            return number
        }
    }

    func removeListener(_ number: Int) {
        listeners.withLock { _ = $0.removeValue(forKey: number) }
    }

    private static func versions(_ search: PluginLoadResult) -> Set<ContentDigest> {
        Set(search.plugins.filter { $0.mode == .inProcess }.map(\.digest))
    }

    private static func full(_ count: Int) -> String {
        "\(count) versions of plugins are loaded in this process, which never unloads them: restart it to load another"
    }

    /// The rule file and the files that it includes, as they were last read.
    public var files: [String] { state.withLock { $0.file.contents.keys.sorted() } }

    static func plan(
        _ ruleSet: RuleSet, _ search: PluginLoadResult, _ catalogs: Catalogs, isAsync: Bool
    ) throws(RuleSetError) -> Plan {
        try Plan(
            ruleSet, registry: search.registry, attributes: ruleSet.attributes, scopes: [], catalogs: catalogs,
            isAsync: isAsync)
    }
}

// Candidates beside the rules in force.
extension PlanSource {
    /// The path of the rule file in force: `rules`, or that of a promoted candidate.
    public var rulesInForce: String { state.withLock { $0.file.path } }

    /// The candidate that is tried, or `nil`.
    public var shadow: PlanShadow? { state.withLock { $0.shadow } }

    /// Tries a rule file on each `every`th validation of this source's readers, until `endShadow` or `promote`.
    ///
    /// Its findings are counted and never returned. A validation that it takes part in needs the time of both; with
    /// `validateAsync` the candidate's async rules are awaited, too. Its file is read once, with the plugins in use now; a
    /// reload changes the rules in force and leaves the candidate. An earlier shadow ends. The comparison keeps the first
    /// `examples` records that differ: with 0 it keeps no data.
    ///
    /// Throws, and changes nothing, if the candidate is not a valid rule set. `variables` are by default those of the source.
    @discardableResult
    public func beginShadow(
        rules: String, variables: [String: AnyValue]? = nil, every: Int = 1, examples: Int = 10
    ) throws(RuleSetError) -> PlanShadow {
        let file = RulesAsRead(path: rules, variables: variables ?? self.variables, includeRoot: includeRoot)
        return try beginShadow(file, instead: [:], every: every, examples: examples)
    }

    /// Tries other contents of the source's own rule file, which is not written.
    package func beginShadow(content: [UInt8], every: Int, examples: Int) throws(RuleSetError) -> PlanShadow {
        try beginShadow(own, instead: [rules: content], every: every, examples: examples)
    }

    /// The digest of what other contents of the source's own rule file would put in force; throws if they cannot be.
    package func digest(of content: [UInt8]) throws(RuleSetError) -> ContentDigest {
        let search = state.withLock { $0.search }
        let (ruleSet, read) = try own.readAgain(instead: [rules: content])
        _ = try Self.plan(ruleSet, search, catalogs, isAsync: allowsAsync)
        return read.digest(with: search.plugins)
    }

    /// The contents of the rule file in force.
    package var content: [UInt8] { state.withLock { $0.file.contents[$0.file.path] } ?? [] }

    private var own: RulesAsRead { RulesAsRead(path: rules, variables: variables, includeRoot: includeRoot) }

    private func beginShadow(
        _ file: RulesAsRead, instead: [String: [UInt8]], every: Int, examples: Int
    ) throws(RuleSetError) -> PlanShadow {
        try reloading.withLock { _ throws(RuleSetError) in
            let search = state.withLock { $0.search }
            let (ruleSet, read) = try file.readAgain(instead: instead)
            let plan = try Self.plan(ruleSet, search, catalogs, isAsync: allowsAsync)
            let shadow = PlanShadow(read, plan, plugins: search.plugins, every: every, examples: examples)
            change { $0.shadow = shadow }
            return shadow
        }
    }

    /// Ends the trial of a candidate; validations that are running finish theirs.
    public func endShadow() {
        reloading.withLock { _ in change { $0.shadow = nil } }
    }

    /// Puts the rules of a candidate in force, as a new generation, and ends the shadow.
    ///
    /// They are those that were tried, even if the file has changed since; from now on reloads read the candidate's file.
    /// If the plugins have changed since, the rules are bound to the new ones. Throws, and changes nothing, if that fails.
    @discardableResult
    public func promote(_ shadow: PlanShadow) throws(RuleSetError) -> PlanGeneration {
        try reloading.withLock { _ throws(RuleSetError) in
            let old = state.withLock { $0 }
            let plan = try plan(shadow.file, shadow.plan, shadow.plugins, with: old.search)
            let former = FormerRules(file: old.file, plan: old.generation.plan, plugins: old.search.plugins)
            return replace(old, by: plan, shadow.file, former: former, refused: nil)
        }
    }

    /// Puts the rules in force again that the last promotion replaced, as a new generation, and ends a shadow.
    ///
    /// They are those that were in force then, even if the file has changed since; the next reload reads it. If the source's
    /// file still has the contents that were rolled back, reloads leave them out of use. Returns `nil` if nothing was
    /// promoted, or it was rolled back already. Throws, and changes nothing, if the rules cannot be bound to the plugins
    /// that are now in use.
    @discardableResult
    public func rollBack() throws(RuleSetError) -> PlanGeneration? {
        try reloading.withLock { _ throws(RuleSetError) in
            let old = state.withLock { $0 }
            guard let former = old.former else { return nil }
            let plan = try plan(former.file, former.plan, former.plugins, with: old.search)
            let refused = former.file.path == old.file.path ? old.file.contents : nil
            return replace(old, by: plan, former.file, former: nil, refused: refused)
        }
    }

    /// The plan of a file as it was read, made again if it has other plugins than those of a search.
    private func plan(
        _ file: RulesAsRead, _ plan: Plan, _ plugins: [LoadedPlugin], with search: PluginLoadResult
    ) throws(RuleSetError) -> Plan {
        if plugins == search.plugins { return plan }
        let (ruleSet, _) = try file.readAgain(instead: file.contents)
        return try Self.plan(ruleSet, search, catalogs, isAsync: allowsAsync)
    }

    private func replace(
        _ old: State, by plan: Plan, _ file: RulesAsRead, former: FormerRules?, refused: [String: [UInt8]]?
    ) -> PlanGeneration {
        let generation = PlanGeneration(
            number: old.generation.number + 1, plan: plan, isAsync: allowsAsync, plugins: old.search.plugins, file: file
        )
        change {
            ($0.generation, $0.file, $0.former, $0.refused) = (generation, file, former, refused)
            $0.shadow = nil
        }
        for listener in listeners.withLock({ Array($0.values) }) { listener() }
        return generation
    }
}
