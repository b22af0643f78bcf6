import Proviso
import ProvisoProof
import TestSupport
import Testing

/// Searches for records end after a work that is counted, and what they did not find is not decided.
struct EffortTests {
    private static func joined(_ count: Int, _ item: (Int) -> String) -> String {
        (0..<count).map(item).joined(separator: ", ")
    }

    /// Small rule files whose searches take very long.
    static let costly: [(name: String, text: String)] = [
        (
            "shapes in each other",
            "shapes:\n  s0: [[a, string]]\n"
                + (1..<9).map { "  s\($0): [[a, shape, {name: s\($0 - 1)}], [b, shape, {name: s\($0 - 1)}]]\n" }
                .joined()
                + "rules: [[x, shape, {name: s8}]]"
        ),
        (
            "paths of stars",
            "rules:\n"
                + (0..<500).map { "  - [\"\(String(repeating: "*.", count: 31))a\($0)\", required]\n" }.joined()
        ),
        ("many values", "rules: [[x, in, {range: [\(joined(60_000) { "v\($0)" })]}]]"),
        (
            "a pattern of many words",
            "rules: [[x, match, {pattern: '^(\((0..<20_000).map { "a\($0)b" }.joined(separator: "|")))$'}]]"
        ),
        (
            "a list for many rules",
            "variables: {big: [\(joined(2_000) { "v\($0)" })]}\n"
                + "rules: [\(joined(30) { "[x\($0), in, {range: \"${big}\"}]" })]"
        ),
    ]

    private static func plan(_ text: String) throws -> Plan { try Plan(RuleSet(parsing: text, file: "r.yaml")) }

    @Test(arguments: costly.indices) func theWorkOfLintIsLimited(row: Int) throws {
        let plan = try Self.plan(Self.costly[row].text)
        var advice: [String] = []
        let time = processorTime {
            advice = RuleLint.advice(on: plan, effort: Effort(Effort.usual / 400)).map(\.description)
        }
        #expect(advice.contains { $0.contains("not decided: the searches took all the work") }, "\(advice)")
        #expect(time < .seconds(20), "\(Self.costly[row].name): \(time)")
        #expect(RuleLint.advice(on: plan, effort: Effort(Effort.usual / 400)).map(\.description) == advice)
    }

    @Test(arguments: costly.indices) func theWorkOfSamplesAndMutantsIsLimited(row: Int) throws {
        let plan = try Self.plan(Self.costly[row].text)
        let time = try processorTime {
            let maker = try SampleMaker(plan, effort: Effort(Effort.usual / 400))
            for target in maker.targets.prefix(400) where !maker.isSpent { _ = maker.samples(of: target) }
            let run = MutationRun(plan, [], effort: Effort(Effort.usual / 400))
            for mutant in run.mutants(20) { run.run(mutant) }
            _ = CaseCoverage(plan, [], effort: Effort(Effort.usual / 400))
        }
        #expect(time < .seconds(40), "\(Self.costly[row].name): \(time)")
    }

    @Test func whatIsNotDecidedIsNoMistake() throws {
        let plan = try Self.plan("rules: [[a, integer, {min: 1}], [b, string], [c, email]]")
        let advice = RuleLint.advice(on: plan, effort: Effort(0)).map(\.description)
        #expect(
            advice == [
                "r.yaml:1:9: 'integer' of 'a' and 2 rules after it: not decided: the searches took all the work that a "
                    + "command may spend, so try a part of the rules"
            ])
        #expect(RuleLint.advice(on: plan).isEmpty)
        let maker = try SampleMaker(plan, effort: Effort(0))
        let samples = maker.samples(of: try #require(maker.targets.first))
        #expect(samples.isUndecided && samples.validReason == Effort.reason)
        let run = MutationRun(plan, [], effort: Effort(0))
        for mutant in run.mutants() { run.run(mutant) }
        #expect(run.untried > 0 && run.survivors.isEmpty && run.killed == 0)
        #expect(CaseCoverage(plan, [], effort: Effort(0)).gaps.allSatisfy { $0.reason == Effort.reason })
    }
}
