import Proviso
import Testing

struct NumberValidatorTests {
    private static let digits = String(repeating: "1234567890", count: 4)
    private static let limit: Number = .decimal("0.\(digits)")

    static let rows: [Row] = [
        .accepts(0, NumberValidator()),
        .accepts(-0.0, NumberValidator(min: 0, max: 0)),
        .accepts(1.5, NumberValidator()),
        .accepts(.unsigned(.max), NumberValidator()),
        .accepts(.decimal(digits), NumberValidator()),
        .accepts(.decimal("1e400"), NumberValidator(min: 1)),
        .rejects(.decimal("1e400"), NumberValidator(max: 1e300), "number.tooBig", ["max": .number(1e300)]),
        .accepts(0.1, NumberValidator(above: 0)), .accepts("1e-400", NumberValidator(above: 0)),
        .accepts(.decimal("0.\(digits)"), NumberValidator(above: 0.1, below: 0.2)),
        .rejects(0, NumberValidator(above: 0), "compare.greater", ["compareValue": 0]),
        .rejects(-0.0, NumberValidator(above: 0), "compare.greater", ["compareValueOrAttribute": 0]),
        .rejects(-1, NumberValidator(above: 0), "compare.greater"),
        .rejects("0.0", NumberValidator(above: 0), "compare.greater"),
        .rejects(1.5, NumberValidator(below: 1.5), "compare.less", ["compareValue": 1.5]),
        .accepts(1.4999, NumberValidator(min: 1, below: 1.5)),
        .rejects(0.5, NumberValidator(min: 1, below: 1.5), "number.tooSmall"),
        .rejects(.text("0.\(digits)"), NumberValidator(below: limit), "compare.less"),
        .accepts(.text("0.\(digits)1"), NumberValidator(above: limit)),
        .rejects([1, 0], NumberValidator(above: 0, allowArray: true), "compare.greater"),
        .rejects("0,0", NumberValidator(above: 0, input: NumberInput(locale: "de")), "compare.greater"),
        .accepts(.integer(.max), NumberValidator(above: .integer(.max - 1))),
        .rejects(.integer(.max), NumberValidator(above: .integer(.max)), "compare.greater"),
        .rejects("x", NumberValidator(above: 0), "number.type"),
        .accepts("-12.5e-3", NumberValidator()),
        .accepts(".5", NumberValidator()),
        .accepts("+1", NumberValidator()),
        .accepts("1e400", NumberValidator(min: 1)),
        .accepts(.text("0.\(digits)"), NumberValidator(min: limit, max: limit)),
        .rejects(.text("0.\(digits)1"), NumberValidator(max: limit), "number.tooBig"),
        .rejects("1.", NumberValidator(), "number.type"),
        .rejects("1\n", NumberValidator(), "number.type"),
        .rejects(" 1", NumberValidator(), "number.type"),
        .rejects("1\0", NumberValidator(), "number.type"),
        .rejects("1,5", NumberValidator(), "number.type"),
        .rejects("\u{661}", NumberValidator(), "number.type"),
        .rejects("NaN", NumberValidator(), "number.type"),
        .rejects("0x10", NumberValidator(), "number.type"),
        .rejects("", NumberValidator(), "number.type"),
        .rejects("12", NumberValidator(strict: true), "number.type"),
        .accepts(12, NumberValidator(strict: true)),
        .rejects(true, NumberValidator(), "number.type"),
        .rejects(nil, NumberValidator(), "number.type"),
        .rejects([1], NumberValidator(), "number.type"),
        .rejects(.object([]), NumberValidator(), "number.type"),
        .accepts([1, "2.5"], NumberValidator(allowArray: true)), .accepts([], NumberValidator(allowArray: true)),
        .rejects([1, "x", "y"], NumberValidator(allowArray: true), "number.type"),
        .rejects([1, 9], NumberValidator(max: 5, allowArray: true), "number.tooBig", ["max": .integer(5)]),
        .rejects([[1]], NumberValidator(allowArray: true), "number.type"),
        .rejects([1.5], IntegerValidator(allowArray: true), "integer.type"),
        .rejects(.double(.infinity), NumberValidator(), "number.type"),
        .rejects(-11, NumberValidator(min: -10), "number.tooSmall", ["min": .integer(-10)]),
        .rejects("1.26", NumberValidator(max: 1.25), "number.tooBig", ["max": .number(1.25)]),
        .accepts("125e-2", NumberValidator(max: 1.25)),
        // Neither passes through floating point, where both are the same.
        .rejects(9_007_199_254_740_993, NumberValidator(max: 9_007_199_254_740_992), "number.tooBig"),
        .rejects("9007199254740993", NumberValidator(max: 9_007_199_254_740_992.0), "number.tooBig"),
        .rejects("18446744073709551616", NumberValidator(max: .unsigned(.max)), "number.tooBig"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func notANumberIsNone() {
        // It equals nothing, not even itself, so that a row could not compare what is left of it.
        #expect(NumberValidator(min: 0).violation(of: .double(.nan))?.code == "number.type")
        #expect(InValidator(range: [1.5]).violation(of: .double(.nan))?.code == "in.invalid")
        #expect(CompareValidator(to: 1.5, operator: .greaterOrEqual).violation(of: .double(.nan))?.code != nil)
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("number", ["min": "1"]), "option 'min' of 'number': expected a number, found '1'"),
            RefusedOptions(.type("number", ["min": 2, "max": 1.5]), "at least 2 and at most 1.5"),
            RefusedOptions(.type("number", ["strict": 1]), "expected true or false, found 1"),
            RefusedOptions(.type("number", ["maximum": 1]), "unknown option 'maximum'", suggestion: "max"),
        ]
        for row in rows { row.run() }
    }
}
