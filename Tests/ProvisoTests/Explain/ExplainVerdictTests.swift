import Foundation
import Proviso
import TestSupport
import Testing

/// An explanation has the report of the engine, and changes values as it does: over the repository's rules and records.
struct ExplainVerdictTests {
    /// Compares both for a record, from JSON; returns how many turns there were.
    private static func compare(_ plan: Plan, _ text: String, _ scenario: String, _ name: String) throws -> Int {
        let (plain, explained) = (Record(for: plan), Record(for: plan))
        try plain.fill(json: text)
        try explained.fill(json: text)
        let report = try plan.validate(plain, scenario: scenario)
        let explanation = try plan.explain(explained, scenario: scenario)
        #expect(lines(explanation.report) == lines(report), "\(name) \(scenario): \(text)")
        #expect(explanation.report == report, "\(name) \(scenario): \(text)")
        for attribute in plan.attributeNames {
            #expect(plain[attribute] == explained[attribute], "\(name) \(scenario) \(attribute): \(text)")
        }
        // Every violation is that of a turn, and a turn that did not fail has none.
        let found = explanation.turns.flatMap(\.violations)
        // An expression without a value is reported only if nothing else is wrong.
        let silent = report.violations.isEmpty ? [] : found.filter { $0.code == .fault }.map(line)
        #expect(
            Set(found.map(line)).union(silent) == Set(report.violations.map(line)).union(silent),
            "\(name) \(scenario): \(text)")
        for turn in explanation.turns where !turn.violations.isEmpty {
            guard case .failed = turn.outcome else {
                Issue.record("\(name): \(turn)")
                continue
            }
        }
        // An observer without details sees the same outcomes.
        let counter = Words()
        try plain.fill(json: text)
        plain.observer = counter
        #expect(try plan.validate(plain, scenario: scenario) == report, "\(name) \(scenario): \(text)")
        #expect(counter.words == words(explanation.turns), "\(name) \(scenario): \(text)")
        return explanation.turns.count
    }

    private static func line(_ violation: Violation) -> String {
        "\(violation.code) \(violation.path.pointer) \(violation.attribute) \(violation.rule.id)"
    }

    private static func lines(_ report: Report) -> [String] { report.violations.map(line) }

    /// The outcomes of turns that ran, as words in the order of an observer.
    private static func words(_ turns: [RuleTurn]) -> [String] {
        turns.flatMap { turn -> [String] in
            if case .inactive = turn.outcome { return [] }
            return words(turn.inner.filter { !$0.isPart }) + ["\(turn.rule.id) \(TurnText.word(turn.outcome))"]
        }.sorted()
    }

    private final class Words: PlanObserver {
        private var found: [String] = []
        var words: [String] { found.sorted() }
        var wantsDetails: Bool { false }

        func observe(_ turn: RuleTurn) { found.append("\(turn.rule.id) \(TurnText.word(turn.outcome))") }
    }

    @Test func theRealisticRules() throws {
        let tables = [
            RealisticRuleTests.dates, RealisticRuleTests.lists, RealisticRuleTests.presence, RealisticRuleTests.shapes,
        ].flatMap { $0 }
        #expect(tables.count >= 30)
        for table in tables {
            let plan = try Plan(RuleSet(parsing: table.file))
            for record in table.valid + table.invalid.map(\.0) {
                _ = try Self.compare(plan, record, RuleSet.defaultScenario, table.name)
            }
        }
    }

    @Test func theSignUps() throws {
        let folder = RuleReferenceTests.root.appending(path: "Examples/signup")
        let plan = try Plan(RuleSet(contentsOf: folder.appending(path: "basic.yaml").path()))
        let records = try String(contentsOf: folder.appending(path: "records.ndjson"), encoding: .utf8)
            .split(separator: "\n").map(String.init)
        #expect(records.count > 10)
        for record in records {
            for scenario in plan.scenarios { _ = try Self.compare(plan, record, scenario, "sign-up") }
        }
    }

    /// Each rule set of the pages with records that a seed makes for its attributes.
    @Test(arguments: YAMLSampleTests.samples) func thePagesRules(_ sample: YAMLSampleTests.Sample) throws {
        // The sample of includes has no files here.
        guard !sample.text.contains("include:") else { return }
        var rules = try RuleSet(parsing: sample.text, file: sample.page)
        rules.requires = [:]
        guard let plan = try? Plan(rules, registry: YAMLSampleTests.registry()) else { return }
        var generator = TestSupport.SeededGenerator(seed: UInt64(sample.line))
        for _ in 0..<20 {
            var record = AnyValue.object([])
            for name in plan.attributeNames where Int.random(in: 0..<5, using: &generator) > 0 {
                record = Self.setting(ValuePath(name).components[...], in: record, &generator)
            }
            for scenario in plan.scenarios { _ = try Self.compare(plan, record.json, scenario, "\(sample)") }
        }
    }

    /// A record with a value at a path: mostly with lists at `*`, sometimes with something that is in the way.
    private static func setting(
        _ path: ArraySlice<ValuePath.Component>, in value: AnyValue, _ generator: inout TestSupport.SeededGenerator
    ) -> AnyValue {
        guard let first = path.first, Int.random(in: 0..<20, using: &generator) > 0 else { return some(&generator) }
        switch first {
        case .each, .index:
            var items: [AnyValue] = if case .list(let items) = value { items } else { [] }
            while items.count < 3 { items.append(.object([])) }
            for index in items.indices { items[index] = setting(path.dropFirst(), in: items[index], &generator) }
            return .list(items)
        case .key(let key):
            var members: [AnyValue.Member] = if case .object(let members) = value { members } else { [] }
            let inner = setting(path.dropFirst(), in: value[key] ?? .object([]), &generator)
            members.removeAll { $0.key == key }
            return .object(members + [AnyValue.Member(key, inner)])
        }
    }

    private static func some(_ generator: inout TestSupport.SeededGenerator) -> AnyValue {
        let values: [AnyValue] = [
            "", " a ", "abc", "US", "DE", "x@example.com", "2026-01-31", "12", 0, 1, 12, -5, 2.5, true, false, .null,
            [],
            ["a", "b", "a"], [["id": 1], ["id": 1]], ["kind": "card", "name": "x"], ["method": "card", "number": "x"],
            "https://example.com", .object([]),
        ]
        return values[Int.random(in: 0..<values.count, using: &generator)]
    }

    /// Sometimes a value itself is not a record.
    @Test(arguments: ["3", "[]", "null", "\"x\""]) func whatIsNotARecord(_ text: String) throws {
        let plan = try Plan(RuleSet(parsing: "rules: [[a, required], [b, string]]"))
        #expect(try Self.compare(plan, text, RuleSet.defaultScenario, "no record") == 3)
    }

    @Test(arguments: AsyncPlanTests.rows) func asyncRules(_ row: AsyncPlanTests.Row) async throws {
        let plan = try AsyncPlan(RuleSet(rules: row.rules))
        let report = try await plan.validate(row.record)
        let explanation = try await plan.explain(row.record)
        #expect(Self.lines(explanation.report) == Self.lines(report), sourceLocation: row.location)
        #expect(Self.lines(report).count == explanation.turns.flatMap(\.violations).count, sourceLocation: row.location)
        for turn in explanation.turns {
            if case .pending = turn.outcome { Issue.record("\(turn)", sourceLocation: row.location) }
        }
    }

    @Test func nestedModels() throws {
        let plan = try ModelPlan(Order.self)
        eachRow(NestedModelTests.rows, at: \.location) { row in
            var (order, explained) = (NestedModelTests.fine, NestedModelTests.fine)
            row.change(&order)
            row.change(&explained)
            let report = try plan.validate(&order)
            let explanation = try plan.explain(&explained)
            #expect(explanation.report.lines == report.lines, sourceLocation: row.location)
            #expect(order == explained, sourceLocation: row.location)
            #expect(explanation.turns.count > 5, sourceLocation: row.location)
        }
    }
}
