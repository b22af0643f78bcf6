import Proviso
import Testing

/// What an explanation says beyond the questions of its page.
struct ExplanationTests {
    private static func explain(
        _ rules: String, _ record: String, attributes: [String]? = nil, scenario: String = RuleSet.defaultScenario
    ) throws -> Explanation {
        let plan = try Plan(RuleSet(parsing: rules, file: "r.yaml"))
        let values = Record(for: plan)
        try values.fill(json: record)
        return try plan.explain(values, scenario: scenario, attributes: attributes)
    }

    @Test func rulesHaveTheirPlaces() throws {
        let turns = try Self.explain("rules:\n  - [a, required]\n  - [a, string, { min: 3 }]\n", #"{"a":"xy"}"#).turns
        #expect(turns.map { $0.rule.position?.description } == ["r.yaml:2:5", "r.yaml:3:5"])
        #expect(turns.map(\.violations.count) == [0, 1])
        #expect(turns.map(\.value) == ["xy", "xy"])
    }

    @Test func onlySomeAttributes() throws {
        let explanation = try Self.explain(
            "rules: [[a, required], [b, required], [o.x, required]]", "{}", attributes: ["b"])
        #expect(explanation.report.violations.map(\.attribute) == ["b"])
        #expect(
            explanation.turns.map(\.description) == [
                "inactive a required: the attribute was not to be validated", "failed b required: absent",
                "inactive o.x required: the attribute was not to be validated",
            ])
    }

    @Test func attributesIncludeWhatIsInThem() throws {
        let rules = """
            rules:
              - [items.*.sku, required]
              - [itemsCount, required]
              - { attributes: pay, type: oneOf, by: kind, shapes: { card: [[number, required], [owner, required]] } }
            """
        let explanation = try Self.explain(
            rules, #"{"items":[{"sku":"a"},{"sku":"b"}],"pay":{"kind":"card"}}"#)
        func found(_ name: String) -> [String] { explanation.turns(at: name).map(\.path.description) }
        #expect(found("items") == ["items.0.sku", "items.1.sku"])
        #expect(found("items.1") == ["items.1.sku"])
        #expect(found("items.*.sku") == ["items.0.sku", "items.1.sku"])
        #expect(found("nothing") == [])
        #expect(explanation.turns(at: "pay.owner").map(\.inner.count) == [1])
        #expect(explanation.turns(at: "pay").map(\.inner.count) == [2])
        #expect(explanation.turns(at: ".").count == explanation.turns.count)
    }

    @Test func aScenarioThatListsAttributes() throws {
        let rules = "scenarios: { short: [a] }\nrules: [[a, required], [b, required]]"
        let turns = try Self.explain(rules, "{}", scenario: "short").turns
        #expect(turns.map(\.description).last == "inactive b required: the scenario does not list the attribute")
    }

    /// A rule's condition may itself be impossible to evaluate: then the rule failed, whatever the condition is.
    @Test func conditionsWithFaults() throws {
        let rules = """
            rules:
              - { attributes: a, type: required, when: [b, expr, { must: "1 / b > 0" }] }
              - [b, integer]
            """
        let explanation = try Self.explain(rules, #"{"a":"x","b":0}"#)
        #expect(explanation.report.violations.map(\.code) == [.fault])
        guard case .failed = explanation.turns[0].outcome else {
            Issue.record("\(explanation.turns[0])")
            return
        }
        #expect(explanation.turns[0].violations.count == 1)
    }

    /// While it is found out which shape a value has, rules run that have no turn.
    @Test func triedShapesHaveNoTurns() throws {
        let rules = """
            shapes:
              inner: { rules: [[n, integer]] }
            rules:
              - attributes: v
                type: oneOf
                shapes:
                  one: { rules: [[in, shape, { name: inner }], [a, required]] }
                  two: { rules: [[in, shape, { name: inner }], [b, required]] }
            """
        let turns = try Self.explain(rules, #"{"v":{"in":{"n":1},"b":1}}"#).turns
        #expect(turns.map(\.inner.count) == [2])
        #expect(turns.first?.inner.map(\.shape) == ["two", "two"])
        #expect(turns.first?.inner.first?.inner.map(\.attribute) == ["v.in.n"])
        #expect(turns.first?.inner.first?.inner.map(\.path.description) == ["v.in.n"])
    }

    @Test func anObserverStaysUntilItIsRemoved() throws {
        final class Counter: PlanObserver {
            var count = 0
            func observe(_ turn: RuleTurn) { count += 1 }
        }
        let plan = try Plan(RuleSet(parsing: "rules: [[a, required], [b.*, string]]"))
        let (record, counter) = (Record(for: plan), Counter())
        record.observer = counter
        try record.fill(json: #"{"a":1,"b":["x","y"]}"#)
        _ = try plan.validate(record)
        #expect(counter.count == 3)
        _ = try plan.validate(record)
        #expect(counter.count == 6)
        let explanation = try plan.explain(record)
        #expect(explanation.turns.count == 3)
        // The explanation had an observer of its own, and put this one back.
        #expect(counter.count == 6 && record.observer === counter)
        record.observer = nil
        _ = try plan.validate(record)
        #expect(counter.count == 6)
    }

    /// Each blocked value has the rule that blocked it, also in a list of many.
    @Test func manyBlockedItems() throws {
        let rules = "rules:\n  - [n.*, integer]\n  - [n.*, number, { max: 5 }]\n"
        let record = "{\"n\":[\(Array(repeating: "\"x\"", count: 20_000).joined(separator: ","))]}"
        let turns = try Self.explain(rules, record).turns
        #expect(turns.count == 40_000)
        #expect(turns[20_999].description == "blocked n.999 number: by the error of integer (r.yaml:2:5)")
        // A report keeps a thousand errors.
        #expect(turns.last?.description == "blocked n.19999 number: by an earlier error")
    }

