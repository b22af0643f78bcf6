public import ProvisoCore

/// The result of creating a model from data.
public enum Parsed<Checked> {
    /// The valid model, with a report of warnings and notes.
    case valid(Checked, Report)
    /// The report of the data's violations.
    case invalid(Report)

    /// The model, `nil` if the data is invalid.
    public var model: Checked? { if case .valid(let model, _) = self { model } else { nil } }

    /// The report of the validation.
    public var report: Report {
        switch self {
        case .valid(_, let report), .invalid(let report): report
        }
    }

    /// Returns the model, or throws the report.
    public func get() throws(Report) -> Checked {
        switch self {
        case .valid(let model, _): return model
        case .invalid(let report): throw report
        }
    }
}

extension Parsed: Sendable where Checked: Sendable {}

/// Creating models from data.
///
/// Only the attributes that are safe in the scenario are read from the data; everything else is dropped. Type mismatches
/// and missing values are violations with their paths, like those of the rules.
/// The hooks of the model and of the models in it are called as in `validate`; `afterValidate` is not called if the properties
/// could not take all values. With `source: .form` strings stand for numbers and Booleans.
/// Throws `InputError` for text that is not JSON, and `RuleSetError` for an unknown scenario.
extension ModelPlan where Checked: ParsableModel {
    /// Creates a model from a JSON object and validates it.
    public func parse(json: String, scenario: String = RuleSet.defaultScenario) throws -> Parsed<Checked> {
        var json = json
        return try json.withUTF8 { try parse(json: UnsafeRawBufferPointer($0), scenario: scenario) }
    }

    /// Creates a model from a JSON object in UTF-8 and validates it.
    public func parse(json: [UInt8], scenario: String = RuleSet.defaultScenario) throws -> Parsed<Checked> {
        try json.withUnsafeBytes { try parse(json: $0, scenario: scenario) }
    }

    /// Creates a model from a JSON object in memory and validates it.
    public func parse(
        json: UnsafeRawBufferPointer, scenario: String = RuleSet.defaultScenario
    ) throws -> Parsed<Checked> {
        func read(_ record: Record) throws -> Parsed<Checked> {
            try record.fill(json: json)
            return try parse(record, scenario: scenario, source: .data)
        }
        // A record keeps the memory of the largest document that it held.
        return json.count <= 1 << 20 ? try withRecord(read) : try read(Record(for: plan))
    }

    /// Creates a model from the members of an object and validates it.
    public func parse(
        _ value: AnyValue, scenario: String = RuleSet.defaultScenario, source: AssignmentSource = .data
    ) throws(RuleSetError) -> Parsed<Checked> {
        try withRecord { record throws(RuleSetError) in
            record.fill(value)
            return try parse(record, scenario: scenario, source: source)
        }
    }

    /// Creates a model from some members and validates it.
    public func parse(
        _ members: [String: AnyValue], scenario: String = RuleSet.defaultScenario, source: AssignmentSource = .data
    ) throws(RuleSetError) -> Parsed<Checked> {
        try parse(AnyValue(members), scenario: scenario, source: source)
    }

    private func parse(
        _ record: Record, scenario: String, source: AssignmentSource
    ) throws(RuleSetError) -> Parsed<Checked> {
        try plan.refuseAsyncRules()
        let list = try plan.stepList(scenario)
        var parsing = Parsing(record, by: self, list, scenario: scenario, source: source)
        guard parsing.start() else { return parsing.stopped }
        let report = layout.withAccess(to: &parsing.model) { plan.run(list, on: record, only: nil, model: $0) }
        let unheld = parsing.takeChanges()
        return parsing.end(report, unheld)
    }
}

extension AsyncModelPlan where Checked: ParsableModel {
    /// Creates a model from a JSON object and validates it, also by async rules.
    ///
    /// As `ModelPlan.parse`; throws `CancellationError` too when the task is cancelled.
    nonisolated(nonsending) public func parse(
        json: String, scenario: String = RuleSet.defaultScenario
    ) async throws -> Parsed<Checked> {
        let record = Record(for: plan.plan)
        try record.fill(json: json)
        return try await parse(record, scenario: scenario, source: .data)
    }

    /// Creates a model from a JSON object in UTF-8 and validates it.
    nonisolated(nonsending) public func parse(
        json: [UInt8], scenario: String = RuleSet.defaultScenario
    ) async throws -> Parsed<Checked> {
        let record = Record(for: plan.plan)
        try json.withUnsafeBytes { try record.fill(json: $0) }
        return try await parse(record, scenario: scenario, source: .data)
    }

    /// Creates a model from the members of an object and validates it.
    nonisolated(nonsending) public func parse(
        _ value: AnyValue, scenario: String = RuleSet.defaultScenario, source: AssignmentSource = .data
    ) async throws -> Parsed<Checked> {
        let record = Record(for: plan.plan)
        record.fill(value)
        return try await parse(record, scenario: scenario, source: source)
    }

    nonisolated(nonsending) private func parse(
        _ record: Record, scenario: String, source: AssignmentSource
    ) async throws -> Parsed<Checked> {
        let list = try plan.plan.stepList(scenario)
        var parsing = Parsing(record, by: plan, list, scenario: scenario, source: source)
        guard parsing.start() else { return parsing.stopped }
        let pending = try plan.layout.withAccess(to: &parsing.model) { access throws(RuleSetError) in
            try plan.plan.begin(scenario, on: record, only: nil, model: access)
        }
        let unheld = parsing.takeChanges()
        return parsing.end(try await pending.finish(), unheld)
    }
}

extension ParsableModel {
    /// Creates a model from a JSON object with a new plan; keep a `ModelPlan` for many.
    public static func validated(
        from json: String, scenario: String = RuleSet.defaultScenario
    ) throws -> Parsed<Self> {
        try ModelPlan<Self>().parse(json: json, scenario: scenario)
    }

    /// Makes a model from a JSON object in UTF-8.
    public static func validated(
        from json: [UInt8], scenario: String = RuleSet.defaultScenario
    ) throws -> Parsed<Self> {
        try ModelPlan<Self>().parse(json: json, scenario: scenario)
    }

    /// Makes a model from the members of an object.
    public static func validated(
        from value: AnyValue, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) -> Parsed<Self> {
        try ModelPlan<Self>().parse(value, scenario: scenario)
    }
}

extension ValidatableModel {
    /// Throws for properties that hold models which data cannot make, although data makes the model itself.
    ///
    /// Data for them would be lost without a word, or refused although nothing is wrong with it.
    static func checkParsing() throws(RuleSetError) {
        for attribute in attributes where attribute.isWritable || attribute.constant != nil {
            guard let nested = attribute.nested else { continue }
            guard attribute.canBeFilled else {
                throw RuleSetError(reason: nested.model.notParsable(in: attribute.name, of: " of '\(Self.self)'"))
            }
            try nested.model.checkParsing()
        }
    }
}
