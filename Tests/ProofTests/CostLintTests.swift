import Proviso
import ProvisoProof
import Testing

/// How the cost of rules grows with a record, as a rule file says it.
@Suite struct CostLintTests {
    private static func texts(_ rules: String) throws -> [String] {
        CostLint.costs(of: try SampleTests.plan("rules:\n\(rules)")).map(\.text)
    }

    @Test(arguments: [
        ("- [a, integer]", "1"), ("- [items.*.a, integer]", "items"), ("- [a.*.b.*.c, integer]", "a.*.b"),
        ("- [a, expr, { must: \"a.all(x, x > 0)\" }]", "a"),
        ("- [a, expr, { must: \"a.all(x, a.exists(y, x == y + 1))\" }]", "a²"),
        ("- [a, expr, { must: \"a.all(x, a.all(y, a.all(z, x + y > z)))\" }]", "a³"),
        ("- [a.*, expr, { must: \"a.all(y, this + y > 0)\" }]", "a²"),
        ("- [a, expr, { must: \"a.all(x, b.all(y, x > y))\" }]", "a × b"),
        // Parts of items are parts of one record.
        ("- [a, expr, { must: \"a.all(x, x.tags.all(t, t.matches('a')))\" }]", "a.*.tags"),
        ("- [a, expr, { must: \"a.all(x, x in b)\" }]", "a"),
        ("- [a, expr, { must: \"a.all(x, a.size() > x)\" }]", "a"),
        ("- [a, expr, { must: \"a.map(x, x.v).sum() > 3\" }]", "a"),
        ("- [a, expr, { must: \"a.all(x, b.contains(x))\" }]", "a × b"),
        ("- [a, expr, { must: \"lists.range(a.size()).all(i, lists.range(a.size() - 1).all(j, i != j + 1))\" }]", "a²"),
        ("- [a, expr, { must: \"lists.range(9).all(i, math.abs(i) < 9)\" }]", "1"),
        ("- { attributes: a.*, type: integer, when: { anyItem: [b.*, compare, { compareValue: 1 }] } }", "a"),
    ])
    func theDegreeOfARuleIsKnown(_ rule: String, _ expected: String) throws {
        #expect(try Self.texts("  - [b, safe]\n  " + rule).last == expected, "\(rule)")
    }

    @Test func theAdviceLowersTheDegree() throws {
        let pairs = "  - [a, expr, { must: \"a.all(x, a.exists(y, x == y + 1))\" }]"
        let plan = try SampleTests.plan("rules:\n" + pairs)
        let (lines, hasAdvice) = CostLint.lines(of: plan)
        #expect(hasAdvice && lines[0].reason.contains("{ attributes: a, type: count, max: 1000, bail: true }"))
        let limit = "  - { attributes: a, type: count, max: 1000, bail: true }\n"
        // Two items may still be strings of any length.
        #expect(try Self.texts(limit + pairs) == ["1", "a.*"])
        #expect(try !CostLint.lines(of: SampleTests.plan("rules:\n" + limit + pairs)).hasAdvice)
    }

    @Test func manyRulesOfOneAttributeTakeNoTime() throws {
        let rules = (0..<800).map { "  - [a, string, { min: 1, max: \($0 + 2) }]\n" }.joined()
        let advice = RuleLint.advice(on: try SampleTests.plan("rules:\n" + rules), searches: false)
        // One for each bound that a stricter one makes useless.
        #expect(advice.count < 1_700)
    }
}
