import Proviso
import Testing

/// What is stored is what was validated.
struct StoredValueTests {
    struct Narrow: ValidatableModel {
        var text = ""
        var number = 0
        var maybe: String? = "x"
        var list: [String] = []
        let fixed = " fixed "
        static let attributes: [Attribute<Narrow>] = [
            Attribute("text", \.text), Attribute("number", \.number), Attribute("maybe", \.maybe),
            Attribute("list", \.list), Attribute("fixed", reading: \.fixed),
        ]
        static let ruleSet = RuleSet()
        static let methods: [ValidationMethod<Narrow>] = [
            ValidationMethod("any", skipsEmpty: false) { _, _, _ in }
        ]
    }

    /// A rule, what is found, and whether the model is as it was.
    static let rows: [(Rule, [String])] = [
        (Rule("text", .filter { _ in 5 }), ["text rule.fault"]),
        (Rule("number", .filter { _ in "five" }), ["number rule.fault"]),
        (Rule("number", .filter { _ in 5 }), []),
        (Rule("number", .filter { _ in 1.5 }), ["number rule.fault"]),
        (Rule("list", .filter { _ in ["a", 1] }), ["list rule.fault"]),
        (Rule("maybe", .filter { _ in nil }), []),
        (Rule("text", .default(nil)), []),
        (Rule("list", .default(nil)), []),
        (Rule("number", .filter { _ in nil }), ["number rule.fault"]),
        (Rule("fixed", .trim), ["fixed rule.fault"]),
        (Rule("fixed", .filter(.lower)), []),
    ]

    @Test func aValueThatNoPropertyHoldsIsNeverValid() async throws {
        for (rule, lines) in Self.rows {
            for rules in [[rule], [rule, Rule("text", .type("any"))]] {
                let ruleSet = RuleSet(rules: rules)
                let plan = try ModelPlan(Narrow.self, ruleSet: ruleSet)
                var model = Narrow()
                #expect(try plan.validate(&model).lines == lines, "\(rule.attributes) \(rule.constraint.type)")
                #expect(try await AsyncModelPlan(Narrow.self, ruleSet: ruleSet).validate(&model).lines == lines)
                var state = ModelState(Narrow(), plan: plan)
                #expect(try state.validate() == lines.isEmpty)
            }
        }
        var model = Narrow()
        let plan = try ModelPlan(Narrow.self, ruleSet: RuleSet(rules: [Rule("text", .filter { _ in 5 })]))
        let reason = try plan.validate(&model).violations.first?.parameters["reason"]
        #expect(reason == .text("the rules set it to a number, but the type of the property does not allow that"))
    }

    /// A type that keeps its texts in a form of its own.
    struct Lowered: AttributeValue, Equatable {
        var text = ""
        init(_ text: String) { self.text = text }
        init?(attribute value: AnyValue) {
            guard case .text(let text) = value else { return nil }
            self.text = text.lowercased()
        }
        func value(in writer: ValueWriter) -> WrittenValue { writer.text(text) }
    }

    struct Login: ParsableModel {
        var name = Lowered("")
        var role = "user"
        static let attributes: [Attribute<Login>] = [
            Attribute("name", \.name), Attribute("role", \.role).withDefault(),
        ]
        static let ruleSet = RuleSet(rules: [
            Rule("name", .in(["admin"], not: true)), Rule("!role", .in(["user"])),
        ])
    }

    @Test func parsedModelsAreValidatedAsTheyAre() throws {
        let refused = try Login.validated(from: ["name": "ADMIN"])
        #expect(refused.report.lines == ["name in.invalid"])
        #expect(try Login.validated(from: ["name": "ADA", "role": "admin"]).model?.name == Lowered("ada"))
        #expect(try Login.validated(from: ["name": "ADA", "role": "admin"]).model?.role == "user")
    }

    @Test func someAttributesOnlyChangeOnlyThose() throws {
        let plan = try ModelPlan(
            Narrow.self, ruleSet: RuleSet(rules: [Rule("text", "maybe", .trim), Rule("text", .type("any"))]))
        var model = Narrow(text: " a ", maybe: " b ")
        #expect(try plan.validate(&model, attributes: ["text"]).isValid)
        #expect(model.text == "a" && model.maybe == " b ")
    }

    /// A class whose method looks at itself in the middle of another look.
    final class Shared: ValidatableModel {
        var name = " ada "
        var seen: [String] = []
        static var attributes: [Attribute<Shared>] { [Attribute("name", \.name)] }
        static var ruleSet: RuleSet { RuleSet(rules: [Rule("name", .trim), Rule("name", .type("look"))]) }
        static var methods: [ValidationMethod<Shared>] {
            [
                ValidationMethod("look") { shared, _, context in
                    shared.seen.append(shared.name)
                    context.replaceValue(with: "bob")
                    _ = context.withModel(Shared.self) { $0.seen.append($0.name) }
                }
            ]
        }
    }

    @Test func classesSeeTheirChanges() throws {
        var shared = Shared()
        #expect(try ModelPlan(Shared.self).validate(&shared).isValid)
        #expect(shared.seen == ["ada", "bob"])
        #expect(shared.name == "bob")
    }

    struct Pair: ValidatableModel {
        var name = " ada "
        static let attributes: [Attribute<Pair>] = [Attribute("name", \.name)]
        static let ruleSet = RuleSet(rules: [Rule("name", .type("rename")), Rule("name", .type("isBob"))])
        static let methods: [ValidationMethod<Pair>] = [
            ValidationMethod("rename") { pair, _, context in
                context.replaceValue(with: "bob")
                let seen = context.withModel(Pair.self) { $0.name }
                // The model that a method holds stays as it is; one asked for is as the rules left it.
                if pair.name != " ada " || seen != "bob" { context.report("pair.seen") }
            },
            ValidationMethod("isBob") { pair, value, context in
                if pair.name != "bob" || AnyValue(value) != "bob" { context.report("pair.notBob") }
            },
        ]
    }

    @Test func aMethodsOwnChangeIsSeenByTheNext() throws {
        var pair = Pair()
        #expect(try ModelPlan(Pair.self).validate(&pair).lines == [])
        #expect(pair.name == "bob")
    }

    @Test func inputsAskAboutWhatTheirRulesLeft() async throws {
        let seen = Sighting()
        let input = InputValidator("name")
        try input.add(.trim)
        try input.addRemote { value in
            seen.note(value)
            return true
        }
        input.validate(" ada ")
        #expect(await input.settled().isValid)
        #expect(seen.all == ["ada"])
        #expect(input.value == " ada ")
        let repeated = InputValidator("again")
        try repeated.add(.trim)
        try repeated.addEqual(to: input)
        #expect(repeated.validate("ada  ").isValid)
    }
}
