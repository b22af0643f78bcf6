import Proviso
import Testing

/// What rules make of models in optionals, lists and dictionaries is in the model afterwards.
struct WriteBackTests {
    struct Part: ParsableModel, Sendable {
        var name = ""
        static let attributes: [Attribute<Part>] = [Attribute("name", \.name)]
        static let ruleSet = RuleSet()
    }

    struct Whole: ParsableModel, Sendable {
        var text = ""
        var maybe: Part?
        var parts: [Part] = []
        var byName: [String: Part] = [:]
        static let attributes: [Attribute<Whole>] = [
            Attribute("text", \.text), Attribute("maybe", \.maybe), Attribute("parts", \.parts),
            Attribute("byName", \.byName),
        ]
        static let ruleSet = RuleSet()
        static let methods: [ValidationMethod<Whole>] = [
            ValidationMethod("look", skipsEmpty: false) { _, _, _ in }
        ]

        /// Everything it holds, in one line.
        var summary: String {
            let members = byName.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value.name)" }
            return "\(text)|\(maybe?.name ?? "nil")|\(parts.map(\.name).joined(separator: ","))|"
                + members.joined(separator: ",")
        }
    }

    /// Rules, the model before them, and a summary of it afterwards.
    static let rows: [(rules: [Rule], before: Whole, after: String)] = [
        ([Rule("maybe", .default(["name": "new"]))], Whole(), "|new||"),
        ([Rule("maybe.name", .trim)], Whole(maybe: Part(name: " a ")), "|a||"),
        ([Rule("maybe", .filter { _ in nil })], Whole(maybe: Part(name: "a")), "|nil||"),
        ([Rule("maybe", .filter { _ in ["name": "b"] })], Whole(maybe: Part(name: "a")), "|b||"),
        ([Rule("parts", .default([["name": "a"], ["name": "b"]]))], Whole(), "|nil|a,b|"),
        (
            [Rule("parts", .filter { _ in [["name": "z"]] })],
            Whole(parts: [Part(name: "a"), Part(name: "b"), Part(name: "c")]), "|nil|z|"
        ),
        ([Rule("parts", .filter { _ in [] })], Whole(parts: [Part(name: "a")]), "|nil||"),
        ([Rule("parts.*.name", .trim)], Whole(parts: [Part(name: "a "), Part(name: " b")]), "|nil|a,b|"),
        ([Rule("byName.*.name", .trim)], Whole(byName: ["k": Part(name: " a "), "l": Part()]), "|nil||k:a,l:"),
        ([Rule("byName", .default(["k": ["name": "x"]]))], Whole(), "|nil||k:x"),
    ]

    @Test func modelsHoldWhatRulesMadeOfThem() async throws {
        for (number, row) in Self.rows.enumerated() {
            for rules in [row.rules, row.rules + [Rule("text", .type("look"))]] {
                let ruleSet = RuleSet(rules: rules)
                let plan = try ModelPlan(Whole.self, ruleSet: ruleSet)
                var model = row.before
                #expect(try plan.validate(&model).lines == [], "row \(number)")
                #expect(model.summary == row.after, "row \(number)")
                model = row.before
                #expect(try await AsyncModelPlan(Whole.self, ruleSet: ruleSet).validate(&model).lines == [])
                #expect(model.summary == row.after, "row \(number), async")
                model = row.before
                #expect(try plan.session().validate(&model).isValid)
                #expect(model.summary == row.after, "row \(number), session")
                let live = try LiveModel(keeping: row.before, plan: plan)
                #expect(try live.validate())
                #expect(live.model?.summary == row.after, "row \(number), live")
            }
        }
    }

    @Test func aValueThatFitsInTheEndIsStored() throws {
        let rules = [
            Rule("text", .filter { _ in 5 }), Rule("text", .type("look")), Rule("text", .filter { _ in "fits" }),
        ]
        var model = Whole()
        #expect(try ModelPlan(Whole.self, ruleSet: RuleSet(rules: rules)).validate(&model).lines == [])
        #expect(model.text == "fits")
    }
}
