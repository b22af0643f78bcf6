import Proviso
import Testing

/// In which order violations come, and where those of sets are.
@Suite struct ViolationOrderTests {
    struct Line: ParsableModel {
        var sku = ""
        var note: String?
        static let attributes: [Attribute<Line>] = [
            Attribute("sku", \.sku, hasDefault: true), Attribute("note", \.note),
        ]
        static let ruleSet = RuleSet(
            rules: [Rule("note", .string(max: 1)), Rule("sku", .required), Rule("sku", .match("^[A-Z]$"))])
    }

    struct Order: ParsableModel {
        var customer = ""
        var lines: [Line] = []
        var last = ""
        static let attributes: [Attribute<Order>] = [
            Attribute("customer", \.customer, hasDefault: true), Attribute("lines", \.lines, hasDefault: true),
            Attribute("last", \.last, hasDefault: true),
        ]
        static let ruleSet = RuleSet(rules: [
            Rule("last", .required), Rule("customer", .required), Rule("lines", .count(min: 9)),
        ])
    }

    @Test func violationsOfAModelAreInTheOrderOfItsAttributes() async throws {
        var order = Order(lines: [Line(sku: "aa", note: "xx"), Line(), Line(sku: "bb")])
        let expected = [
            "customer", "lines", "lines.0.sku", "lines.0.note", "lines.1.sku", "lines.2.sku", "last",
        ]
        let json = #"{"lines":[{"sku":"aa","note":"xx"},{},{"sku":"bb"}]}"#
        let async = try AsyncModelPlan(Order.self)
        for report in [
            try ModelPlan(Order.self).validate(&order), try ModelPlan(Order.self).parse(json: json).report,
            try await async.validate(&order), try await async.parse(json: json).report,
        ] {
            #expect(report.violations.map { $0.path.description } == expected)
        }
    }

    struct Tagged: ParsableModel {
        var tags: Set<String> = []
        var numbers: Set<Int>?
        var deep: [String: Set<String>] = [:]
        static let attributes: [Attribute<Tagged>] = [
            Attribute("tags", \.tags, hasDefault: true), Attribute("numbers", \.numbers),
            Attribute("deep", \.deep, hasDefault: true),
        ]
        static let ruleSet = RuleSet(
            rules: [
                Rule("tags", .distinct()), Rule("tags.*", .string(max: 3)), Rule("numbers.*", .integer(max: 5)),
                Rule("deep.*.*", .string(max: 3)),
            ])
    }

    @Test(arguments: [
        (#"{"tags":["a","b","toolong","c","d","e","b"]}"#, ["tags distinct.duplicate", "tags.2 string.tooLong"]),
        (#"{"numbers":[9,1,8]}"#, ["numbers.0 number.tooBig", "numbers.2 number.tooBig"]),
        (#"{"tags":["b","a"],"numbers":null}"#, []),
    ])
    func itemsOfSetsAreThoseOfTheData(json: String, found: [String]) throws {
        for _ in 0..<4 {
            let report = try ModelPlan(Tagged.self).parse(json: json).report
            #expect(report.violations.map { "\($0.path) \($0.code)" } == found)
        }
    }

    @Test func withoutDataItemsOfSetsAreSorted() throws {
        for _ in 0..<4 {
            var tagged = Tagged(
                tags: ["b", "toolong", "a", "alsolong"], numbers: [10, 9, 1], deep: ["k": ["long2", "long1"]])
            let report = try ModelPlan(Tagged.self).validate(&tagged)
            #expect(
                report.violations.map { "\($0.path)" } == [
                    "tags.1", "tags.3", "numbers.1", "numbers.2", "deep.k.0", "deep.k.1",
                ])
        }
    }
}
