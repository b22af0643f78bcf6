import Foundation
import Proviso
import Testing

/// What rule files say, in Swift: the rows of the table in Docs/RuleFiles.md.
@Suite struct SwiftSpellingTests {
    struct Row: Sendable {
        let file: String
        let swift: RuleSet
        let records: [String]

        init(_ file: String, _ swift: RuleSet, _ records: String...) {
            (self.file, self.swift, self.records) = (file, swift, records)
        }
    }

    static let rows: [Row] = [
        Row(
            "closed: true\nrules: [[a, string]]", RuleSet(rules: [Rule("a", .string)], closed: true),
            #"{"a": "x", "b": 1}"#,
            #"{"a": "x"}"#),
        Row(
            "rules: [[., keys, { prohibited: [b] }]]", RuleSet(rules: [Rule(".", .keys(prohibited: ["b"]))]),
            #"{"b": 1}"#, "{}"),
        Row(
            "rules: [{ attributes: a, type: required, when: { any: [[b, required], [c, isNull]] } }]",
            RuleSet(rules: [
                Rule(["a"], .required, when: [.any(Condition("b", .required), Condition("c", .type("isNull")))])
            ]), #"{"b": 1}"#, #"{"c": null}"#, #"{"c": 1}"#),
        Row(
            "rules: [{ attributes: a, type: required, when: { expr: 'b > 5' } }, [b, safe]]",
            RuleSet(rules: [Rule(["a"], .required, when: [.expr("b > 5")]), Rule("b", .safe)]), #"{"b": 6}"#,
            #"{"b": 5}"#),
        Row(
            "rules: [{ attributes: a, type: required, when: { anyItem: [items.*.x, integer] } }]",
            RuleSet(rules: [Rule(["a"], .required, when: [.anyItem(Condition("items.*.x", .integer()))])]),
            #"{"items": [{"x": "z"}, {"x": 1}]}"#, #"{"items": [{"x": "z"}]}"#),
        Row(
            "rules: [[end, date, { min: { attribute: start, plus: P1D } }]]",
            RuleSet(rules: [Rule("end", .date(min: ["attribute": "start", "plus": "P1D"]))]),
            #"{"start": "2026-01-01", "end": "2026-01-01"}"#, #"{"start": "2026-01-01", "end": "2026-01-02"}"#),
        Row(
            "rules: [[tags, contains, { rule: [in, { range: [x] }], min: 2 }]]",
            RuleSet(rules: [Rule("tags", .contains(.in(["x"]), min: 2))]), #"{"tags": ["x"]}"#, #"{"tags": ["x", "x"]}"#
        ),
        Row(
            "rules: [[items, distinct, { by: sku }], [items, sorted, { by: sku }]]",
            RuleSet(rules: [Rule("items", .distinct(by: "sku")), Rule("items", .sorted(by: "sku"))]),
            #"{"items": [{"sku": 2}, {"sku": 1}]}"#, #"{"items": [{"sku": 2}, {"sku": 2}]}"#),
        Row(
            "rules: [[pay, oneOf, { by: kind, shapes: { card: [[number, required]], cash: [[till, required]] } }]]",
            RuleSet(rules: [
                Rule(
                    "pay",
                    .oneOf(
                        by: "kind",
                        ["card": RuleShape(Rule("number", .required)), "cash": RuleShape(Rule("till", .required))]))
            ]), #"{"pay": {"kind": "card"}}"#, #"{"pay": {"kind": "cash", "till": 1}}"#, #"{"pay": {"kind": "x"}}"#),
        Row(
            "shapes: { node: [[name, required], [children.*, shape, { name: node }]] }\nrules: [[root, shape, { name: node }]]",
            RuleSet(
                rules: [Rule("root", .shape("node"))],
                shapes: ["node": RuleShape(Rule("name", .required), Rule("children.*", .shape("node")))]),
            #"{"root": {"name": "a", "children": [{"name": "b"}, {}]}}"#, #"{"root": {"name": "a"}}"#),
        Row(
            "rules: [[c, expr, { must: 'a + b <= c', code: sum.tooBig, with: { sum: a + b } }], [[a, b], safe]]",
            RuleSet(rules: [
                Rule("c", .expr("a + b <= c", code: "sum.tooBig", with: ["sum": "a + b"])), Rule(["a", "b"], .safe),
            ]),
            #"{"a": 1, "b": 2, "c": 2}"#, #"{"a": 1, "b": 2, "c": 3}"#),
        Row(
            "types: { sku: { rules: [[string, { max: 4 }]], code: sku.invalid } }\nrules: [[a, sku]]",
            RuleSet(
                rules: [Rule("a", .type("sku"))],
                types: [RuleDefinition("sku", of: [.string(max: 4)], code: "sku.invalid")]),
            #"{"a": "12345"}"#, #"{"a": "1234"}"#),
    ]

    @Test func bothSayTheSame() throws {
        for row in Self.rows {
            let plans = [try Plan(RuleSet(parsing: row.file)), try Plan(row.swift)]
            var isFound = false
            for record in row.records {
                let found = try plans.map { try RuleParts.findings($0, record) }
                #expect(found[0] == found[1], "\(row.file) \(record)")
                isFound = isFound || !found[0].isEmpty
            }
            #expect(isFound, "no record is invalid by \(row.file)")
        }
    }

    @Test func theNullsOfSwiftAreThoseOfFiles() throws {
        var ruleSet = RuleSet(rules: [Rule("a", .integer()), Rule("items.*.b", .required)])
        ruleSet.data.nulls = ["NA"]
        #expect(
            try RuleParts.findings(Plan(ruleSet), #"{"a": "NA", "items": [{"b": "NA"}]}"#) == [
                "required.blank /items/0/b"
            ])
        let file = "nulls: [NA]\nrules: [[a, integer], [items.*.b, required]]"
        #expect(
            try RuleParts.findings(in: file, #"{"a": "NA", "items": [{"b": "NA"}]}"#) == ["required.blank /items/0/b"])
    }

    /// A list or a map is a record, too.
    @Test func aPathMayBeginWithEveryMember() throws {
        let rules = "rules: [['*.name', required], ['*.n', integer]]"
        #expect(
            try RuleParts.findings(in: rules, #"{"a": {"name": "x", "n": 1}, "b": {"n": "z"}}"#)
                == ["required.blank /b/name", "integer.type /b/n"])
        #expect(
            try RuleParts.findings(in: rules, #"[{"name": "x"}, {"n": "q"}]"#)
                == ["required.blank /1/name", "integer.type /1/n"])
    }
}
