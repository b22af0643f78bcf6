import Proviso
import Testing

/// `countryCode`: codes of ISO 3166-1; more rows are in KnownCodesTests.
struct CountryCodeValidatorTests {
    static func rows() throws(OptionError) -> [Row] {
        return [
            .accepts("NO", try CountryCodeValidator()), .accepts("NOR", try CountryCodeValidator(alpha: 3)),
            .rejects("NOR", try CountryCodeValidator(), "countryCode.invalid"),
            .rejects("no", try CountryCodeValidator(), "countryCode.invalid"),
            .rejects(false, try CountryCodeValidator(), "countryCode.invalid"),
        ]
    }

    @Test func table() throws {
        for row in try Self.rows() { row.run() }
    }
}
