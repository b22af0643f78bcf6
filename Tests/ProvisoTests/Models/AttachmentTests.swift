import Proviso
import Testing

/// Rules attached at run time, to types and to single models.
struct AttachmentTests {
    struct Plain: ValidatableModel, Sendable {
        var a: String?
        static let attributes = [Attribute<Plain>("a", \.a)]
        static let ruleSet = RuleSet(labels: ["a": ["": "The A"]])
    }

    struct Other: ValidatableModel {
        var a: String?
        static let attributes = [Attribute<Other>("a", \.a)]
        static let ruleSet = RuleSet()
    }

    private static func rules(_ count: Int) -> [Rule] { (1...count).map { Rule(["a"], .required, id: "\($0)") } }

    @Test func typesAreAttachedOnce() throws {
        var attachments = RuleAttachments()
        #expect(try attachments.attach(Plain.self) == true)
        #expect(try !attachments.attach(Plain.self))
        #expect(try !attachments.attach(Plain.self, rules: []))
        #expect(!attachments.isAttached(Other.self))

        var state = try attachments.state(of: Plain())
        #expect(try state.isAttached && !state.attach(rules: Self.rules(1)))
        #expect(try state.validate() == true)

        attachments.detach(Plain.self)
        let before = attachments
        #expect(try attachments.attach(Plain.self, rules: Self.rules(3)) == true)
        #expect(try !attachments.attach(Plain.self, rules: Self.rules(4)))
        #expect(try attachments.state(of: Plain()).ruleSet.rules.count == 3)
        try attachments.attach(Plain.self, rules: Self.rules(5), force: false)
        #expect(try attachments.state(of: Plain()).ruleSet.rules.count == 3)
        try attachments.attach(Plain.self, rules: Self.rules(5), force: true)
        #expect(try attachments.state(of: Plain()).ruleSet.rules.count == 5)
        #expect(try !before.isAttached(Plain.self) && before.state(of: Plain()).ruleSet.rules.isEmpty)
        #expect(try attachments.state(of: Other()).ruleSet.rules.isEmpty)
    }

    @Test func singleModelsHaveRulesOfTheirOwn() throws {
        let plan = try ModelPlan(Plain.self)
        var one = ModelState(Plain(), plan: plan)
        var two = ModelState(Plain(), plan: plan)
        #expect(try one.attach(rules: Self.rules(3)) == true)
        #expect(try !one.attach(rules: Self.rules(4)))
        try one.attach(rules: Self.rules(5), force: false)
        #expect(one.ruleSet.rules.count == 3)
        try one.attach(rules: Self.rules(5), force: true)
        #expect(one.ruleSet.rules.count == 5)
        #expect(try !one.validate() && two.validate())
        #expect(try one.texts(of: "a") == ["The A is required."])
        try two.addRule(Rule(["a"], .string(min: 2)))
        two.model.a = "x"
        #expect(try !two.validate())
        #expect(throws: RuleSetError.self) { try two.replaceRules([Rule(["b"], .required)]) }
        #expect(try !two.validate(), "rules that cannot be used change nothing")
        try two.replaceRules([])
        #expect(try two.validate() == true)
    }
}
