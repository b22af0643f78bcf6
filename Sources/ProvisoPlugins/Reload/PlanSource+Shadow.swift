public import ProvisoCore
internal import ProvisoRuleFiles
internal import Synchronization

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
