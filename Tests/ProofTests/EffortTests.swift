import Proviso
import ProvisoProof
import TestSupport
import Testing

/// Searches for records end after a work that is counted, and what they did not find is not decided.
struct EffortTests {
    /// Much less than a command may spend.
    private static let little = 500_000

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
            "an expression that makes long strings",
            "rules: [[s, string], [s, expr, {must: \"s\(String(repeating: ".replace('a','aa')", count: 20)).size() > 0\"}]]"
        ),
        (
            "macros in each other",
            "rules: [[a, safe], [a, expr, {must: \"\((0..<40).reduce("a") { "(\($0)).map(x\($1), x\($1))" }).size() > 0\"}]]"
        ),
        (
            "expressions of many comparisons",
            "rules:\n  - [[a, b, c], integer]\n"
                + (0..<60).map { rule in
                    let parts = (0..<20).map { "(a + \($0 + rule) > b || c < \($0) ? a != b : c * \(rule) < a)" }
                    return "  - {attributes: a, type: expr, must: \"\(parts.joined(separator: " && "))\"}\n"
                }.joined()
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
            advice = RuleLint.advice(on: plan, effort: Effort(Self.little)).map(\.description)
        }
        #expect(advice.contains { $0.contains("not decided: the searches took all the work") }, "\(advice)")
        #expect(time < .seconds(20), "\(Self.costly[row].name): \(time)")
        #expect(RuleLint.advice(on: plan, effort: Effort(Self.little)).map(\.description) == advice)
    }

    @Test(arguments: costly.indices) func theWorkOfSamplesAndMutantsIsLimited(row: Int) throws {
        let plan = try Self.plan(Self.costly[row].text)
        let time = try processorTime {
            let maker = try SampleMaker(plan, effort: Effort(Self.little))
            for target in maker.targets.prefix(400) where !maker.isSpent { _ = maker.samples(of: target) }
            let run = MutationRun(plan, [], effort: Effort(Self.little))
            run.run(run.mutants(20))
            _ = CaseCoverage(plan, [], effort: Effort(Self.little))
        }
        #expect(time < .seconds(40), "\(Self.costly[row].name): \(time)")
    }

    /// Each shape has the one before twice: a rule of the first is at 2^n places, and says the same at each.
    @Test func aRuleOfAShapeIsSearchedAtFewOfItsPlaces() throws {
        func advice(_ levels: Int) throws -> [String] {
            let shapes = (1...levels).map {
                "  s\($0): [[a, shape, {name: s\($0 - 1)}], [b, shape, {name: s\($0 - 1)}]]\n"
            }
            let text = "shapes:\n  s0: [[a, string]]\n\(shapes.joined())rules: [[x, shape, {name: s\(levels)}]]"
            let effort = Effort(Effort.usual)
            let found = RuleLint.advice(on: try Self.plan(text), effort: effort).map(\.description)
            #expect(!effort.isSpent, "\(levels)")
            return found
        }
        #expect(try advice(4) == [])
        let deep = try advice(8)
        #expect(deep.count == 1 && deep[0].contains("'string' of 'a' and 6 rules after it: not decided"), "\(deep)")
        #expect(deep[0].contains("6 deep"), "\(deep)")
    }

    /// A shape that holds itself, or others that hold it, is searched as deep as it says anything new.
    @Test(arguments: [
        "shapes: {t: [[v, string], [c.*, shape, {name: t}]]}\nrules: [[x, shape, {name: t}]]",
        "shapes: {a: [[b, shape, {name: b}]], b: [[c, shape, {name: c}]], c: [[a, shape, {name: a}], [v, string]]}\n"
            + "rules: [[x, shape, {name: a}]]",
        "shapes: {unused: [[v, string]], s: [[v, string]]}\nrules: [[x, shape, {name: s}]]",
        "rules: [[x, oneOf, {shapes: {a: [[v, string]], b: [[w, required]]}}]]",
    ])
    func whatIsReachedIsDecided(_ text: String) throws {
        let advice = RuleLint.advice(on: try Self.plan(text)).map(\.description)
        #expect(!advice.contains { $0.contains("not decided") }, "\(advice)")
    }

    /// The search for a record takes much more than the cases: it comes after all of them.
    @Test func allMutantsAreTriedOnTheCasesFirst() throws {
        let rules = (0..<40).map { "  - [a, string, {max: \($0 + 20)}]\n" }.joined()
        let cases = (0..<40).map { "  - {record: {a: \(String(repeating: "x", count: $0))}, valid: \($0 <= 20)}\n" }
        let plan = try Self.plan("rules:\n\(rules)tests:\n\(cases.joined())")
        let run = MutationRun(plan, plan.ruleSet.tests, effort: Effort())
        let mutants = run.mutants()
        run.run(mutants)
        #expect(run.untried == 0 && run.killed > 1, "\(run.killed) \(run.untried)")
        #expect(run.killed + run.survivors.count + run.refused == mutants.count)
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
        run.run(run.mutants())
        #expect(run.untried > 0 && run.survivors.isEmpty && run.killed == 0)
        #expect(CaseCoverage(plan, [], effort: Effort(0)).gaps.allSatisfy { $0.reason == Effort.reason })
    }
}
