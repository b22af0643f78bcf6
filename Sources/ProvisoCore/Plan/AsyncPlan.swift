public import ProvisoMessages

/// A plan that may hold rules whose answers have to be awaited: async validators, `exist` and `unique` over an
/// `AsyncStore`, `email` with `checkDNS`.
///
/// Made from the same rule sets as a `Plan`, which refuses such rules: whoever validates without `await` misses none.
/// Rules that need not wait run first; those that ask run where the attribute's other rules found nothing (unless they
/// say `skipOnError: false`), all at the same time. Immutable, and to be shared between threads.
public final class AsyncPlan: Sendable {
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

    /// A plan that was made to be waited for.
    package init(waiting plan: Plan) { self.plan = plan }

    public var ruleSet: RuleSet { plan.ruleSet }
    public var registry: Registry { plan.registry }
    /// The messages of the rule set over those of plugins over those the plan was made with.
    public var catalogs: Catalogs { plan.catalogs }
    /// The scenarios the plan knows.
    public var scenarios: [String] { plan.scenarios }
    /// The names of all attributes, in the order the rules name them.
    public var attributeNames: [String] { plan.attributeNames }

    /// Runs the rules that need not wait, and leaves the others to be finished.
    ///
    /// What is left holds copies: the record may be filled anew meanwhile. Throws for a scenario or attribute the plan
    /// does not know, and for a record of another plan.
    public func begin(
        _ record: Record, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) throws(RuleSetError) -> PendingReport {
        try plan.check(record)
        let selected = try names.map { names throws(RuleSetError) in try plan.select(names) }
        return try plan.begin(scenario, on: record, only: selected, model: nil)
    }

    /// Validates a record.
    ///
    /// Throws for a scenario or attribute the plan does not know, for a record of another plan, and `CancellationError`
    /// when the task is cancelled.
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
    /// A record for a plan's attributes, all absent.
    public convenience init(for plan: AsyncPlan) { self.init(for: plan.plan) }
}
