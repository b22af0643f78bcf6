import Proviso
import Testing

/// `timeZone`: names of the IANA time zone database.
struct TimeZoneValidatorTests {
    private static let zone = TimeZoneValidator()

    static let rows: [Row] = [
        .accepts("Europe/Zurich", zone), .accepts("UTC", zone), .accepts("Asia/Calcutta", zone),
        .accepts("Asia/Kolkata", zone), .accepts("America/Argentina/Buenos_Aires", zone), .accepts("EST5EDT", zone),
        .accepts("Etc/GMT+5", zone), .rejects("europe/zurich", zone, "timeZone.invalid"),
        .rejects("Europe/Zurich\n", zone, "timeZone.invalid"), .rejects("PST", zone, "timeZone.invalid"),
        .rejects("SystemV/PST8PDT", zone, "timeZone.invalid"), .rejects("Etc/Unknown", zone, "timeZone.invalid"),
        .rejects("+02:00", zone, "timeZone.invalid"), .rejects("Europe/Nowhere", zone, "timeZone.invalid"),
        .rejects("", zone, "timeZone.invalid"), .rejects(1, zone, "timeZone.invalid"),
        .accepts("Europe/Berlin", zone), .accepts("America/Argentina/Ushuaia", zone),
        .rejects("Europe/berlin", zone, "timeZone.invalid"), .rejects("../etc/passwd", zone, "timeZone.invalid"),
        .rejects(nil, zone, "timeZone.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
