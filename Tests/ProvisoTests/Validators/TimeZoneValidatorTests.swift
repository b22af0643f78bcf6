import Proviso
import Testing

/// `timeZone`: names of the IANA time zone database; more rows are in KnownCodesTests.
struct TimeZoneValidatorTests {
    static let rows: [Row] = [
        .accepts("Europe/Berlin", TimeZoneValidator()),
        .accepts("America/Argentina/Ushuaia", TimeZoneValidator()),
        .rejects("Europe/berlin", TimeZoneValidator(), "timeZone.invalid"),
        .rejects("../etc/passwd", TimeZoneValidator(), "timeZone.invalid"),
        .rejects(nil, TimeZoneValidator(), "timeZone.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
