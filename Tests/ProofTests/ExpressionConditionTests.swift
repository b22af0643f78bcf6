import Proviso
import Testing

@testable import ProvisoProof

/// Conditions that are expressions: samples, mutants, and the parts that cases do not show.
@Suite struct ExpressionConditionTests {
    @Test(arguments: [
        "{ attributes: state, type: required, when: { expr: \"country == 'US' && total > 100\" } }",
        "{ attributes: state, type: required, unless: { expr: \"age < 18 || guest == true\" } }",
        "{ attributes: state, type: required, when: { all: [{ expr: \"a >= 3\" }, [b, required]] } }",
        "{ attributes: state, type: required, when: [total, expr, { must: \"this > limit\" }] }",
        "{ attributes: items.*.reason, type: required, when: [items.*.n, expr, { must: \"this > 3\" }] }",
        "{ attributes: list, type: contains, where: { expr: \"this.n > 3\" } }",
    ])
    func `rules have samples of both kinds`(rule: String) throws {
        let plan = try SampleTests.plan("rules:\n  - \(rule)\n  - [[country, guest, limit, total, a, b, age], safe]")
        let maker = try SampleMaker(plan)
        let target = try #require(maker.targets.first)
        let samples = maker.samples(of: target)
        #expect(!samples.valid.isEmpty, "\(samples.validReason ?? "")")
        #expect(!samples.invalid.isEmpty, "\(samples.invalidReason ?? "")")
        let verifier = try Verifier(plan, scenario: RuleSet.defaultScenario)
        for sample in samples.valid { #expect(verifier.violations(of: sample.record).isEmpty) }
        for sample in samples.invalid {
            let found = verifier.violations(of: sample.record)
            #expect(!found.isEmpty && found.allSatisfy { $0.rule.id == target.id }, "\(sample.record.json)")
        }
    }

    @Test func `operands of an expression are dropped one by one`() {
        let texts = ExprOperands.dropped("(a < 1 || b == '&& x') && f(c && d, 2)").map(\.1)
        #expect(
            texts == [
                "( b == '&& x') && f(c && d, 2)", "(a < 1 ) && f(c && d, 2)", "f(c && d, 2)",
                "(a < 1 || b == '&& x')", "(a < 1 || b == '&& x') && f( d, 2)", "(a < 1 || b == '&& x') && f(c , 2)",
            ])
        #expect(ExprOperands.dropped("a || b && c").map(\.1) == ["b && c", "a", "a || c", "a || b"])
        // The first of many are enough, also where all are alike.
        let many = (0..<100).map { "a\($0) > 0" }.joined(separator: " && ")
        #expect(ExprOperands.dropped(many).count == 12)
        #expect(ExprOperands.dropped(Array(repeating: "a", count: 100).joined(separator: " && ")).count == 1)
        #expect(ExprOperands.dropped("a < 1").isEmpty && ExprOperands.dropped("&&").isEmpty)
    }

    @Test func `mutants change expressions, drop parts and shapes`() throws {
        let plan = try SampleTests.plan(
            """
            rules:
              - { attributes: a, type: required, when: { expr: "n >= 3 && m < 2" } }
              - { attributes: b, type: required, when: { any: [[n, integer], [m, required]] } }
              - { attributes: pay, type: oneOf, by: kind, shapes: { card: [[number, required]], cash: [[till, integer]], none: [] } }
            """)
        let run = MutationRun(plan, [])
        let mutants = run.mutants()
        let lines = mutants.map(\.change)
        for wanted in ["n > 3 && m < 2", "n >= 3 || m < 2", "n >= 3 && m <= 2", "→ m < 2", "part 1 of 2 dropped"] {
            #expect(lines.contains { $0.hasPrefix("in 'when': ") && $0.hasSuffix(wanted) }, "\(wanted): \(lines)")
        }
        #expect(lines.contains("shape 'card' dropped") && lines.contains("shape 'none' dropped"))
        run.run(mutants)
        let without = run.survivors.filter { $0.witness == nil }
        #expect(without.isEmpty, "\(without.map(\.mutant.line))")
    }

    @Test func `parts that no case shows are named with their place`() throws {
        func branches(_ cases: String) throws -> [String] {
            let plan = try SampleTests.plan(
                """
                rules:
                  - attributes: a
                    type: required
                    when: { any: [[n, integer, { min: 3 }], [m, required]] }
                  - [t, expr, { must: "t > 1 && u < 5" }]
                  - [u, safe]
                tests:

                """ + cases)
            return CaseCoverage(plan, plan.ruleSet.tests).branches
        }
        let some = """
              - { record: { n: 3 }, valid: false }
              - { record: { n: 1 }, valid: true }
              - { record: { t: 0, u: 1 }, valid: false }
              - { record: { t: 2, u: 1 }, valid: true }

            """
        let found = try branches(some)
        #expect(found.count == 2, "\(found)")
        #expect(found.contains { $0.contains("4:") && $0.contains("in no case 'm required' is true") }, "\(found)")
        #expect(found.contains { $0.contains("in no case 'u < 5' is false") }, "\(found)")
        let all = some + "  - { record: { m: 1 }, valid: false }\n  - { record: { t: 2, u: 7 }, valid: false }\n"
        #expect(try branches(all).isEmpty)
    }
}
