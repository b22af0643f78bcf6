public import ProvisoCore

/// Validates with the current plan of a source, on one thread.
///
/// Create one per thread. Between reloads, a validation costs one atomic load more than with the plan itself.
public final class PlanReader {
    private let source: PlanSource
    /// The generation that the last validation used.
    public private(set) var generation: PlanGeneration
    private var record: Record

    /// Creates a reader of a source, for one thread.
    public init(_ source: PlanSource) {
        self.source = source
        generation = source.current
        record = Record(for: generation.plan)
    }

    /// Validates a JSON object; throws `InputError` if it is not one, and `RuleSetError` for an unknown scenario.
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

    /// Validates a JSON object and awaits async rules, if the source was created with `allowsAsync`.
    ///
    /// Throws like `validate`, and throws `CancellationError` if the task is cancelled.
    nonisolated(nonsending) public func validateAsync(
        json: UnsafeRawBufferPointer, scenario: String = RuleSet.defaultScenario
    ) async throws -> Report {
        update()
        try record.fill(json: json)
        return try await begin(scenario).finish()
    }

    /// Validates the members of an object and awaits async rules.
    nonisolated(nonsending) public func validateAsync(
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
