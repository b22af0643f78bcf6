import Proviso
import Testing

/// `double`: another name of `number`, with the same options and codes.
struct DoubleValidatorTests {
    static let rows: [Row] = [
        .accepts("1.5", DoubleValidator(min: 1)), .rejects("x", DoubleValidator(), "number.type"),
        .accepts(2, DoubleValidator()), .accepts("1e3", DoubleValidator()),
        .rejects("1,5", DoubleValidator(), "number.type"),
        .rejects(0.5, DoubleValidator(min: 1), "number.tooSmall", ["min": .integer(1)]),
        .rejects("1.5", DoubleValidator(strict: true), "number.type"),
        .accepts([1, "2.5"], DoubleValidator(allowArray: true)),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func isNumberByAnotherName() throws {
        let definitions = ["double", "number"].map { Registry.standard[RuleType(rawValue: $0)] }
        #expect(definitions[0]?.options == definitions[1]?.options)
        #expect(definitions[0]?.codes.map(\.code) == definitions[1]?.codes.map(\.code))
        RefusedOptions(.type("double", ["min": 2, "max": 1.5]), "at least 2 and at most 1.5").run()
    }
}
