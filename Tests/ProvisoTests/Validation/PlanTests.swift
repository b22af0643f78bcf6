import Proviso
import Testing

/// What plans run, skip and report: one table of rules, a record and what must be found.
struct PlanTests {
    struct Row: Sendable {
        let rules: [Rule]
        let record: AnyValue
        /// `code pointer`, in the order of the report.
        let found: [String]
        let scenario: String
        let location: SourceLocation

        init(
            _ rules: Rule..., record: AnyValue, finds found: String..., in scenario: String = "default",
            at location: SourceLocation = #_sourceLocation
        ) {
            self.rules = rules
            self.record = record
            self.found = found
            self.scenario = scenario
            self.location = location
        }
    }

    static let order = [
        Row(Rule("b", .even), Rule("a", .even), record: ["a": 1, "b": 1], finds: "even.odd /b", "even.odd /a"),
        Row(Rule("b, a", .even), record: ["a": 1, "b": 1], finds: "even.odd /b", "even.odd /a"),
        Row(
            Rule("a", .fails("x.one")), Rule("b", .fails("x.two")), Rule("a", .fails("x.three"), skipOnError: false),
            record: ["a": 1, "b": 1], finds: "x.one /a", "x.two /b", "x.three /a"),
        Row(record: ["a": 1]),
    ]

    static let skipping = [
        Row(Rule("a", .even), record: [:]), Row(Rule("a", .even), record: ["a": nil]),
        Row(Rule("a", .even), record: ["a": ""]), Row(Rule("a", .even), record: ["a": []]),
        Row(Rule("a", .even), record: ["a": .object([])]),
        Row(Rule("a", .even), record: ["a": " "], finds: "even.odd /a"),
        Row(Rule("a", .even), record: ["a": false], finds: "even.odd /a"),
        Row(Rule("a", .even), record: ["a": 0]),
        Row(Rule("a", .even, skipOnEmpty: false), record: [:], finds: "even.odd /a"),
        Row(Rule("a", .required, skipOnEmpty: true), record: [:]),
        Row(Rule("a", .even, isEmpty: { $0.integer == 1 }), record: ["a": 1]),
        Row(Rule("a", .even, isEmpty: { $0.integer == 1 }), record: [:], finds: "even.odd /a"),
        Row(Rule("a", .even, skipOnEmpty: false, isEmpty: { $0.integer == 1 }), record: ["a": 1], finds: "even.odd /a"),
        Row(Rule("a", .even), Rule("a", .minimum(5)), record: ["a": 1], finds: "even.odd /a"),
        Row(
            Rule("a", .even), Rule("a", .minimum(5), skipOnError: false), record: ["a": 1],
            finds: "even.odd /a", "minimum.tooSmall /a"),
        Row(Rule("a", .even), Rule("b", .even), record: ["a": 1, "b": 1], finds: "even.odd /a", "even.odd /b"),
        Row(
            Rule("a", .even, severity: .warning), Rule("a", .minimum(5)), record: ["a": 1],
            finds: "even.odd /a warning", "minimum.tooSmall /a"),
        Row(
            Rule("a", .even, severity: .info), Rule("a", .minimum(5)), record: ["a": 1],
            finds: "even.odd /a info", "minimum.tooSmall /a"),
        Row(
            Rule("a", .even, bail: true), Rule("a", .minimum(5), skipOnError: false), Rule("b", .even),
            record: ["a": 1, "b": 1], finds: "even.odd /a", "even.odd /b"),
        Row(
            Rule("a", .even, severity: .warning, bail: true), Rule("a", .minimum(5)), record: ["a": 1],
            finds: "even.odd /a warning", "minimum.tooSmall /a"),
        Row(
            Rule("a", .even, severity: .info, bail: true), Rule("a", .minimum(5), skipOnError: false), record: ["a": 1],
            finds: "even.odd /a info", "minimum.tooSmall /a"),
        Row(
            Rule("l.*.a", .even, severity: .warning, bail: true), Rule("l.*.a", .minimum(5)),
            record: ["l": [["a": 1]]], finds: "even.odd /l/0/a warning", "minimum.tooSmall /l/0/a"),
        Row(
            Rule("l", .each(.even), severity: .warning, bail: true), Rule("l", .each(.minimum(5))), record: ["l": [1]],
            finds: "even.odd /l/0 warning", "minimum.tooSmall /l/0"),
        Row(Rule("a", .even, bail: true), Rule("a", .minimum(5)), record: ["a": 2], finds: "minimum.tooSmall /a"),
    ]

    static let scenarios = [
        Row(Rule("a", .even, on: "x"), record: ["a": 1], finds: "even.odd /a", in: "x"),
        Row(Rule("a", .even, on: "x"), record: ["a": 1]),
        Row(Rule("a", .even, except: ["x"]), Rule("a", .fails("y"), on: "x"), record: ["a": 1], finds: "y /a", in: "x"),
        Row(Rule("a", .even, except: ["x"]), record: ["a": 1], finds: "even.odd /a"),
        Row(Rule("a", .even, on: "x", "y"), record: ["a": 1], finds: "even.odd /a", in: "y"),
        Row(Rule("!a", .even), record: ["a": 1], finds: "even.odd /a"),
    ]

