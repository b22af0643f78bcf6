import Proviso
import ProvisoEditing
import ProvisoProof
import TestSupport
import Testing

/// What a page about rules costs: its searches share one budget, and what they do not find is shown as it is written.
struct PageCostTests {
    private static func page(_ rules: String, _ effort: Effort) throws -> String {
        let plan = try Plan(RuleSet(parsing: rules))
        let maker = RulePageMaker(
            plan, plan.localizer(Localizer(preferring: ["en"])), effort: effort, known: { _, _ in [] },
            severity: { "\($0)" })
        return maker.page(title: "Rules").markdown
    }

    private static func rules(_ count: Int) -> String {
        "rules: [\((0..<count).map { "[a\($0), integer, {min: \($0)}]" }.joined(separator: ", "))]"
    }

    @Test func whatIsNotFoundWithinTheBudgetIsShownAsItIsWritten() throws {
        let found = try Self.page(Self.rules(3), Effort())
        #expect(found.contains("must be at least 2.") && !found.contains("min: 2"))
        let none = try Self.page(Self.rules(3), Effort(0))
        #expect(!none.contains("at least") && none.contains("min: 2"), "\(none)")
        // Some of many are found, and all are on the page.
        let some = try Self.page(Self.rules(100), Effort(500_000))
        #expect(some.contains("must be at least 0.") && !some.contains("must be at least 99."))
        #expect(some.contains("min: 99"))
        #expect(try Self.page(Self.rules(100), Effort(500_000)) == some)
    }

    /// 432 bytes: each record of the search makes strings of a megabyte.
    @Test func theWorkOfAnExpressionIsPaidByThePage() throws {
        let effort = Effort(500_000)
        let must = "s\(String(repeating: ".replace('a','aa')", count: 20)).size() > 0"
        let text = try Self.page("rules: [[s, string], [s, expr, {must: \"\(must)\"}], [z, string, {min: 7}]]", effort)
        #expect(effort.isSpent)
        #expect(text.contains("min: 7") && text.contains("replace"))
    }

    /// What the searches for a page take.
    private static func work(_ rules: String) throws -> Int {
        let effort = Effort()
        _ = try page(rules, effort)
        #expect(!effort.isSpent)
        return Effort.usual - effort.left
    }

    @Test func aRuleForManyAttributesIsSearchedOnce() throws {
        func rules(_ names: [String], _ body: String) -> String {
            "rules: [[[\(names.joined(separator: ", "))], \(body)]]"
        }
        let many = (0..<60).map { "a\($0)" }
        for body in ["integer, {min: 3}", "required", "string, {max: 9}", "match, {pattern: '^[a-z]{3}$'}"] {
            let (one, all) = (try Self.work(rules(["a0"], body)), try Self.work(rules(many, body)))
            #expect(all < 2 * one, "\(body): \(one) \(all)")
        }
        // Each has its own name in the message, wherever it is.
        let text = try Self.page(rules(["price", "lines.*.sku"], "string, {max: 9}"), Effort())
        #expect(text.contains("Price must contain at most 9") && text.contains("Sku must contain at most 9"), "\(text)")
    }

    /// What looks alike is not the same: a word and a number, two unions, a message of a rule's own.
    @Test func rulesThatDifferLittleHaveTheirOwnTexts() throws {
        let text = try Self.page(
            """
            shapes: {s: [[x, required]]}
            rules:
              - [a, in, {range: [1, 2]}]
              - [b, in, {range: ["1", "2"], strict: true}]
              - [c, oneOf, {shapes: {k: [[x, required]]}}]
              - [d, oneOf, {shapes: {k: [[y, integer]]}}]
              - {attributes: e, type: string, max: 4, message: "{attribute}: four"}
              - [f, string, {max: 4}]
            """, Effort())
        #expect(text.contains("E: four") && text.contains("F must contain at most 4"), "\(text)")
        #expect(text.contains("D Y must be a whole number") || text.contains("Y must be a whole number"), "\(text)")
    }

    /// How an export grows with its rules.
    private static func exportGrowth(from count: Int, _ rules: (Int) -> String) throws -> Double {
        try growth(from: count) { count in
            let plan = try Plan(RuleSet(parsing: rules(count)))
            _ = SchemaExport(plan, scenario: RuleSet.defaultScenario, title: "t")
        }
    }

    private static func list(_ count: Int, _ item: (Int) -> String) -> String {
        "[" + (0..<count).map(item).joined(separator: ", ") + "]"
    }

    @Test(arguments: ["integer, {min: 1}", "string, {max: 9}", "required"])
    func anExportTakesTimeInProportionToItsRules(body: String) throws {
        let ratio = try Self.exportGrowth(from: 30) { "rules: \(Self.list($0) { "[a\($0), \(body)]" })" }
        #expect(ratio < 24, "\(ratio)")
    }

    @Test func anExportTakesTimeInProportionToItsLists() throws {
        let ratio = try Self.exportGrowth(from: 60) { "rules: [[a, in, {range: \(Self.list($0) { "v\($0)" })}]]" }
        #expect(ratio < 24, "\(ratio)")
    }

    @Test func anExportTakesTimeInProportionToItsShapes() throws {
        let ratio = try Self.exportGrowth(from: 20) { count in
            let shapes = (0..<count).map { "s\($0): [[x, integer]]" }.joined(separator: ", ")
            return "shapes: {\(shapes)}\nrules: \(Self.list(count) { "[a\($0), shape, {name: s\($0)}]" })"
        }
        #expect(ratio < 24, "\(ratio)")
    }

    @Test func aPageOfRulesTakesTimeInProportion() throws {
        let ratio = try growth(from: 60) { _ = try Self.page(Self.rules($0), Effort(0)) }
        #expect(ratio < 24)
    }
}
