import Proviso
import Testing

/// `countryCode`: codes of ISO 3166-1.
struct CountryCodeValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        let two = try CountryCodeValidator()
        let three = try CountryCodeValidator(alpha: 3)
        return [
            .accepts("CH", two), .accepts("US", two), .accepts("SS", two), .accepts("TW", two), .accepts("GB", two),
            .rejects("ch", two, "countryCode.invalid"), .rejects("EU", two, "countryCode.invalid"),
            .rejects("UK", two, "countryCode.invalid"), .rejects("XK", two, "countryCode.invalid"),
            .rejects("AN", two, "countryCode.invalid"), .rejects("CHE", two, "countryCode.invalid"),
            .rejects("CH\n", two, "countryCode.invalid"), .rejects("AC", two, "countryCode.invalid"),
            .rejects("IC", two, "countryCode.invalid"), .rejects(756, two, "countryCode.invalid"),
            .accepts("CHE", three), .accepts("ROU", three), .accepts("USA", three),
            .rejects("CH", three, "countryCode.invalid"), .rejects("XKK", three, "countryCode.invalid"),
            .rejects("ROM", three, "countryCode.invalid"),
            .accepts("NO", two), .accepts("NOR", three), .rejects("NOR", two, "countryCode.invalid"),
            .rejects("no", two, "countryCode.invalid"), .rejects(false, two, "countryCode.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }

    @Test func optionsAreChecked() {
        RefusedOptions(.countryCode(alpha: 4), "must be 2 or 3").run()
        RefusedOptions(.type("countryCode", ["alpha": "2"]), "expected an integer, found '2'").run()
    }
}
