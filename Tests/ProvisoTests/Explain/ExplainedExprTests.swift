import Proviso
import Testing

/// What an explanation says of the parts of expressions.
struct ExplainedExprTests {
    struct Row: Sendable, CustomStringConvertible {
        let description: String
        let rule: String
        let record: String
        let lines: [String]
        var absent: [String] = []

        init(_ description: String, _ rule: String, _ record: String, _ lines: [String], without absent: [String] = [])
        {
            (self.description, self.rule, self.record) = (description, rule, record)
            (self.lines, self.absent) = (lines, absent)
        }
    }

    static let rows: [Row] = [
        Row(
            "both halves with is()", "[a, expr, { must: \"is(email, this) || is(url, this)\" }]", #"{"a":"foo"}"#,
            ["is(email, this) = false", "is(url, this) = false", "is(email, this) || is(url, this) = false"]),
        Row(
            "is() with options", "[a, expr, { must: \"is(string, this, {'max': 2}) && this != 'x'\" }]",
            #"{"a":"foo"}"#,
            ["is(string, this, {'max': 2}) = false", "this != 'x' = true"]),
        Row(
            "both sides of a comparison", "[a, expr, { must: \"!(a > b + 1)\" }]", #"{"a":9,"b":2}"#,
            ["b + 1 = 3", "a > b + 1 = true", "!(a > b + 1) = false"]),
        Row(
            "the branch that was taken", "[a, expr, { must: \"b == 0 ? a > 5 : a / b > 1\" }]", #"{"a":3,"b":0}"#,
            ["b == 0 = true", "a > 5 = false"], without: ["a / b"]),
        Row(
            "what was not needed and has no value", "[a, expr, { must: \"b == 0 || a / b > 10\" }]", #"{"a":3,"b":0}"#,
            ["b == 0 = true"], without: ["a / b"]),
        Row(
            "what was not needed and has a value", "[a, expr, { must: \"a > 5 && b > 5\" }]", #"{"a":3,"b":9}"#,
            ["a > 5 = false", "b > 5 = true", "a > 5 && b > 5 = false"]),
        Row(
            "the item that is false", "[list, expr, { must: \"list.all(i, i.n > 0 && i.n < 9)\" }]",
            #"{"list":[{"n":1},{"n":0},{"n":-1}]}"#,
            ["i = {\"n\":0} (item 2: i.n > 0 && i.n < 9 is false)", "list.all(i, i.n > 0 && i.n < 9) = false"]),
        Row(
            "the item that is true", "[list, expr, { must: \"!list.exists(i, i.n > 5)\" }]",
            #"{"list":[{"n":1},{"n":7}]}"#, ["i = {\"n\":7} (item 2: i.n > 5 is true)"]),
        Row(
            "the item without a value", "[list, expr, { must: \"list.map(i, 6 / i.n).sum() > 1\" }]",
            #"{"list":[{"n":1},{"n":0}]}"#,
            ["i = {\"n\":0} (item 2: 6 / i.n: a number is divided by zero)"]),
        Row(
            "a condition", "{ attributes: a, type: required, when: { expr: \"b > 1 && is(email, c)\" } }",
            #"{"b":2,"c":"x"}"#,
            ["b > 1 && is(email, c) is false", "b = 2", "b > 1 = true", "is(email, c) = false"],
            without: ["b > 1 && is(email, c) = false"]),
        Row(
            "a condition with a missing value", "{ attributes: a, type: required, when: { expr: \"b > 1\" } }", "{}",
            ["b > 1 is false: b is missing"]),
        Row(
            "a condition that has no value", "{ attributes: a, type: required, when: { expr: \"6 / b > 1\" } }",
            #"{"b":0}"#,
            ["6 / b > 1 is false: the expression has no value", "6 / b > 1 = no value (a number is divided by zero)"]),
        Row(
            "a condition with a value that has an error",
            "{ attributes: a, type: required, unless: { expr: \"b > 1\" } }",
            #"{"b":"x"}"#, ["b > 1 is false: the expression has no value"]),
        Row(
            "a condition in another one",
            "{ attributes: a, type: required, when: { any: [{ expr: \"b > 1\" }, [c, required]] } }",
            #"{"b":0}"#, ["b > 1 is false", "b = 0", "c required is false: c = absent"]),
        Row(
            "numbers that are strings", "[list, expr, { must: \"list[0].n > 10\" }]", #"{"list":[{"n":"9"}]}"#,
            ["list[0].n = 9", "list[0].n > 10 = false"]),
    ]

    @Test(arguments: rows) func theLinesAreThere(_ row: Row) throws {
        let rules = """
            rules:
              - \(row.rule)
              - [[b, list.*.n], integer]
              - [c, string]
              - [list, safe]
            """
        let plan = try Plan(RuleSet(parsing: rules, file: "r.yaml"))
        let value = try AnyValue(json: row.record)
        let explanation = try plan.explain(value)
        let lines = ExplainPageTests.lines(explanation.turns)
        for line in row.lines { #expect(lines.contains(line), "\(row): \(lines)") }
        for text in row.absent { #expect(!lines.contains { $0.hasPrefix(text) }, "\(row): \(lines)") }
        #expect(explanation.report == (try plan.validate(value)))
    }

    @Test(arguments: ["when", "unless"]) func `a rule is skipped because its condition has no value`(key: String) throws
    {
        let rules = "rules:\n  - [b, number]\n  - { attributes: a, type: required, \(key): { expr: \"b > 1\" } }\n"
        let plan = try Plan(RuleSet(parsing: rules, file: "r.yaml"))
        let lines = ExplainPageTests.lines(try plan.explain(["b": "x"]).turns)
        #expect(lines.contains("skipped a required: its condition has no value"), "\(lines)")
        #expect(lines.contains("b > 1 is false: the expression has no value"), "\(lines)")
    }

    /// An error of what the expression reads is the reason, and is reported already.
    @Test func whatIsNotReportedSaysWhy() throws {
        let rules = "rules:\n  - [b, number]\n  - [a, expr, { must: \"b > 1\" }]\n"
        let plan = try Plan(RuleSet(parsing: rules, file: "r.yaml"))
        let lines = ExplainPageTests.lines(try plan.explain(["a": 1, "b": "x"]).turns)
        let line = lines.last { $0.hasPrefix("b > 1 = no value (") }
        #expect(line?.hasSuffix("; not reported: a value that it reads already has an error)") ?? false, "\(lines)")
        #expect(lines.contains("passed a expr: 1"), "\(lines)")
    }
}
