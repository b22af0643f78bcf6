import Proviso
import Testing

/// Texts that name their own offset or zone, and bounds beside forms in other calendars.
struct DateOffsetTests {
    struct Written: Sendable {
        let text: String
        let format: String
        let type: RuleType
        let zone: String
        let isValid: Bool

        init(
            _ text: String, _ format: String, type: RuleType = "datetime", zone: String = "UTC", _ isValid: Bool
        ) {
            (self.text, self.format, self.type, self.zone, self.isValid) = (text, format, type, zone, isValid)
        }
    }

    static let rows = [
        Written("2024-02-01 10:00:00 +0100", "yyyy-MM-dd HH:mm:ss Z", true),
        Written("2024-02-01 10:00:00 +0000", "yyyy-MM-dd HH:mm:ss Z", true),
        Written("2024-02-01 10:00:00 -0930", "yyyy-MM-dd HH:mm:ss Z", true),
        Written("2024-02-01 10:00:00 +0100", "yyyy-MM-dd HH:mm:ss Z", zone: "America/New_York", true),
        Written("2024-07-01 10:00:00 +0100", "yyyy-MM-dd HH:mm:ss Z", zone: "Europe/Berlin", true),
        Written("2024-07-01 10:00:00 +0200", "yyyy-MM-dd HH:mm:ss Z", zone: "Europe/Berlin", true),
        Written("2024-02-01 10:00:00 +01:00", "yyyy-MM-dd HH:mm:ss Z", false),
        Written("2024-02-01 10:00:00 +1", "yyyy-MM-dd HH:mm:ss Z", false),
        Written("2024-2-1 10:00:00 +0100", "yyyy-MM-dd HH:mm:ss Z", false),
        Written("2024-02-30 10:00:00 +0100", "yyyy-MM-dd HH:mm:ss Z", false),
        Written("2024-02-01 24:00:00 +0100", "yyyy-MM-dd HH:mm:ss Z", false),
        Written("2024-02-01T10:00:00+05:30", "yyyy-MM-dd'T'HH:mm:ssXXX", true),
        Written("2024-02-01T10:00:00Z", "yyyy-MM-dd'T'HH:mm:ssXXX", true),
        Written("2024-02-01T10:00:00Z", "yyyy-MM-dd'T'HH:mm:ssXXX", zone: "Asia/Tokyo", true),
        Written("2024-02-01T10:00:00+0530", "yyyy-MM-dd'T'HH:mm:ssXXX", false),
        Written("2024-02-01 10:00 GMT+1", "yyyy-MM-dd HH:mm O", true),
        Written("2024-02-01 10:00 GMT-3:30", "yyyy-MM-dd HH:mm O", true),
        Written("2024-02-01 10:00 GMT+01", "yyyy-MM-dd HH:mm O", false),
        Written("2024-02-01 10:00 PST", "yyyy-MM-dd HH:mm z", true),
        Written("2024-07-01 10:00 EDT", "yyyy-MM-dd HH:mm z", true),
        Written("2024-02-01 10:00 EDT", "yyyy-MM-dd HH:mm z", false),
        Written("2024-02-01 10:00 UTC", "yyyy-MM-dd HH:mm z", zone: "Europe/Berlin", true),
        Written("Thu, 01 Feb 2024 10:00:00 +0100", "EEE, dd MMM yyyy HH:mm:ss Z", true),
        Written("Wed, 01 Feb 2024 10:00:00 +0100", "EEE, dd MMM yyyy HH:mm:ss Z", false),
        Written("Sun, 31 Dec 2023 23:30:00 -0800", "EEE, dd MMM yyyy HH:mm:ss Z", zone: "Asia/Tokyo", true),
        Written("2024-02-01+01:00", "yyyy-MM-ddxxx", type: "date", true),
        Written("10:00 +0100", "HH:mm Z", type: "time", true), Written("10:00+01:00", "HH:mmXXX", type: "time", true),
        Written("9:00 +0100", "HH:mm Z", type: "time", false),
        Written("2024-02-01 10:00 Europe/Paris", "yyyy-MM-dd HH:mm VV", true),
    ]

    @Test func strictTextsMayNameAnyOffset() throws {
        for row in Self.rows {
            for strict in [true, false] where strict || row.isValid {
                let options: [String: AnyValue] = [
                    "format": .text(row.format), "timeZone": .text(row.zone), "strictDateFormat": .boolean(strict),
                ]
                let plan = try Plan(RuleSet(rules: [Rule("d", .type(row.type, options))]))
                let record = Record(for: plan)
                record.fill(["d": .text(row.text)])
                #expect(try plan.validate(record).isValid == row.isValid, "\(row), strict \(strict)")
            }
        }
    }

    struct Bounded: Sendable {
        let locale: String
        let calendar: String?
        let format: String
        let text: String
        let code: Code?
    }

    /// 2004-08-19 is the 29th of the fifth month of 1383 in Iran.
    static let bounded = [
        Bounded(locale: "ckb-IR", calendar: nil, format: "short", text: "AP 1383-05-30", code: nil),
        Bounded(locale: "ckb-IR", calendar: nil, format: "short", text: "AP 1383-05-29", code: nil),
        Bounded(locale: "ckb-IR", calendar: nil, format: "short", text: "AP 1383-05-28", code: "date.tooSmall"),
        Bounded(locale: "lrc", calendar: nil, format: "short", text: "AP 1383-05-30", code: nil),
        Bounded(locale: "mzn", calendar: nil, format: "short", text: "AP 1383-05-28", code: "date.tooSmall"),
        Bounded(locale: "sv", calendar: "persian", format: "short", text: "AP 1383-05-30", code: nil),
        Bounded(locale: "en", calendar: "persian", format: "yyyy-MM-dd", text: "1383-05-30", code: nil),
        Bounded(locale: "en", calendar: "persian", format: "yyyy-MM-dd", text: "1383-05-28", code: "date.tooSmall"),
        Bounded(locale: "sv", calendar: nil, format: "short", text: "2004-08-19", code: nil),
        Bounded(locale: "sv", calendar: nil, format: "short", text: "2004-08-18", code: "date.tooSmall"),
    ]

    @Test func boundsInISOFormMeanTheSameDayInEveryCalendar() throws {
        for row in Self.bounded {
            var options: [String: AnyValue] = [
                "format": .text(row.format), "locale": .text(row.locale), "min": "2004-08-19",
            ]
            if let calendar = row.calendar { options["calendar"] = .text(calendar) }
            let plan = try Plan(RuleSet(rules: [Rule("d", .type("date", options))]))
            let record = Record(for: plan)
            record.fill(["d": .text(row.text)])
            #expect(try plan.validate(record).violations.first?.code == row.code, "\(row)")
        }
        // A pattern of the rule's own says in which order its bounds are written.
        let options: [String: AnyValue] = ["format": "yyyy-dd-MM", "min": "2004-08-07"]
        let plan = try Plan(RuleSet(rules: [Rule("d", .type("date", options))]))
        let record = Record(for: plan)
        record.fill(["d": "2004-09-07"])
        #expect(try plan.validate(record).isValid)
    }
}
