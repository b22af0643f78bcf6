import Proviso
import Testing

/// One line of a validator's table: a value, what judges it and what must come out.
struct Row: Sendable {
    let body: Constraint
    let adHoc: @Sendable (AnyValue) -> [Violation]
    let value: AnyValue
    let code: Code?
    let parameters: [String: ParameterValue]
    /// What the record holds afterwards.
    let result: AnyValue
    let location: SourceLocation

    static func accepts(
        _ value: AnyValue, _ validator: some NamedValidator, becomes result: AnyValue? = nil,
        at location: SourceLocation = #_sourceLocation
    ) -> Row {
        Row(validator, value, nil, [:], result ?? value, location)
    }

    static func rejects(
        _ value: AnyValue, _ validator: some NamedValidator, _ code: Code,
        _ parameters: [String: ParameterValue] = [:], at location: SourceLocation = #_sourceLocation
    ) -> Row {
        Row(validator, value, code, parameters, value, location)
    }

    private init(
        _ validator: some NamedValidator, _ value: AnyValue, _ code: Code?, _ parameters: [String: ParameterValue],
        _ result: AnyValue, _ location: SourceLocation
    ) {
        body = .validator(validator)
        adHoc = { validator.violations(of: $0) }
        self.value = value
        self.code = code
        self.parameters = parameters
        self.result = result
        self.location = location
    }

    /// Validates the value in a record and alone, and compares what was found.
    ///
    /// What is thrown is an issue of this row: the rows behind it run all the same.
    func run() {
        do {
            let plan = try Plan(RuleSet(rules: [Rule(["a"], body, skipOnEmpty: false)]))
            let record = Record(for: plan)
            record.fill(.object([AnyValue.Member("a", value)]))
            let report = try plan.validate(record)
            expect(report.violations)
            #expect(record["a"] == result, sourceLocation: location)
        } catch {
            Issue.record(error, "\(value)", sourceLocation: location)
        }
        expect(adHoc(value))
    }

    private func expect(_ violations: [Violation]) {
        #expect(violations.map(\.code) == (code.map { [$0] } ?? []), "\(value)", sourceLocation: location)
        for (name, value) in parameters {
            #expect(violations.first?.parameters[name] == value, sourceLocation: location)
        }
    }
}

/// Rows that must be refused when a plan is made.
struct RefusedOptions: Sendable {
    let body: Constraint
    let reason: String
    let suggestion: String?
    let location: SourceLocation

    /// `reason` is a part of the diagnostic's text.
    init(
        _ body: Constraint, _ reason: String, suggestion: String? = nil, at location: SourceLocation = #_sourceLocation
    ) {
        self.body = body
        self.reason = reason
        self.suggestion = suggestion
        self.location = location
    }

    func run() {
        do throws(RuleSetError) {
            _ = try Plan(RuleSet(rules: [Rule(["a"], body)]))
            Issue.record("accepted", sourceLocation: location)
        } catch {
            #expect(error.diagnostics.count == 1, sourceLocation: location)
            let reason = error.diagnostics.first?.reason ?? ""
            #expect(reason.contains(self.reason), "\(reason)", sourceLocation: location)
            #expect(error.diagnostics.first?.suggestion == suggestion, sourceLocation: location)
        }
    }
}
