import Proviso
import Testing

/// Rules that cannot fit the types of the properties that they name.
@Suite struct PropertyFitTests {
    struct Part: ParsableModel {
        var size = 1
        static let attributes: [Attribute<Part>] = [Attribute("size", \.size)]
        static let ruleSet = RuleSet()
    }

    struct Form: ParsableModel {
        var name = "12345"
        var age: Int? = 12345
        var price = 0.5
        var tags = ["a"]
        var ok = true
        var parts: [Part] = []
        var anything = AnyValue.null
        static let attributes: [Attribute<Form>] = [
            Attribute("name", \.name), Attribute("age", \.age), Attribute("price", \.price), Attribute("tags", \.tags),
            Attribute("ok", \.ok), Attribute("parts", \.parts), Attribute("anything", \.anything),
        ]
        static let ruleSet = RuleSet()
    }

    private static func plan(_ name: String, _ body: Constraint) throws -> ModelPlan<Form> {
        try ModelPlan(Form.self, ruleSet: RuleSet(rules: [Rule(name, body)]))
    }

    @Test(arguments: [
        ("age", Constraint.string(min: 5), "'string' takes a string, but 'age' is an integer", "integer"),
        ("age", .email, "'email' takes a string, but 'age' is an integer", "integer"),
        ("age", .count(min: 5), "'count' takes a list or an object, but 'age' is an integer", "integer"),
        ("name", .count(min: 5), "'count' takes a list or an object, but 'name' is a string", "string"),
        ("name", .each(.string(min: 1)), "but 'name' is a string", "string"),
        ("tags", .string(min: 1), "'string' takes a string, but 'tags' is a list", "count"),
        ("tags", .email, "'email' takes a string, but 'tags' is a list", "each"),
        ("ok", .integer(min: 5), "but 'ok' is true or false", "boolean"),
        ("age", .in(["S", "M"]), "'in' lists no number, but 'age' is an integer", ""),
        ("age", .default("x"), "'default' sets a string, but 'age' is an integer", ""),
        ("parts.*.size", .email, "'email' takes a string, but 'parts.*.size' is an integer", "integer"),
        ("parts.*", .email, "'email' takes a string, but 'parts.*' is an object", "keys"),
    ])
    func aRuleThatNoValueCanPassIsRefused(name: String, body: Constraint, reason: String, meant: String) {
        let error = #expect(throws: RuleSetError.self) { try Self.plan(name, body) }
        #expect(
            error?.diagnostics.count == 1 && error?.diagnostics[0].reason.contains(reason) == true, "\(error as Any)")
        #expect(error?.diagnostics[0].suggestion ?? "" == meant)
    }

    @Test(arguments: [
        ("age", Constraint.trim, "'trim' has no effect, because 'age' is an integer"),
        ("age", .in([]), "accepts no value, because its range is empty"),
    ])
    func aRuleWithoutUseIsAWarning(name: String, body: Constraint, reason: String) throws {
        let warnings = try Self.plan(name, body).plan.warnings
        #expect(warnings.count == 1 && warnings[0].reason.contains(reason))
    }

    @Test(arguments: [
        ("age", Constraint.integer(min: 5)), ("age", .number), ("age", .required), ("age", .in([1, 2])),
        ("age", .in(["1", "2"])),
        ("age", .default(5)),
        ("price", .number), ("price", .default(1)), ("name", .trim), ("name", .email), ("tags", .count(max: 5)),
        ("tags", .distinct()),
        ("tags", .each(.email)), ("tags.*", .email), ("ok", .boolean), ("ok", .required), ("anything", .email),
        ("parts", .count(max: 5)), ("parts.*.size", .integer), ("name", .integer), ("age", .compare(with: "price")),
        ("age", .check { _, _ in }), ("age", .safe),
    ])
    func otherRulesAreNot(name: String, body: Constraint) throws {
        #expect(try Self.plan(name, body).plan.warnings.isEmpty)
    }
}
