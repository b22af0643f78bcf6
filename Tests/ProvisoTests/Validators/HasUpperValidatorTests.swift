import Proviso
import Testing

/// `hasUpper`: capitals are counted, ASCII's or those of all scripts.
struct HasUpperValidatorTests {
    static let rows: [Row] = [
        .accepts("aB", HasUpperValidator()),
        .rejects("ab", HasUpperValidator(), "hasUpper.tooFew", ["min": .integer(1)]),
        .rejects("\u{C4}", HasUpperValidator(), "hasUpper.tooFew"),
        .accepts("\u{C4}", HasUpperValidator(unicode: true)),
        .rejects("\u{1C5}\u{AA}\u{E4}", HasUpperValidator(unicode: true), "hasUpper.tooFew"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() throws {
        RefusedOptions(.type("hasUpper", ["min": -1]), "must not be negative").run()
        let plan = try Plan(RuleSet(rules: [Rule("a", .hasUpper)]))
        #expect(try plan.validate(["a": "aB12"]).isValid)
    }
}
