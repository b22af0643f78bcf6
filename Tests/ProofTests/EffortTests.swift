import Proviso
import ProvisoProof
import TestSupport
import Testing

extension RuleAddress {
    fileprivate func isAmongFirst(_ count: Int) -> Bool {
        if case .root(let index) = outermost { index < count } else { false }
    }
}

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

    /// Rules that have nothing to do with each other, as many as wanted.
    static let independent: [(name: String, rules: @Sendable (Int) -> String)] = [
        ("numbers", { "[\(joined($0) { "[a\($0), integer, {min: \($0)}]" })]" }),
        ("what is required", { "[\(joined($0) { "[a\($0), required]" })]" }),
        ("an attribute of one rule each", { "[[[\(joined($0) { "a\($0)" })], string, {max: 5}]]" }),
        ("members", { "[\(joined($0) { "[o\($0).a, string], [o\($0).b, required, {when: [o\($0).a, required]}]" })]" }),
        ("items", { "[\(joined($0) { "[l\($0).*, integer]" })]" }),
        (
            "pairs",
            { "[\(joined($0) { "[a\($0), integer], [a\($0), compare, {operator: '<', compareAttribute: b\($0)}]" })]" }
        ),
        ("scenarios", { "[\(joined($0) { "[[a\($0), b\($0)], string, {max: 9, on: s\($0 % 5)}]" })]" }),
    ]

    /// The work for a rule is that for the rules that have to do with it.
    @Test(arguments: independent.indices) func aRuleTakesTheSameWorkAmongMany(row: Int) throws {
        let (name, rules) = Self.independent[row]
        func plan(_ count: Int) throws -> Plan { try Self.plan("rules: \(rules(count))") }
        func work(_ body: (Effort) throws -> Void) rethrows -> Int {
            let effort = Effort(.max / 2)
            try body(effort)
            return .max / 2 - effort.left
        }
        func lint(_ count: Int) throws -> Int { try work { _ = RuleLint.advice(on: try plan(count), effort: $0) } }
        func samples(_ count: Int) throws -> Int {
            try work { effort in
                let maker = try SampleMaker(plan(count), effort: effort)
                for target in maker.targets {
                    let samples = maker.samples(of: target)
                    #expect(samples.validReason == nil && samples.invalidReason == nil, "\(samples.place)")
                }
            }
        }
        let (few, many) = (try lint(30), try lint(120))
        #expect(many < 6 * few, "\(name): \(few) \(many)")
        // Records with everything that others require are longer.
        if name != "what is required" {
            let (few, many) = (try samples(30), try samples(120))
            #expect(many < 8 * few, "\(name): \(few) \(many)")
        }
    }

    /// Rules that have to do with each other are searched together, and the samples of all are right for all.
    @Test func samplesAmongManyRulesAreWhatAllRulesSay() throws {
        let rules = (0..<30).map { index in
            """
              - [a\(index), required]
              - [a\(index), integer, {min: \(index)}]
              - [b\(index), string, {max: 5, when: [a\((index + 7) % 30), in, {range: [40, 50]}]}]
              - [c\(index).*.x, integer, {max: {attribute: d\(index)}}]
              - [d\(index), integer]
              - [e\(index), compare, {operator: '!=', compareAttribute: d\(index)}]

            """
        }
        let plan = try Self.plan("closed: true\nrules:\n\(rules.joined())")
        let maker = try SampleMaker(plan, effort: Effort(.max / 2))
        let all = try Verifier(plan, scenario: RuleSet.defaultScenario)
        for target in maker.targets.filter({ $0.address.isAmongFirst(40) }) {
            let samples = maker.samples(of: target)
            #expect(samples.validReason == nil && samples.invalidReason == nil, "\(samples.place)")
            for sample in samples.valid { #expect(all.violations(of: sample.record).isEmpty) }
            for sample in samples.invalid {
                let found = all.violations(of: sample.record)
                #expect(!found.isEmpty && found.allSatisfy { $0.rule.id == target.id }, "\(found)")
            }
        }
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
