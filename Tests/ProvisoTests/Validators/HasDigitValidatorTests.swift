import Proviso
import Testing

/// `hasDigit`: digits are counted, ASCII's or those of all scripts.
struct HasDigitValidatorTests {
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
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() throws {
        RefusedOptions(.type("hasDigit", ["min": 0]), "at least 1").run()
        let plan = try Plan(RuleSet(rules: [Rule("a", .hasDigit(min: 2))]))
        #expect(try plan.validate(["a": "aB12"]).isValid)
        #expect(try plan.validate(["a": "aB1"]).violations.map(\.code) == ["hasDigit.tooFew"])
    }
}
