import Proviso
import Testing

/// Rules as a rule file says them, with records that they accept and records with what they find.
struct RuleTable: Sendable {
    let name: String
    let rules: String
    let valid: [String]
    /// Records in JSON, with `code pointer` for each finding.
    let invalid: [(String, [String])]
    let location: SourceLocation

    init(
        _ name: String, _ rules: String, valid: [String], invalid: [(String, [String])],
        at location: SourceLocation = #_sourceLocation
    ) {
        self.name = name
        self.rules = rules
        self.valid = valid
        self.invalid = invalid
        self.location = location
    }

    /// The rules as a whole file.
    var file: String {
        if !rules.hasPrefix("- ") { return rules }
        return "rules:\n" + rules.split(separator: "\n").map { "  \($0)\n" }.joined()
    }

    func run(_ registry: Registry = .standard) throws {
        let plan: Plan
        do {
            plan = try Plan(RuleSet(parsing: file), registry: registry)
        } catch {
            Issue.record("\(name): \(error)", sourceLocation: location)
            return
        }
        let record = Record(for: plan)
        for text in valid {
            try record.fill(json: text)
            let found = try plan.validate(record).violations.map(Self.line)
            #expect(found == [], "\(name): \(text)", sourceLocation: location)
            #expect(try plan.explain(record).report.violations.isEmpty, "\(name): \(text)", sourceLocation: location)
        }
        for (text, findings) in invalid {
            try record.fill(json: text)
            let found = try plan.validate(record).violations.map(Self.line)
            #expect(found == findings, "\(name): \(text)", sourceLocation: location)
            // The same record again, and from values.
            #expect(try plan.validate(record).violations.map(Self.line) == findings, sourceLocation: location)
            let explained = try plan.explain(record).report.violations.map(Self.line)
            #expect(explained == findings, "\(name): \(text)", sourceLocation: location)
            let value = try AnyValue(json: text)
            #expect(try plan.validate(value).violations.map(Self.line) == findings, sourceLocation: location)
        }
    }

    static func line(_ violation: Violation) -> String { "\(violation.code) \(violation.path.pointer)" }
}

/// A rule file that must be refused with these errors, `line:column: reason`.
struct WrongRules: Sendable {
    let text: String
    let errors: [String]
    let location: SourceLocation

    /// All rule types, and `even`.
    static let registry: Registry = {
        var registry = Registry.standard
        do { try registry.register(EvenValidator.self) } catch { preconditionFailure("\(error)") }
        return registry
    }()

    init(_ text: String, _ errors: String..., at location: SourceLocation = #_sourceLocation) {
        self.text = text
        self.errors = errors
        self.location = location
    }

    func run() {
        let found = diagnostics(text, file: "f.yaml", registry: Self.registry)
        #expect(found == errors.map { "f.yaml:" + $0 }, sourceLocation: location)
    }
}
