import Proviso
import Testing

/// Which words a violation gets.
struct PlanMessageTests {
    struct Row: Sendable {
        let options: String
        let rest: String
        let record: AnyValue
        let english: [String]
        let german: [String]
        let location: SourceLocation

        /// `options` are those of the rule `[a, minimum, …]`, `rest` is added to the file.
        init(
            _ options: String, _ rest: String = "", record: AnyValue = ["a": 1], en: String..., de: String...,
            at location: SourceLocation = #_sourceLocation
        ) {
            self.options = options
            self.rest = rest
            self.record = record
            english = en
            german = de
            self.location = location
        }
    }

    private static let both =
        "messages: {en: {minimum.tooSmall: 'set {limit}'}, de: {minimum.tooSmall: 'satz {limit}'}}"

    static let rows = [
        Row("limit: 5, message: '{attribute} {limit}'", en: "A 5", de: "A 5"),
        Row("limit: 5, message: {en: eng, de: deu}", en: "eng", de: "deu"),
        Row("limit: 5, message: {en: eng, de-AT: aut}", both, en: "eng", de: "eng"),
        Row("limit: 5, message: {de-DE: deu, fr: fra}", both, en: "set 5", de: "deu"),
        Row("limit: 5, message: {de: deu}", both, en: "set 5", de: "deu"),
        Row("limit: 5, tooSmall: too small", both, en: "too small", de: "too small"),
        Row("limit: 5, tooSmall: {de: klein}", both, en: "set 5", de: "klein"),
        Row("limit: 5, tooSmall: too small, message: other", en: "too small", de: "too small"),
        Row("limit: 5, tooSmall: {de: klein}, message: other", en: "other", de: "klein"),
        Row("limit: 5, noNumber: x y, message: other", en: "other", de: "other"),
        Row("limit: 5, noNumber: x y, message: other", record: ["a": "t"], en: "x y", de: "x y"),
        Row("limit: 5", both, en: "set 5", de: "satz 5"),
        Row("limit: 5", "messages: {en: {minimum.tooSmall: only}}", en: "only", de: "only"),
        Row("limit: 5", en: "A is not valid. (minimum.tooSmall)", de: "A ist ungültig. (minimum.tooSmall)"),
        Row("limit: 5, message: '{attribute}'", "labels: {a: {en: Age, de: Alter}}", en: "Age", de: "Alter"),
        Row("limit: 5, message: '{attribute}'", "labels: {a: Age}", en: "Age", de: "Age"),
        Row("limit: 5, message: '{attribute}'", "labels: {a: {fr: Âge, en: Age}}", en: "Age", de: "Age"),
        Row("limit: 5, message: '{value} {limit}'", en: "1 5", de: "1 5"),
        Row("limit: 5, message: '{ value , number } !'", record: ["a": -1234.5], en: "-1,234.5 !", de: "-1.234,5 !"),
        Row("limit: 5", "messages: {en: {minimum.tooSmall: '{ value } small'}}", en: "1 small", de: "1 small"),
        Row("limit: 5, message: '{value}'", record: ["a": [1, "b"]], en: "1 or b", de: "1 oder b"),
    ]

    @Test(arguments: rows) func choosesTheWords(row: Row) throws {
        let text = "rules: [[a, minimum, {\(row.options)}]]\n\(row.rest)\n"
        let plan = try Plan(RuleSet(parsing: text), registry: .small)
        let report = try plan.validate(row.record)
        #expect(plan.localizer(preferring: "en").texts(report) == row.english, sourceLocation: row.location)
        #expect(plan.localizer(preferring: "de").texts(report) == row.german, sourceLocation: row.location)
    }

    @Test func rulesWithinRulesHaveTheirOwnWords() throws {
        let text = """
            rules:
              - [a, items, {rule: [minimum, {limit: 5, message: "{value} is less than {limit}"}], message: outer}]
              - [b, items, {rule: even, message: outer}]
              - [c, items, {rule: even}]
            messages:
              en: {even.odd: "{value} is odd"}
            """
        let plan = try Plan(RuleSet(parsing: text), registry: .small)
        let report = try plan.validate(["a": [1, 7, 2], "b": [3], "c": [5]])
        #expect(report.outline == ["minimum.tooSmall /a/0", "minimum.tooSmall /a/2", "even.odd /b/0", "even.odd /c/0"])
        let texts = plan.localizer(preferring: "en").texts(report)
        #expect(texts == ["1 is less than 5", "2 is less than 5", "outer", "5 is odd"])
    }

    /// What people typed stays out of reports that do not show it.
    @Test func valuesAreKeptOnlyWhereTheyAreShown() throws {
        let rules = [
            Rule("a", .even), Rule("b", .even, message: "odd"),
            Rule("c", .even, message: ["en": "odd", "de": "{value}"]),
            Rule("d", .minimum(5)),
        ]
        let plan = try Plan(RuleSet(rules: rules, messages: ["fr": ["minimum.tooSmall": "{value}"]]), registry: .small)
        let report = try plan.validate(["a": 1, "b": 1, "c": 1, "d": 1])
        let shown = report.violations.map { $0.parameters["value"] }
        #expect(shown == [nil, nil, .integer(1), .integer(1)])
    }

    @Test func swiftMessagesAreCheckedToo() {
        let unknown = Rule("a", .minimum(5), message: "{limmit}")
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(rules: [unknown])) }
        var problem = RuleMessages()
        problem.byProblem["tooSmal"] = MessageOverride("x")
        do throws(RuleSetError) {
            _ = try Plan(RuleSet(rules: [Rule("a", .minimum(5), message: problem)]))
            Issue.record("accepted")
        } catch {
            #expect(
                error.diagnostics.map(\.reason) == ["'minimum' has no violation 'tooSmal' for a message"],
                "\(error)")
            #expect(error.diagnostics.map(\.suggestion) == ["tooSmall"])
        }
    }
}
