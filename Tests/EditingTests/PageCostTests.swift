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

    @Test func aPageOfRulesTakesTimeInProportion() throws {
        let ratio = try growth(from: 60) { _ = try Self.page(Self.rules($0), Effort(0)) }
        #expect(ratio < 24)
    }
}
