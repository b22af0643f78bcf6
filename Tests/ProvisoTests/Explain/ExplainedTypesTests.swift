import Proviso
import Testing

/// What an explanation says of own types and of `nulls`.
struct ExplainedTypesTests {
    private static let types = """
        types:
          key:
            rules: [trim, [string, { max: 6 }], [match, { pattern: "^[a-z]+$" }]]
          sku:
            rules: [string, [match, { pattern: "^[A-Z]{3}$" }]]
            code: sku.invalid
          code: [key]
        messages: { en: { sku.invalid: "Not a SKU." } }
        """

    private static func explain(_ rules: String, _ record: String) throws -> Explanation {
        let plan = try Plan(RuleSet(parsing: "\(types)\nrules:\n\(rules)\n", file: "r.yaml"))
        let value = try AnyValue(json: record)
        let explanation = try plan.explain(value)
        #expect(explanation.report == (try plan.validate(value)))
        return explanation
    }

    struct Row: Sendable {
        let type: String
        let value: String
        let lines: [String]
    }

    static let rows: [Row] = [
        Row(type: "key", value: "absent", lines: ["skipped a key: the value is empty"]),
        Row(type: "key", value: #""""#, lines: ["skipped a key: the value is empty"]),
        Row(
            type: "key", value: #""abc""#,
            lines: [
                #"passed a key: "abc""#, #"passed a trim: "abc""#, #"passed a string: "abc""#,
                #"passed a match: "abc""#,
            ]),
        Row(
            type: "key", value: #"" A""#,
            lines: [#"failed a key: " A""#, #"a changed from " A" to "A""#, #"failed a match: "A""#]),
        Row(
            type: "key", value: #""abcdefgh""#,
            lines: [#"failed a string: "abcdefgh""#, "blocked a match: by the error of string (r.yaml:3:20)"]),
        Row(
            type: "sku", value: #""ab""#,
            lines: [#"failed a sku: "ab""#, #"passed a string: "ab""#, #"failed a match: "ab""#]),
        Row(type: "sku", value: "null", lines: ["skipped a sku: the value is empty"]),
        Row(type: "code", value: "null", lines: ["skipped a code: the value is empty"]),
        Row(
            type: "code", value: #""A""#,
            lines: [#"failed a code: "A""#, #"failed a key: "A""#, #"failed a match: "A""#]),
    ]

    @Test(arguments: rows) func theRulesOfATypeHaveTurns(_ row: Row) throws {
        let record = row.value == "absent" ? "{}" : #"{"a":\#(row.value)}"#
        let lines = ExplainPageTests.lines(try Self.explain("  - [a, \(row.type)]", record).turns)
        for line in row.lines { #expect(lines.contains(line), "\(row): \(lines)") }
    }

    @Test func theRulesOfATypeHaveTheirPlaces() throws {
        let turn = try Self.explain("  - [a, sku]", #"{"a":"ab"}"#).turns[0]
        #expect(turn.inner.map { $0.rule.position?.line } == [5, 5])
        #expect(turn.violations.map(\.code) == ["sku.invalid"])
        #expect(turn.inner.map { $0.violations.map(\.code) } == [[], ["match.invalid"]])
    }

    @Test func aTypeWithAShapeHasBoth() throws {
        let rules = """
            types: { box: [present, [shape, { name: size }]] }
            shapes: { size: [[w, required]] }
            rules: [[a, box]]
            """
        let plan = try Plan(RuleSet(parsing: rules, file: "r.yaml"))
        let lines = ExplainPageTests.lines(try plan.explain(["a": ["w": ""]]).turns)
        #expect(lines.contains(#"failed a shape: {"w":""}"#), "\(lines)")
        #expect(lines.contains(#"failed a.w required: """#), "\(lines)")
    }

    /// The items of another list are not those that the rule is in.
    @Test(arguments: [
        ("items.*.wh, in, { range: { attribute: warehouses.*.id } }", #"warehouses.*.id = ["A","B"]"#),
        ("items.*.wh, in, { range: { attribute: items.*.opts.*.id } }", #"items.1.opts.*.id = ["Z"]"#),
        ("items.*.wh, in, { range: { attribute: items.*.allowed } }", #"items.1.allowed = ["C"]"#),
        ("map.*.wh, in, { range: { attribute: warehouses.*.id } }", #"warehouses.*.id = ["A","B"]"#),
    ])
    func valuesOfOtherListsAreTheirs(_ rule: String, _ line: String) throws {
        let data = """
            {"warehouses":[{"id":"A"},{"id":"B"}],"map":{"k":{"wh":"C"}},"items":[{"wh":"A","id":"item-1","opts":[{"id":"Y"}]},
            {"wh":"C","id":"item-2","opts":[{"id":"Z"}],"allowed":["C"]}]}
            """
        let lines = ExplainPageTests.lines(try Self.explain("  - [\(rule)]", data).turns)
        #expect(lines.contains(line), "\(lines)")
        #expect(!lines.contains { $0.contains("item-") }, "\(lines)")
    }

    @Test func nullsAreNoRules() throws {
        let rules = """
            nulls:
              - NA
              - n/a
            rules:
              - [temp, number]
              - { attributes: unit, type: required, when: [temp, required] }
            """
        let plan = try Plan(RuleSet(parsing: rules, file: "r.yaml"))
        let turns = try plan.explain(["temp": "n/a", "unit": "C"]).turns
        #expect(
            ExplainPageTests.lines(turns) == [
                "skipped temp number: the value is empty", #"temp was "n/a", which nulls (r.yaml:3:5) makes null"#,
                "skipped unit required: when is false", "when is false", "temp required is false: temp = null",
                #"temp was "n/a", which nulls (r.yaml:3:5) makes null"#,
            ])
        let items = try Plan(RuleSet(parsing: "nulls: [NA]\nrules: [[\"items.*.qty\", integer]]", file: "r.yaml"))
        for value: AnyValue in [["items": []], ["items": 3], [:]] {
            #expect(try items.explain(value).turns.allSatisfy { $0.rule.type != "nulls" }, "\(value)")
        }
        let shape = try Plan(
            RuleSet(
                parsing: "nulls: [NA]\nshapes: { s: [[qty, required]] }\nrules: [[\"items.*\", shape, { name: s }]]",
                file: "r.yaml"))
        let lines = ExplainPageTests.lines(try shape.explain(["items": [["qty": "NA"]]]).turns)
        #expect(lines.contains(#"items.0.qty was "NA", which nulls (r.yaml:1:9) makes null"#), "\(lines)")
        #expect(plan.plannedRules(in: RuleSet.defaultScenario).map(\.rule.type) == ["number", "required"])
        #expect(try plan.explain(["temp": "1"]).turns.map(\.notes).joined().contains { $0.contains("nulls") } == false)
    }
}
