import Proviso
import Testing

/// `datetime`: a day with a time of day.
struct DatetimeValidatorTests {
    private static func moment(_ change: (inout DateSettings) -> Void = { _ in }) -> DatetimeValidator {
        var settings = DateSettings()
        change(&settings)
        return DatetimeValidator(settings)
    }

    private static let strict = moment { $0.strictDateFormat = true }
    private static let leap = moment { $0.leapSeconds = true }
    private static let berlin = moment {
        $0.timeZone = "Europe/Berlin"
        $0.min = "2024-03-31T00:30:00Z"
    }

    static let rows: [Row] = [
        .accepts("2024-02-29T12:34:56Z", moment()),
        .accepts("2024-02-29t12:34:56.123456789123z", moment()),
        .accepts("2024-02-29 12:34:56+05:30", moment()),
        .accepts("2024-02-29T12:34", moment()),
        .accepts("2024-02-29T23:59:59-23:59", moment()),
        .rejects("2024-02-29T24:00:00Z", moment(), "date.invalid", ["format": .text("YYYY-MM-DDThh:mm:ssZ")]),
        .rejects("2024-02-29T12:60:00Z", moment(), "date.invalid"),
        .rejects("2024-02-29T12:00:61Z", moment(), "date.invalid"),
        .rejects("2024-02-29T12:00:00.Z", moment(), "date.invalid"),
        .rejects("2024-02-29T12:00:00+0530", moment(), "date.invalid"),
        .rejects("2024-02-29T12:00:00+24:00", moment(), "date.invalid"),
        .rejects("2024-02-29T12:00:00Z\n", moment(), "date.invalid"),
        .rejects("2024-02-29T12", moment(), "date.invalid"),
        .rejects("2024-02-29", moment(), "date.invalid"),
        .rejects("2023-02-29T12:00:00Z", moment(), "date.invalid"),
        .accepts("2024-02-29T12:34:56Z", strict),
        .accepts("2024-02-29T12:34:56.5+01:00", strict),
        // RFC 3339, section 5.6: "T" and "Z" may alternatively be lower case.
        .accepts("2024-02-29t12:34:56Z", strict),
        .accepts("2024-02-29T12:34:56.5z", strict),
        .accepts("2024-01-01t00:00:00z", strict),
        .rejects("2024-02-29 12:34:56Z", strict, "date.invalid"),
        .rejects("2024-02-29T12:34Z", strict, "date.invalid"),
        .rejects("2024-02-29T12:34:56", strict, "date.invalid"),
        .rejects("2016-12-31T23:59:60Z", moment(), "date.invalid"),
        .accepts("2016-12-31T23:59:60Z", leap),
        .accepts("2016-12-31T15:59:60-08:00", leap),
        .rejects("2016-12-30T23:59:60Z", leap, "date.invalid"),
        .rejects("2016-12-31T23:58:60Z", leap, "date.invalid"),
        .rejects("2016-12-31T23:59:60", leap, "date.invalid"),
        .rejects("2016-12-31T23:59:60+01:00", leap, "date.invalid"),
        // Clocks were put forward at 01:00 UTC that day.
        .accepts("2024-03-31T01:30:00", berlin),
        .rejects("2024-03-31T01:29:59", berlin, "date.tooSmall", ["min": .text("2024-03-31T00:30:00Z")]),
        .accepts("2024-03-31T03:29:00", berlin),
        .accepts("2026-03-29T01:59:59", berlin),
        .rejects("2026-03-29T02:00:00", berlin, "date.invalid"),
        .rejects("2026-03-29T02:30", berlin, "date.invalid"),
        .accepts("2026-03-29T03:00:00", berlin),
        .accepts("2026-03-29T02:30:00Z", berlin),
        .accepts("2026-03-29T02:30:00", moment()),
        // That hour comes twice.
        .accepts("2026-10-25T02:30:00", berlin),
        .accepts("2026-12-31T23:59:59", berlin),
        .accepts("2024-02-29T12:00:00+05:30", moment()),
        .rejects("2024-02-29T24:01:00Z", moment(), "date.invalid"),
        .rejects([], moment(), "date.invalid"),
    ]

    @Test func `a strict rule of a file needs no format, unless it is about days`() throws {
        let strict = "{ strictDateFormat: true }"
        let plan = try Plan(RuleSet(parsing: "rules: [[a, datetime, \(strict)], [b, time, \(strict)]]"))
        #expect(try plan.validate(["a": "2024-02-29T12:34:56Z", "b": "12:34:56Z"]).isValid)
        #expect(try plan.validate(["a": "2024-02-29 12:34Z", "b": "12:34"]).violations.count == 2)
        #expect(throws: RuleSetError.self) { try Plan(RuleSet(parsing: "rules: [[a, date, \(strict)]]")) }
    }

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
