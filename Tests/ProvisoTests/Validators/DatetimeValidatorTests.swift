import Proviso
import Testing

/// `datetime`; the rows that it shares with `date` are in DateValidatorTests.
struct DatetimeValidatorTests {
    static let rows: [Row] = [
        .accepts("2024-02-29T12:00:00Z", DatetimeValidator()),
        .accepts("2024-02-29T12:00:00+05:30", DatetimeValidator()),
        .rejects("2023-02-29T12:00:00Z", DatetimeValidator(), "date.invalid"),
        .rejects("2024-02-29", DatetimeValidator(), "date.invalid"),
        .rejects("2024-02-29T24:01:00Z", DatetimeValidator(), "date.invalid"),
        .rejects([], DatetimeValidator(), "date.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
