import Proviso
import Testing

/// `time`: a time of day.
struct TimeValidatorTests {
    private static func time(_ change: (inout DateSettings) -> Void = { _ in }) -> TimeValidator {
        var settings = DateSettings()
        change(&settings)
        return TimeValidator(settings)
    }

    static let rows: [Row] = [
        .accepts("00:00:00z", time { $0.strictDateFormat = true }),
        .accepts("09:30", time()),
        .accepts("23:59:59.999Z", time()),
        .accepts("09:30:15+02:00", time()),
        .rejects("24:00", time(), "date.invalid", ["format": .text("hh:mm:ss")]),
        .rejects("9:30", time(), "date.invalid"),
        .rejects("23:59:60Z", time(), "date.invalid"),
        .accepts("23:59:60Z", time { $0.leapSeconds = true }),
        .rejects("22:59:60Z", time { $0.leapSeconds = true }, "date.invalid"),
        .rejects("09:30:00", time { $0.strictDateFormat = true }, "date.invalid"),
        .rejects("06:59", time { $0.min = "07:00" }, "date.tooSmall", ["min": .text("07:00")]),
        .accepts("07:00", time { $0.min = "07:00" }),
        .accepts("9:30", time { $0.format = "H:mm" }),
        .rejects("25:30", time { $0.format = "H:mm" }, "date.invalid"),
        .accepts("00:00:00", time()),
        .accepts("23:59:59", time()),
        .rejects("24:00:01", time(), "date.invalid"),
        .rejects("12:60:00", time(), "date.invalid"),
        .rejects("12", time(), "date.invalid"),
        .rejects(nil, time(), "date.invalid"),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
