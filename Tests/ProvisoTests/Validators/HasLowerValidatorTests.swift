import Proviso
import Testing

/// `hasLower`: lowercase letters are counted, ASCII's or those of all scripts.
struct HasLowerValidatorTests {
    static let rows: [Row] = [
        .rejects("ABC@[", HasLowerValidator(), "hasLower.tooFew"),
        .accepts("ABc", HasLowerValidator()),
        .rejects("\u{E4}", HasLowerValidator(), "hasLower.tooFew"),
        .accepts("\u{E4}\u{430}", HasLowerValidator(min: 2, unicode: true)),
        .rejects("\u{E4}A", HasLowerValidator(min: 2, unicode: true), "hasLower.tooFew"),
        .rejects(["a"], HasLowerValidator(), "hasLower.tooFew"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() throws {
        RefusedOptions(.type("hasLower", ["min": 0]), "at least 1").run()
        let plan = try Plan(RuleSet(rules: [Rule("a", .hasLower)]))
        #expect(try plan.validate(["a": "aB12"]).isValid)
    }
}