    /// Nothing of one validation is left in the next.
    @Test func theSameRecordAgain() throws {
        let plan = try Plan(RuleSet(parsing: "rules: [[a, integer], [a, number], [o.x, string]]"))
        let record = Record(for: plan)
        for (text, words) in [
            (#"{"a":"x","o":1}"#, ["failed", "failed", "blocked", "blocked"]), (#"{"a":1,"o":{"x":"y"}}"#, ["passed"]),
            (#"{"a":"x","o":{}}"#, ["failed", "blocked", "skipped"]),
        ] {
            try record.fill(json: text)
            for _ in 0..<2 {
                let found = try plan.explain(record).turns.map { $0.description.split(separator: " ")[0] }
                #expect(found.map(String.init) == words || words == ["passed"] && Set(found) == ["passed"], "\(found)")
            }
        }
    }

    @Test func asyncRulesAreBlockedByTheOthers() async throws {
        let later = Constraint.asyncCheck { _, _ in [] }
        let plan = try AsyncPlan(
            RuleSet(rules: [
                Rule(["a"], later, position: SourcePosition(line: 1, column: 1)),
                Rule(["a"], .integer(), position: SourcePosition(line: 2, column: 1)),
                Rule(["b"], later, position: SourcePosition(line: 3, column: 1)),
            ]))
        let turns = try await plan.explain(["a": "x", "b": 1]).turns
        #expect(
            turns.map(\.description) == [
                "blocked a closure: by the error of integer (<rules>:2:1)", "failed a integer: \"x\"",
                "passed b closure: 1",
            ])
    }

    @Test func aRuleThatSetsAnotherAttribute() throws {
        let turns = try Self.explain(
            "rules:\n  - [day, date, { timestampAttribute: stamp, timeZone: UTC }]\n  - [stamp, integer]",
            #"{"day":"1970-01-02"}"#
        ).turns
        #expect(turns.first?.changes.map(\.path.description) == ["stamp"])
        #expect(turns.first?.changes.map(\.after) == [86_400])
        #expect(turns.last?.value == 86_400)
    }

    @Test func allRulesOfAPlanAreCountable() throws {
        let rules = """
            rules:
              - { attributes: pay, type: oneOf, by: kind, shapes: { card: [[number, required]], iban: [[iban, required]] } }
              - [[a, b], required, { on: register }]
            """
        let plan = try Plan(RuleSet(parsing: rules))
        let planned = plan.plannedRules(in: RuleSet.defaultScenario)
        #expect(planned.map(\.attribute) == ["pay", "number", "iban", "a", "b"])
        #expect(planned.map(\.order) == [1, 2, 3, 4, 5])
        #expect(planned.map { $0.inactive == nil } == [true, true, true, false, false])
    }
}