    private static let b = Rule("b", .upper)

    static let conditions = [
        Row(b, Rule("a", .even, when: Condition("b", .even)), record: ["a": 1, "b": 2], finds: "even.odd /a"),
        Row(b, Rule("a", .even, when: Condition("b", .even)), record: ["a": 1, "b": 1]),
        Row(b, Rule("a", .even, when: Condition("b", .even)), record: ["a": 1]),
        Row(b, Rule("a", .even, when: Condition("b", .even)), record: ["a": 1, "b": ""]),
        Row(b, Rule("a", .even, unless: Condition("b", .even)), record: ["a": 1], finds: "even.odd /a"),
        Row(b, Rule("a", .even, unless: Condition("b", .even)), record: ["a": 1, "b": 2]),
        Row(b, Rule("a", .even, when: Condition("b", .required)), record: ["a": 1]),
        Row(b, Rule("a", .even, when: Condition("b", .required)), record: ["a": 1, "b": 1], finds: "even.odd /a"),
        Row(b, Rule("a", .even, unless: Condition("b", .required)), record: ["a": 1], finds: "even.odd /a"),
        Row(Rule("a", .even, when: Condition { _ in false }), record: ["a": 1]),
        Row(Rule("a", .even, when: Condition { _ in true }), record: ["a": 1], finds: "even.odd /a"),
        Row(Rule("a", .even, unless: Condition { _ in true }), record: ["a": 1]),
        Row(
            Rule("a, b", .even, when: Condition { $0.attribute == "b" }), record: ["a": 1, "b": 1],
            finds: "even.odd /b"),
        Row(
            Rule("a", .even, when: Condition { $0.value(of: "b").integer == 7 }), b, record: ["a": 1, "b": 7],
            finds: "even.odd /a"),
        Row(
            Rule("b, c", .upper), Rule(["a"], .even, when: [Condition("b", .even), Condition("c", .even)]),
            record: ["a": 1, "b": 2, "c": 1]),
        Row(
            Rule("b, c", .upper), Rule(["a"], .even, when: [Condition("b", .even), Condition("c", .even)]),
            record: ["a": 1, "b": 2, "c": 2], finds: "even.odd /a"),
        Row(
            Rule("b, c", .upper), Rule(["a"], .even, unless: [Condition("b", .even), Condition("c", .even)]),
            record: ["a": 1, "b": 2, "c": 1], finds: "even.odd /a"),
        Row(
            Rule("b, c", .upper), Rule("a", .even, when: Condition("b", .even), unless: Condition("c", .even)),
            record: ["a": 1, "b": 2, "c": 2]),
        Row(Rule("a", .even, when: Condition("a", .minimum(5))), record: ["a": 3]),
        Row(Rule("a", .even, when: Condition("a", .minimum(5))), record: ["a": 7], finds: "even.odd /a"),
    ]

    static let others = [
        Row(Rule("a", .sameAs("b")), b, record: ["a": 1, "b": 2], finds: "sameAs.different /a"),
        Row(Rule("a", .sameAs("b")), b, record: ["a": 1, "b": 1]),
        Row(b, Rule("a", .sameAs("b")), record: ["a": "X", "b": "x"]),
        Row(Rule("a", .sameAs("b")), b, record: ["a": "X", "b": "x"], finds: "sameAs.different /a"),
    ]

    @Test(arguments: order + skipping + scenarios + conditions + others) func findsWhatItShould(row: Row) throws {
        let plan = try Plan(RuleSet(rules: row.rules), registry: .small)
        let report = try plan.validate(row.record, scenario: row.scenario)
        #expect(report.outline == row.found, sourceLocation: row.location)
        let record = Record(for: plan)
        record.fill(row.record)
        for _ in 0..<3 where !row.rules.contains(where: { $0.constraint.type == "upper" }) {
            let again = try plan.validate(record, scenario: row.scenario)
            #expect(again.outline == row.found, "once more", sourceLocation: row.location)
        }
    }

    @Test func onlyErrorsMakeARecordInvalid() throws {
        let plan = try Plan(RuleSet(rules: [Rule("a", .even, severity: .warning), Rule("b", .even)]))
        #expect(try plan.validate(["a": 1, "b": 2]).isValid)
        #expect(try !plan.validate(["a": 2, "b": 1]).isValid)
        #expect(try plan.validate(["a": 1, "b": 1])["a"].count == 1)
    }
}

extension Report {
    /// `code pointer`, with the severity where that is not error.
    var outline: [String] {
        violations.map { "\($0.code) \($0.path.pointer)" + ($0.severity == .error ? "" : " \($0.severity)") }
    }
}
