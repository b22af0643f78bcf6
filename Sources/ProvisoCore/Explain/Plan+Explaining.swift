internal import ProvisoMessages

extension Plan {
    /// Validates a record, and says what happened to every rule.
    ///
    /// The report is that of `validate`, with the same errors and changes of values. It throws for the same reasons.
    ///
    /// ```swift
    /// let explanation = try plan.explain(["country": "DE"])
    /// for turn in explanation.turns(at: "state") { print(turn.outcome) }
    /// ```
    public func explain(
        _ record: Record, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) throws(RuleSetError) -> Explanation {
        let (collector, before) = (TurnCollector(), record.observer)
        record.observer = collector
        defer { record.observer = before }
        let report = try validate(record, scenario: scenario, attributes: names)
        let selected = try names.map { names throws(RuleSetError) in try select(names) }
        return collector.explanation(report, by: self, in: scenario, only: selected)
    }

    /// Validates the members of an object, and says what happened to every rule.
    public func explain(
        _ value: AnyValue, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) -> Explanation {
        let record = Record(for: self)
        record.fill(value)
        return try explain(record, scenario: scenario)
    }
}

extension AsyncPlan {
    /// Validates a record, awaits its async rules, and says what happened to every rule.
    ///
    /// It throws for the same reasons as `validate`.
    nonisolated(nonsending) public func explain(
        _ record: Record, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) async throws -> Explanation {
        let (collector, before) = (TurnCollector(), record.observer)
        record.observer = collector
        defer { record.observer = before }
        let pending = try begin(record, scenario: scenario, attributes: names)
        let selected = try names.map { try plan.select($0) }
        return collector.explanation(try await pending.finish(), by: plan, in: scenario, only: selected)
    }

    /// Validates the members of an object, awaits async rules, and says what happened to every rule.
    nonisolated(nonsending) public func explain(
        _ value: AnyValue, scenario: String = RuleSet.defaultScenario
    ) async throws -> Explanation {
        let record = Record(for: self)
        record.fill(value)
        return try await explain(record, scenario: scenario)
    }
}

/// Explains validations that other code starts, such as those of a run over files.
package final class RecordExplainer: PlanObserver {
    private var collector = TurnCollector()

    package init() {}

    package func observe(_ turn: RuleTurn) { collector.observe(turn) }

    /// The explanation of the validation since the last call.
    package func take(
        _ report: Report, by plan: Plan, in scenario: String, only selected: Set<Int>? = nil
    ) -> Explanation {
        defer { collector = TurnCollector() }
        return collector.explanation(report, by: plan, in: scenario, only: selected)
    }
}
