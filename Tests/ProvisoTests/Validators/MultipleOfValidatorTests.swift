import Proviso
import Testing

struct MultipleOfValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let three = try MultipleOfValidator(of: 3)
        let tenth = try MultipleOfValidator(of: 0.1)
        let price = try MultipleOfValidator(of: 0.05)
        let hundred = try MultipleOfValidator(of: 100)
        let strict = try MultipleOfValidator(of: 2, strict: true)
        let great = try MultipleOfValidator(of: .integer(999_999_999_999_999_989))
        let long = String(repeating: "1", count: 100_002)
        return [
            .accepts(9, three), .accepts(-9, three), .accepts(0, three), .accepts(-0.0, three), .accepts("9", three),
            .accepts("9.0", three), .accepts("0.9e1", three), .accepts(3e20, three), .accepts("-0e5", three),
            .accepts(.unsigned(.max), three), .accepts(.integer(.min), try MultipleOfValidator(of: 1024)),
            .accepts(.text(long), three), .rejects(.text(long + "1"), three, "multipleOf.invalid"),
            .rejects(10, three, "multipleOf.invalid", ["of": .integer(3)]), .rejects(9.5, three, "multipleOf.invalid"),
            .rejects("1e100", three, "multipleOf.invalid"),
            .rejects("9.00000000000000000000001", three, "multipleOf.invalid"),
            .accepts(0.3, tenth), .accepts(0.7, tenth), .accepts(1, tenth), .accepts("12345678901234567890.1", tenth),
            .accepts(.decimal("0.100000000000000000000"), tenth),
            .rejects(0.35, tenth, "multipleOf.invalid"), .rejects(1e-300, tenth, "multipleOf.invalid"),
            .accepts(4.35, price), .accepts(1.10, price), .accepts("19.95", price),
            .rejects(1.02, price, "multipleOf.invalid", ["of": .number(0.05)]),
            .accepts(1300, hundred), .accepts("1.3e3", hundred), .accepts("1e999999999999", hundred),
            .rejects(1350, hundred, "multipleOf.invalid"), .rejects("1e-999999999999", hundred, "multipleOf.invalid"),
            .accepts(.decimal("1999999999999999978"), great),
            .rejects(.decimal("1999999999999999979"), great, "multipleOf.invalid"),
            .accepts(4, strict), .rejects("4", strict, "multipleOf.type"), .rejects("x", three, "multipleOf.type"),
            .rejects("", three, "multipleOf.type"), .rejects("9\n", three, "multipleOf.type"),
            .rejects(" 9", three, "multipleOf.type"), .rejects(true, three, "multipleOf.type"),
            .rejects(nil, three, "multipleOf.type"), .rejects([9], three, "multipleOf.type"),
            .rejects(.double(.infinity), three, "multipleOf.type"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(.type("multipleOf"), "needs the option 'of'"),
            RefusedOptions(.multipleOf(0), "above zero"),
            RefusedOptions(.multipleOf(-2), "above zero"),
            RefusedOptions(.multipleOf(.decimal("0.1234567890123456789")), "at most 18 digits"),
            RefusedOptions(.type("multipleOf", ["of": "2"]), "expected a number, found '2'"),
        ]
        for row in rows { row.run() }
    }
}
