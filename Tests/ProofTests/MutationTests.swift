import Proviso
import ProvisoProof
import Testing

/// Mutants, and the records that would have noticed them.
@Suite struct MutationTests {
    private static let rules = """
        rules:
          - [name, required]
          - [name, string, { min: 3, max: 8 }]
          - [code, match, { pattern: "^[A-Z]{2}-[0-9]+$" }]
          - { attributes: state, type: required, when: [country, in, { range: [US, CA] }] }
          - [[a, b], integer]
          - [b, expr, { must: "a + b <= 10" }]
          - [size, in, { range: [S, M, L] }]
          - { attributes: note, type: required, when: { expr: "size == 'L' && a > 2" } }
        """

    @Test func survivorsHaveARecordThatNoticesThem() throws {
        let plan = try SampleTests.plan(Self.rules)
        let run = MutationRun(plan, [])
        let mutants = run.mutants()
        #expect(mutants.count > 25)
        run.run(mutants)
        #expect(run.killed == 0 && run.survivors.count + run.refused == mutants.count)
        // `min: 2` and `min: 4` and all others differ for some record.
        let without = run.survivors.filter { $0.witness == nil }
        #expect(without.isEmpty, "\(without.map(\.mutant.line))")
        for survivor in run.survivors {
            guard let witness = survivor.witness else { continue }
            let test = try #require(
                try RuleTestReader.read(lines: Array(SampleText.line(witness, scenario: "default").utf8), file: "w")
                    .first)
            #expect(CaseRunner(plan).passes(test), "\(survivor.mutant.line)")
            let other = try Plan(survivor.mutant.ruleSet, registry: plan.registry)
            #expect(!CaseRunner(other).passes(test), "\(survivor.mutant.line)")
        }
    }

    @Test func casesAtTheBoundsNoticeThem() throws {
        let plan = try SampleTests.plan(
            "rules: [[n, integer, { min: 1, max: 5 }]]\ntests:\n"
                + [0, 1, 5, 6].map { n in
                    "  - { record: { n: \(n) }, valid: \((1...5).contains(n)) }\n"
                }.joined())
        let run = MutationRun(plan, plan.ruleSet.tests)
        run.run(run.mutants())
        #expect(run.survivors.isEmpty && run.score == 1 && run.killed == 5)
    }

    @Test func rulesOfTypesAreChangedWhereTheyAreUsed() throws {
        let plan = try SampleTests.plan(
            "types: { age: { rules: [[integer, { min: 1, max: 5 }], [multipleOf, { of: 2 }]], code: age.bad } }\n"
                + "rules: [[n, age]]\ntests:\n"
                + [0, 1, 2, 4, 6].map { n in
                    "  - { record: { n: \(n) }, valid: \([2, 4].contains(n)) }\n"
                }.joined())
        let run = MutationRun(plan, plan.ruleSet.tests)
        let changes = run.mutants().map(\.change)
        #expect(changes.contains("rule removed in 'multipleOf' of the type"), "\(changes)")
        #expect(changes.contains { $0.hasPrefix("max 5") && $0.hasSuffix("in 'integer' of the type") }, "\(changes)")
        run.run(run.mutants())
        #expect(run.killed > 0)
    }

    @Test func mutantsAreChosenByTheSeed() throws {
        let plan = try SampleTests.plan(Self.rules)
        let first = MutationRun(plan, [], seed: 5).mutants(6).map(\.line)
        #expect(first.count == 6)
        #expect(first == MutationRun(plan, [], seed: 5).mutants(6).map(\.line))
        #expect(first != MutationRun(plan, [], seed: 6).mutants(6).map(\.line))
    }

    @Test func rulesOfShapesAreChangedToo() throws {
        let plan = try SampleTests.plan(
            "shapes: { node: { rules: [[name, string, { min: 2 }]] } }\nrules:\n  - [tree, shape, { name: node }]\n"
                + "  - { attributes: pay, type: oneOf, by: kind, shapes: { card: [[number, string, { length: 4 }]] } }")
        let lines = MutationRun(plan, []).mutants().map(\.line)
        #expect(lines.contains { $0.contains("rule node.1") && $0.contains("min 2 → 3") })
        #expect(lines.contains { $0.contains("rule 2.card.1") && $0.contains("length 4 → 5") })
    }
}
