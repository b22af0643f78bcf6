import Proviso
import Testing

struct IntegerValidatorTests {
    private static let digits = String(repeating: "1234567890", count: 4)

    static let rows: [Row] = [
        .accepts(1, IntegerValidator(above: 0)), .rejects(0, IntegerValidator(above: 0), "compare.greater"),
        .accepts(4, IntegerValidator(above: 3, below: 5)),
        .rejects(5, IntegerValidator(above: 3, below: 5), "compare.less"),
        .rejects("3", IntegerValidator(above: 3, below: 5), "compare.greater", ["compareValue": 3]),
        .accepts(.integer(.min), IntegerValidator(below: .integer(.min + 1))),
        .rejects(.integer(.min), IntegerValidator(below: .integer(.min)), "compare.less"),
        .accepts(4.0, IntegerValidator(above: 3.5)), .rejects(3.5, IntegerValidator(above: 3), "integer.type"),
        .accepts(5, IntegerValidator()),
        .accepts(5.0, IntegerValidator()),
        .accepts(-0.0, IntegerValidator()),
        .accepts(1e15, IntegerValidator()),
        .accepts(.unsigned(.max), IntegerValidator()),
        .accepts(.decimal(digits), IntegerValidator()),
        .accepts(.decimal("1e400"), IntegerValidator()),
        .rejects(.decimal("\(digits).5"), IntegerValidator(), "integer.type"),
        .rejects(.decimal("1e-400"), IntegerValidator(), "integer.type"),
        .rejects(5.5, IntegerValidator(), "integer.type"),
        .rejects(.double(.infinity), IntegerValidator(), "integer.type"),
        .accepts("-0", IntegerValidator()),
        .accepts("0123", IntegerValidator()),
        .accepts(.text(digits), IntegerValidator(min: 1)),
        .rejects(.text(digits), IntegerValidator(max: .unsigned(.max)), "number.tooBig"),
        .rejects("5.0", IntegerValidator(), "integer.type"),
        .rejects("12E3", IntegerValidator(), "integer.type"),
        .rejects("1\n", IntegerValidator(), "integer.type"),
        .rejects("-", IntegerValidator(), "integer.type"),
        .rejects("5", IntegerValidator(strict: true), "integer.type"),
        .rejects(false, IntegerValidator(), "integer.type"),
        .rejects([5], IntegerValidator(), "integer.type"),
        .rejects(nil, IntegerValidator(), "integer.type"),
        .rejects(4, IntegerValidator(min: 5), "number.tooSmall", ["min": .integer(5)]),
        .rejects("6", IntegerValidator(max: 5), "number.tooBig", ["max": .integer(5)]),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.type("integer", ["min": 2, "max": 1]), "option 'max' of 'integer'").run()
    }

    @Test(
        arguments: [
            (1.2, 1.8), (-1.8, -1.2), (0.1, 0.9), (-0.9, -0.1), (0.5, 0.5), (99.99, 99.999), (.decimal("1e-400"), 0.5),
            (.decimal("12345678901234567890.1"), .decimal("12345678901234567890.9")),
        ] as [(AnyValue, AnyValue)])
    func boundsWithoutAnIntegerBetweenThemAreRefused(min: AnyValue, max: AnyValue) {
        RefusedOptions(.type("integer", ["min": min, "max": max]), "no integer is at least").run()
    }

    @Test(
        arguments: [
            (1.2, 2.1), (-0.1, 0.1), (1, 1.5), (0.5, 1), (9.9, 10.1), (-1.5, 0.5), (0.5, 1e300), (0, 0.5),
        ] as [(AnyValue, AnyValue)])
    func boundsWithAnIntegerBetweenThemAreAllowed(min: AnyValue, max: AnyValue) throws {
        _ = try Plan(RuleSet(rules: [Rule("a", .type("integer", ["min": min, "max": max]))]))
        _ = try Plan(RuleSet(rules: [Rule("a", .type("number", ["min": 1.2, "max": 1.8]))]))
    }

    @Test func exclusiveBoundsAreChecked() {
        RefusedOptions(.type("integer", ["min": 1, "above": 0]), "'min'").run()
        RefusedOptions(.type("integer", ["max": 1, "below": 2]), "'max'").run()
        RefusedOptions(.type("integer", ["above": 4, "below": 5]), "no integer is above 4 and below 5").run()
        RefusedOptions(.type("integer", ["above": 4, "max": 4]), "no integer is above 4 and at most 4").run()
        RefusedOptions(.type("integer", ["min": 4, "below": 4]), "no integer is at least 4 and below 4").run()
        RefusedOptions(.type("number", ["above": 4, "below": 4]), "no number is above 4 and below 4").run()
        RefusedOptions(.type("number", ["above": "x"]), "expected a number").run()
    }
}
