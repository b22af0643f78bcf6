import Proviso
import Testing

/// `time`; the rows that it shares with `date` are in DateValidatorTests.
struct TimeValidatorTests {
    static let rows: [Row] = [
        .accepts("00:00:00", TimeValidator()),
        .accepts("23:59:59", TimeValidator()),
        .rejects("24:00:01", TimeValidator(), "date.invalid"),
        .rejects("12:60:00", TimeValidator(), "date.invalid"),
        .rejects("12", TimeValidator(), "date.invalid"),
        .rejects(nil, TimeValidator(), "date.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
