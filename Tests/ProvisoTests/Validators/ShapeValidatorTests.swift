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
