public import ProvisoCore

/// Validates by a source's plan as it is at the moment, on one thread.
///
/// Each thread makes its own. Between reloads a validation costs one atomic load more than by the plan itself.
public final class PlanReader {
    private let source: PlanSource
    /// The generation of the last validation.
    public private(set) var generation: PlanGeneration
    private var record: Record

    public init(_ source: PlanSource) {
        self.source = source
        generation = source.current
        record = Record(for: generation.plan)
    }

    /// Validates a JSON object; throws `InputError` for what is none, and `RuleSetError` for an unknown scenario.
    public func validate(json: UnsafeRawBufferPointer, scenario: String = RuleSet.defaultScenario) throws -> Report {
        update()
        try record.fill(json: json)
        return try generation.plan.validate(record, scenario: scenario)
    }

    /// Validates the members of an object.
    public func validate(
        _ value: AnyValue, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) -> Report {
        update()
        record.fill(value)
        return try generation.plan.validate(record, scenario: scenario)
    }

    /// Validates a JSON object and waits for what rules ask, where the source was made with `allowsAsync`.
    ///
    /// Throws as `validate`, and `CancellationError` when the task is cancelled.
    nonisolated(nonsending) public func validateAndAsk(
        json: UnsafeRawBufferPointer, scenario: String = RuleSet.defaultScenario
    ) async throws -> Report {
        update()
        try record.fill(json: json)
        return try await begin(scenario).finish()
    }

    /// Validates the members of an object and waits for what rules ask.
    nonisolated(nonsending) public func validateAndAsk(
        _ value: AnyValue, scenario: String = RuleSet.defaultScenario
    ) async throws -> Report {
        update()
        record.fill(value)
        return try await begin(scenario).finish()
    }

    private func begin(_ scenario: String) throws(RuleSetError) -> PendingReport {
        try generation.plan.begin(scenario, on: record, only: nil, model: nil)
    }

    private func update() {
        if source.isCurrent(generation) { return }
        generation = source.current
        record = Record(for: generation.plan)
    }
}
