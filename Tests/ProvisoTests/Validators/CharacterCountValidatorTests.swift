import Proviso
import Testing

/// `hasDigit`, `hasUpper` and `hasLower`.
struct CharacterCountValidatorTests {
    private static let digits = HasDigitValidator(min: 2)
    private static let anyDigits = HasDigitValidator(min: 2, unicode: true)

    static let rows: [Row] = [
        .accepts("a1", HasDigitValidator()),
        .rejects("a", HasDigitValidator(), "hasDigit.tooFew", ["min": .integer(1)]),
        .rejects("", HasDigitValidator(), "hasDigit.tooFew"),
        .rejects(1, HasDigitValidator(), "hasDigit.tooFew"),
        .accepts("1a2", digits),
        .rejects("1a", digits, "hasDigit.tooFew", ["min": .integer(2)]),
        .rejects("\u{661}\u{662}", digits, "hasDigit.tooFew"),
        .accepts("\u{661}x\u{662}", anyDigits),
        .accepts("\u{661}x2", anyDigits),
        // A superscript two and a Roman numeral are no digits.
        .rejects("\u{B2}\u{2162}\u{2163}", anyDigits, "hasDigit.tooFew"),
        .accepts("aB", HasUpperValidator()),
        .rejects("ab", HasUpperValidator(), "hasUpper.tooFew", ["min": .integer(1)]),
        .rejects("\u{C4}", HasUpperValidator(), "hasUpper.tooFew"),
        .accepts("\u{C4}", HasUpperValidator(unicode: true)),
        .rejects("\u{1C5}\u{AA}\u{E4}", HasUpperValidator(unicode: true), "hasUpper.tooFew"),
        .rejects("ABC@[", HasLowerValidator(), "hasLower.tooFew"),
        .accepts("ABc", HasLowerValidator()),
        .rejects("\u{E4}", HasLowerValidator(), "hasLower.tooFew"),
        .accepts("\u{E4}\u{430}", HasLowerValidator(min: 2, unicode: true)),
        .rejects("\u{E4}A", HasLowerValidator(min: 2, unicode: true), "hasLower.tooFew"),
        .rejects(["a"], HasLowerValidator(), "hasLower.tooFew"),
    ]

    @Test func table() throws {
        for row in Self.rows { try row.run() }
    }

    @Test func optionsAreChecked() throws {
        RefusedOptions(.type("hasDigit", ["min": 0]), "at least 1").run()
        RefusedOptions(.type("hasUpper", ["min": -1]), "must not be negative").run()
        let plan = try Plan(RuleSet(rules: [Rule("a", .hasLower), Rule("a", .hasDigit(min: 2)), Rule("a", .hasUpper)]))
        #expect(try plan.validate(["a": "aB12"]).isValid)
    }
}
