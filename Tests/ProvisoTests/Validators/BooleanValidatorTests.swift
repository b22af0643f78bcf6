import Proviso
import Testing

struct BooleanValidatorTests {
    private static let words = BooleanValidator(trueValue: "yes", falseValue: "no")
    private static let truths = BooleanValidator(trueValue: true, falseValue: false, strict: true)

    static let rows: [Row] = [
        .accepts("1", BooleanValidator()),
        .accepts("0", BooleanValidator()),
        .accepts(true, BooleanValidator()),
        .accepts(false, BooleanValidator()),
        .accepts(1, BooleanValidator()),
        .accepts(0.0, BooleanValidator()),
        .rejects("1.0", BooleanValidator(), "boolean.invalid", ["true": .text("1"), "false": .text("0")]),
        .rejects("1\n", BooleanValidator(), "boolean.invalid"),
        .rejects("true", BooleanValidator(), "boolean.invalid"),
        .rejects(2, BooleanValidator(), "boolean.invalid"),
        .rejects(nil, BooleanValidator(), "boolean.invalid"),
        .rejects("", BooleanValidator(), "boolean.invalid"),
        .rejects([], BooleanValidator(), "boolean.invalid"),
        .accepts("yes", words),
        // A truth value does not equal every text.
        .rejects(true, words, "boolean.invalid", ["true": .text("yes"), "false": .text("no")]),
        .rejects("Yes", words, "boolean.invalid"),
        .accepts(true, BooleanValidator(strict: true)),
        .accepts(false, BooleanValidator(strict: true)),
        .rejects("0", BooleanValidator(strict: true), "boolean.invalid"),
        .rejects(1, BooleanValidator(strict: true), "boolean.invalid"),
        .rejects(true, BooleanValidator(trueValue: "1", strict: true), "boolean.invalid"),
        .accepts("0", BooleanValidator(trueValue: "1", strict: true)),
        .accepts(false, truths),
        .rejects("1", truths, "boolean.invalid", ["true": .text("true"), "false": .text("false")]),
        .rejects(1, truths, "boolean.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("boolean", ["strict": "yes"]), "expected true or false, found 'yes'", suggestion: "true")
            .run()
    }
}
