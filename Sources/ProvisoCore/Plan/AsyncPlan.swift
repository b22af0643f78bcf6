public import ProvisoMessages

/// A plan that may contain async rules: async validators, `exist` and `unique` over an `AsyncStore`, and `email` with
/// `checkDNS`.
///
/// It is made from the same rule sets as a `Plan`, which refuses async rules: code that validates without `await`
/// cannot miss one. Other rules run first. Async rules run concurrently, where the attribute's other rules found no
/// error (unless they have `skipOnError: false`). The plan is immutable and can be shared between threads.
public final class AsyncPlan: LocalizedPlan, Sendable {
    package let plan: Plan

    /// Binds a rule set to a registry; see `Plan`.
    public init(
        _ ruleSet: RuleSet, registry: Registry = .standard, attributes: [String]? = nil,
        catalogs: Catalogs = .embedded
    ) throws(RuleSetError) {
        plan = try Plan(
            ruleSet, registry: registry, attributes: attributes ?? ruleSet.attributes, scopes: [], catalogs: catalogs,
            isAsync: true)
    }

    /// Wraps a plan that was built with async rules allowed.
    package init(waiting plan: Plan) { self.plan = plan }

    /// The rule set that was bound.
    public var ruleSet: RuleSet { plan.ruleSet }
    /// The registry that the rule types come from.
    public var registry: Registry { plan.registry }
    /// The messages: those of the rule set first, then those of plugins, then those the plan was made with.
    public var vocabulary: Vocabulary { plan.vocabulary }
    /// The names of the plan's scenarios.
    public var scenarios: [String] { plan.scenarios }
    /// The names of all attributes, in the order in which the rules name them.
    public var attributeNames: [String] { plan.attributeNames }

    /// Runs all rules but the async ones, which `PendingReport.finish` runs.
    ///
    /// The pending report holds copies of the values, so the record may be filled again at once. Throws for an unknown
    /// scenario or attribute, and for a record of another plan.
    public func begin(
        _ record: Record, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) throws(RuleSetError) -> PendingReport {
        try plan.check(record)
        let selected = try names.map { names throws(RuleSetError) in try plan.select(names) }
        return try plan.begin(scenario, on: record, only: selected, model: nil)
    }

    /// Validates a record.
    ///
    /// Throws for an unknown scenario or attribute, for a record of another plan, and `CancellationError` if the task
    /// is cancelled.
    nonisolated(nonsending) public func validate(
        _ record: Record, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) async throws -> Report {
        try await begin(record, scenario: scenario, attributes: names).finish()
    }

    /// Validates the members of an object.
    public func validate(_ value: AnyValue, scenario: String = RuleSet.defaultScenario) async throws -> Report {
        let record = Record(for: self)
        record.fill(value)
        return try await begin(record, scenario: scenario).finish()
    }
}

extension Record {
    /// Makes a record for a plan's attributes, all absent.
    public convenience init(for plan: AsyncPlan) { self.init(for: plan.plan) }
}
