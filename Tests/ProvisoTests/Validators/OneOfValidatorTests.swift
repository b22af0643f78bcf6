import Proviso
import Testing

/// One value and one shape at a time; UnionTests has whole records.
struct OneOfValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let kinds = try OneOfValidator(shapes: [
            NamedShape("integer", RuleShape(Rule(".", .integer(max: 5)))),
            NamedShape("number", RuleShape(Rule(".", .number(max: 1)))), NamedShape("string", RuleShape()),
            NamedShape("list", RuleShape(Rule(".", .count(min: 1)))),
        ])
        let named = try OneOfValidator(
            by: "kind",
            shapes: [NamedShape("a", RuleShape(Rule("x", .required))), NamedShape("1", RuleShape())])
        let two = try OneOfValidator(shapes: [NamedShape("number", RuleShape()), NamedShape("object", RuleShape())])
        let one = try OneOfValidator(shapes: [NamedShape("list", RuleShape())])
        return [
            .accepts(5, kinds), .accepts(0.5, kinds), .accepts("a", kinds), .accepts([1], kinds),
            .rejects(6, kinds, "number.tooBig"), .rejects(1.5, kinds, "number.tooBig"),
            .rejects([], kinds, "count.tooFew"),
            .rejects(
                true, kinds, "oneOf.kind",
                ["kinds": .list([.text("integer"), .text("number"), .text("string"), .text("list")])]),
            .accepts(5.0, kinds), .rejects(6.0, kinds, "number.tooBig"), .rejects(1e3, kinds, "number.tooBig"),
            .accepts(["kind": "a", "x": 1], named), .accepts(["kind": 1], named),
            .rejects(["kind": "a"], named, "required.blank"), .rejects(.object([]), named, "required.blank"),
            .rejects(["kind": "b"], named, "oneOf.unknown", ["kind": "unknown"]),
            .rejects(["kind": ["a"]], named, "oneOf.unknown"), .rejects("a", named, "value.object"),
            .rejects("a", two, "oneOf.kind", ["kinds": .list([.text("number"), .text("object")])]),
            .rejects("a", one, "oneOf.kind", ["kinds": .list([.text("list")])]),
        ]
    }

    /// Shapes that are open do not exclude each other: one that accepts the value is enough.
    @Test func aValueMayHaveSeveralShapes() throws {
        let rules = "rules: [[v, oneOf, {shapes: {a: [[x, required]], b: [[y, required]]}}]]"
        for value in [#"{"x":1}"#, #"{"y":1}"#, #"{"x":1,"y":1}"#] {
            #expect(try RuleParts.findings(in: rules, "{\"v\":\(value)}") == [])
        }
        #expect(try RuleParts.findings(in: rules, #"{"v":{"z":1}}"#) != [])
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        #expect(throws: OptionError.self) { try OneOfValidator(shapes: []) }
        #expect(throws: OptionError.self) { try OneOfValidator(by: "", shapes: [NamedShape("a", RuleShape())]) }
        #expect(throws: OptionError.self) {
            try OneOfValidator(shapes: [NamedShape("a", RuleShape()), NamedShape("a", RuleShape())])
        }
    }

    /// Trying shapes within shapes takes time that grows with the data, not with the number of ways through it.
    @Test func shapesThatAreTriedInEachOtherAreQuick() throws {
        let rules = """
            shapes:
              node:
                - attributes: .
                  type: oneOf
                  shapes:
                    left: [[value, integer], [child, shape, { name: node, maxDepth: 90 }], [kind, in, { range: [l] }]]
                    right: [[value, integer], [child, shape, { name: node, maxDepth: 90 }], [kind, in, { range: [r] }]]
                    both: [[value, integer], [child, shape, { name: node, maxDepth: 90 }], [kind, in, { range: [b] }]]
            rules: [[tree, shape, { name: node, maxDepth: 90 }]]
            """
        let plan = try Plan(RuleSet(parsing: rules))
        for (value, codes) in [(AnyValue.integer(1), [] as [Code]), ("x", ["integer.type"])] {
            var tree: AnyValue = ["kind": "b", "value": value]
            for _ in 0..<30 { tree = ["kind": "b", "value": 1, "child": tree] }
            let start = ContinuousClock.now
            #expect(try plan.validate(["tree": tree]).violations.map(\.code) == codes)
            #expect(ContinuousClock.now - start < .seconds(20))
        }
    }
}
