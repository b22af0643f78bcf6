public import ProvisoCore
internal import Synchronization

/// Validates with the current plan of a source, on one thread.
///
/// Create one per thread. Between reloads, a validation costs one atomic load more than with the plan itself.
public final class PlanReader {
    private let source: PlanSource
    /// The generation that the last validation used.
    public private(set) var generation: PlanGeneration
    private var record: Record
    private var shadow: ShadowReader?
    private var changes: Int
    /// The locale of the user who typed the values, for rules with `locale: request`; `nil` for none.
    public var locale: String?

    /// Creates a reader of a source, for one thread.
    public init(_ source: PlanSource) {
        self.source = source
        let state = source.state.withLock { $0 }
        generation = state.generation
        changes = state.changes
        record = .alone(for: generation.plan)
        shadow = state.shadow.map(ShadowReader.init)
    }

    /// Validates a JSON object; throws `InputError` if it is not one, and `RuleSetError` for an unknown scenario.
    public func validate(json: UnsafeRawBufferPointer, scenario: String = RuleSet.defaultScenario) throws -> Report {
        update()
        try record.fill(json: json)
        let report = try generation.plan.validate(record, scenario: scenario)
        if let shadow, shadow.shadow.takesTurn() { shadow.compare(report, scenario, .json(json)) }
        return report
    }

    /// Validates the members of an object.
    public func validate(
        _ value: AnyValue, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) -> Report {
        update()
        record.fill(value)
        let report = try generation.plan.validate(record, scenario: scenario)
        if let shadow, shadow.shadow.takesTurn() { shadow.compare(report, scenario, .value(value)) }
        return report
    }

    /// Validates a JSON object and awaits async rules, if the source was created with `allowsAsync`.
    ///
    /// Throws like `validate`, and throws `CancellationError` if the task is cancelled.
    nonisolated(nonsending) public func validateAsync(
        json: UnsafeRawBufferPointer, scenario: String = RuleSet.defaultScenario
    ) async throws -> Report {
        update()
        try record.fill(json: json)
        return try await finish(scenario, .json(json))
    }

    /// Validates the members of an object and awaits async rules.
    nonisolated(nonsending) public func validateAsync(
        _ value: AnyValue, scenario: String = RuleSet.defaultScenario
    ) async throws -> Report {
        update()
        record.fill(value)
        return try await finish(scenario, .value(value))
    }

    nonisolated(nonsending) private func finish(_ scenario: String, _ values: ShadowValues) async throws -> Report {
        let pending = try generation.plan.begin(scenario, on: record, only: nil, model: nil)
        guard let shadow, shadow.shadow.takesTurn() else { return try await pending.finish() }
        // The values are read before anything is awaited, while the caller's bytes are there.
        let candidate = shadow.begin(scenario, values)
        let text = values.text
        let report = try await pending.finish()
        let own = try? await candidate?.finish()
        shadow.shadow.add(report, own, scenario: scenario) { text }
        return report
    }

    /// The data that was validated last, with the changes that rules made, such as `trim` and `default`.
    public func values(in original: AnyValue) -> AnyValue { record.values(in: original) }

    private func update() {
        defer { record.locale = locale }
        if source.isCurrent(changes) { return }
        let state = source.state.withLock { $0 }
        changes = state.changes
        if state.generation !== generation {
            generation = state.generation
            record = .alone(for: generation.plan)
        }
        if state.shadow !== shadow?.shadow { shadow = state.shadow.map(ShadowReader.init) }
    }
}

extension Record {
    /// A record that is validated alone, so rules that compare records find no other one.
    package static func alone(for plan: Plan) -> Record {
        let record = Record(for: plan)
        if plan.comparesRecords { record.claims = NoOtherRecords() }
        return record
    }
}

/// What a record that is validated alone is compared with: nothing.
private final class NoOtherRecords: Claims {
    func record(with key: [UInt8]) -> Int? { nil }
}
