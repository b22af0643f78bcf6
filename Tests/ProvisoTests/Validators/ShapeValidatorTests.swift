import Proviso
import Testing

/// One shape for several values; UnionTests has trees.
struct ShapeValidatorTests {
    @Test func table() throws {
        let table = RuleTable(
            "shape",
            """
            shapes:
              address: { closed: true, rules: [[city, required], [zip, string]] }
              list: [[., count, { min: 1 }]]
            rules: [[[home, work], shape, { name: address }], [tags, shape, { name: list }]]
            """,
            valid: ["{}", #"{"home":null}"#, #"{"home":{"city":"x"},"work":{"city":"y","zip":"z"},"tags":[1]}"#],
            invalid: [
                (#"{"home":{}}"#, ["required.blank /home/city"]), (#"{"home":5}"#, ["value.object /home"]),
                (#"{"home":["a"],"tags":[]}"#, ["value.object /home", "count.tooFew /tags"]),
                (
                    #"{"home":{"city":"x","zpi":1},"work":{"zip":1}}"#,
                    ["value.unknown /home/zpi", "required.blank /work/city", "string.type /work/zip"]
                ),
            ])
        try table.run()
    }

    @Test func optionsAreChecked() {
        let rules = RuleSet(
            rules: [Rule("a", .shape("x", maxDepth: 101))], shapes: ["x": RuleShape(Rule("b", .safe))])
        let error = #expect(throws: RuleSetError.self) { try Plan(rules) }
        #expect(error?.diagnostics.first?.reason.hasSuffix("expected a number from 1 to 100, found 101") == true)
    }

    /// Without a rule set around it, a validator knows no shapes.
    @Test func aloneItIsAFault() {
        #expect(ShapeValidator(name: "x").violations(of: ["a": 1]).map(\.code) == [.fault])
    }
}

/// A server makes plans for as long as it lives, and an editor with each key.
struct ShapeLifetimeTests {
    private final class Witness: Sendable {}

    @Test(arguments: ["oneOf", "tree", "unused", "refused", "endless"])
    func theRulesOfShapesAreFreedWithTheirPlan(_ kind: String) {
        weak var witness: Witness?
        do {
            let held = Witness()
            witness = held
            let rule = Rule("b", .check { value, _ in _ = (held, value.kind) })
            _ = try? Plan(Self.rules(kind, rule)).validate(["a": ["b": 1, "c": [["b": 2]]]])
        }
        #expect(witness == nil)
    }

    @Test func aValidatorUsedAloneFreesItsShapes() throws {
        weak var witness: Witness?
        do {
            let held = Witness()
            witness = held
            let rule = Rule("b", .check { value, _ in _ = (held, value.kind) })
            let validator = try OneOfValidator(shapes: [NamedShape("x", RuleShape(rule))])
            #expect(validator.violations(of: ["b": 1]).isEmpty)
        }
        #expect(witness == nil)
    }

    private static func rules(_ kind: String, _ rule: Rule) -> RuleSet {
        let tree = RuleShape(rule, Rule("c.*", .shape("x")))
        switch kind {
        case "oneOf": return RuleSet(rules: [Rule("a", .oneOf(["x": RuleShape(rule)]))])
        case "tree": return RuleSet(rules: [Rule("a", .shape("x"))], shapes: ["x": tree])
        case "unused": return RuleSet(rules: [Rule("a", .safe)], shapes: ["x": tree])
        case "refused":
            return RuleSet(rules: [Rule("a", .shape("x")), Rule("a", .shape("z"))], shapes: ["x": tree])
        default:
            let other = RuleShape(Rule(".", .shape("x")))
            return RuleSet(
                rules: [Rule("a", .shape("x"))], shapes: ["x": RuleShape(rule, Rule(".", .shape("y"))), "y": other])
        }
    }
}
