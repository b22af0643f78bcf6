import Proviso
import Testing

/// `date`, and what `datetime` and `time` share with it, which is everything but the default form.
struct DateValidatorTests {
    private static func date(_ change: (inout DateSettings) -> Void = { _ in }) -> DateValidator {
        var settings = DateSettings()
        change(&settings)
        return DateValidator(settings)
    }
    private static func pattern(_ format: String, _ locale: String = "en", strict: Bool = false) -> DateValidator {
        date {
            $0.format = format
            $0.locale = locale
            $0.strictDateFormat = strict
        }
    }
    private static let years = date {
        $0.min = "1900-01-01"
        $0.max = "2000-12-31"
    }
    static let rows: [Row] = [
        .accepts("2024-02-29", date()),
        .accepts("2000-02-29", date()),
        .accepts("0000-02-29", date()),
        .accepts("9999-12-31", date()),
        .accepts("1582-10-10", date()),
        .rejects("1900-02-29", date(), "date.invalid", ["format": .text("YYYY-MM-DD")]),
        .rejects("2023-02-29", date(), "date.invalid"),
        .rejects("2024-04-31", date(), "date.invalid"),
        .rejects("2024-00-10", date(), "date.invalid"),
        .rejects("2024-13-10", date(), "date.invalid"),
        .rejects("2024-01-00", date(), "date.invalid"),
        .rejects("2024-1-1", date(), "date.invalid"),
        .rejects("24-01-01", date(), "date.invalid"),
        .rejects("20240101", date(), "date.invalid"),
        .rejects("2024-01-01\n", date(), "date.invalid"),
        .rejects(" 2024-01-01", date(), "date.invalid"),
        .rejects("2024-01-01T00:00:00Z", date(), "date.invalid"),
        .rejects("2024\u{2013}01-01", date(), "date.invalid"),
        .rejects("\u{FF12}024-01-01", date(), "date.invalid"),
        .rejects("-2024-01-01", date(), "date.invalid"),
        .rejects("+12024-01-01", date(), "date.invalid"),
        .rejects(20_240_101, date(), "date.invalid"),
        .rejects(["2024-01-01"], date(), "date.invalid"),
        .rejects("", date(), "date.invalid"),
        .rejects(nil, date(), "date.invalid"),
        .accepts("1900-01-01", years),
        .accepts("2000-12-31", years),
        .rejects("1899-12-31", years, "date.tooSmall", ["min": .text("1900-01-01")]),
        .rejects("2001-01-01", years, "date.tooBig", ["max": .text("2000-12-31")]),
        .accepts("31.12.2023", pattern("dd.MM.yyyy")),
        .accepts("1.2.2023", pattern("d.M.yyyy")),
        .accepts("01.2.23", pattern("dd.MM.yyyy")),
        .rejects("01.2.2023", pattern("dd.MM.yyyy", strict: true), "date.invalid", ["format": .text("dd.MM.yyyy")]),
        .rejects("29.02.2023", pattern("dd.MM.yyyy"), "date.invalid"),
        .rejects("31.12.2023 ", pattern("dd.MM.yyyy"), "date.invalid"),
        .rejects(" 31.12.2023", pattern("dd.MM.yyyy"), "date.invalid"),
        .rejects("31.12.2023\n", pattern("dd.MM.yyyy"), "date.invalid"),
        .rejects("31.12.2023x", pattern("dd.MM.yyyy"), "date.invalid"),
        .rejects(.text(String(repeating: "1", count: 1_000_000)), pattern("dd.MM.yyyy"), "date.invalid"),
        .accepts("5 mars 2024", pattern("d MMMM yyyy", "fr")),
        .rejects("5 march 2024", pattern("d MMMM yyyy", "fr"), "date.invalid"),
        .accepts("31/05/2017", pattern("short", "en-GB")),
        .rejects("05/31/2017", pattern("short", "en-GB"), "date.invalid"),
        .accepts("5/31/17", pattern("short", "en-US")),
        .accepts("31/5/2017", pattern("dd/MM/yyyy", "th")),
        .accepts("10.10.1582", pattern("dd.MM.yyyy")),
    ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }

    @Test func optionsAreChecked() {
        let rows = [
            RefusedOptions(
                .type("date", ["format": "php:Y-m-d"]), "not one of PHP", suggestion: "yyyy-MM-dd"),
            RefusedOptions(.type("date", ["min": "tomorow"]), "relative such as 'today'", suggestion: "tomorrow"),
            RefusedOptions(.type("date", ["min": "Today +1 day"]), "relative such as", suggestion: "today +1 day"),
            RefusedOptions(
                .type("date", ["max": "18 years"]), "relative such as 'today' or '-18 years'",
                suggestion: "'-18 years' or '+18 years'"),
            RefusedOptions(.type("date", ["format": "..."]), "contains no field of a date such as y, M or d"),
            RefusedOptions(.type("date", ["format": "shrot"]), "neither an ICU pattern", suggestion: "short"),
            RefusedOptions(
                .type("date", ["format": "YYYY-MM-DD"]), "'YYYY' stands for the year that a week belongs to",
                suggestion: "yyyy-MM-dd"),
            RefusedOptions(.type("date", ["format": "DD.MM.yyyy"]), "the day of the year", suggestion: "dd.MM.yyyy"),
            RefusedOptions(.type("date", ["format": "yyyy-mm-dd"]), "stands for minutes", suggestion: "yyyy-MM-dd"),
            RefusedOptions(.type("date", ["format": "yyyy-mm-DD"]), "stands for minutes", suggestion: "yyyy-MM-dd"),
            RefusedOptions(
                .type("datetime", ["format": "YYYY-MM-DD HH:MM:SS"]), "stands for the month",
                suggestion: "yyyy-MM-dd HH:mm:ss"),
            RefusedOptions(
                .type("datetime", ["format": "yyyy-MM-dd'T'hh:mm"]), "counts to 12", suggestion: "yyyy-MM-dd'T'HH:mm"),
            RefusedOptions(.type("time", ["format": "HH:MM"]), "stands for the month", suggestion: "HH:mm"),
            RefusedOptions(.type("time", ["format": "hh:mm"]), "needs 'a' for AM and PM", suggestion: "HH:mm"),
            RefusedOptions(.type("date", ["format": "yyyy-'W'ww"]), "week belongs to", suggestion: "YYYY-'W'ww"),
            RefusedOptions(
                .type("date", ["timestampAttribute": "a", "timestampAttributeFormat": "YYYY-MM-dd"]),
                "option 'timestampAttributeFormat'", suggestion: "yyyy-MM-dd"),
            RefusedOptions(.type("date", ["calendar": "buddhist"]), "needs the option 'format'"),
            RefusedOptions(
                .type("date", ["format": "short", "calendar": "budhist"]), "not a calendar that ICU knows",
                suggestion: "buddhist"),
            RefusedOptions(.type("date", ["timeZone": "Europe/Berln"]), "not a time zone", suggestion: "Europe/Berlin"),
            RefusedOptions(.type("date", ["locale": "!"]), "not a BCP 47 language tag"),
            RefusedOptions(.type("date", ["locale": "request"]), "needs the option 'format', such as short"),
            RefusedOptions(.type("date", ["timeZone": "SST"]), "not a time zone", suggestion: "Pacific/Pago_Pago"),
            RefusedOptions(.type("datetime", ["timeZone": "Etc/Unknown"]), "not a time zone"),
            RefusedOptions(.type("datetime", ["timeZone": "SystemV/PST8PDT"]), "not a time zone"),
            RefusedOptions(.type("datetime", ["defaultTimeZone": "GMT+5:30"]), "not a time zone"),
            RefusedOptions(.type("date", ["min": 20_240_131]), "seconds since 1970", suggestion: "2024-01-31"),
            RefusedOptions(.type("datetime", ["max": 2024]), "seconds since 1970", suggestion: "2024-01-01"),
            RefusedOptions(.type("date", ["min": 20_241_301]), "that is 1970-08-23", suggestion: "1970-08-23"),
            RefusedOptions(.type("date", ["max": -99_999_999]), "that is 1966-10-31", suggestion: "1966-10-31"),
            RefusedOptions(.type("date", ["min": 0]), "that is 1970-01-01", suggestion: "1970-01-01"),
            RefusedOptions(.type("time", ["min": 930]), "that is 00:15:30", suggestion: "09:30"),
            RefusedOptions(.type("time", ["max": 18]), "that is 00:00:18", suggestion: "18:00"),
            RefusedOptions(.type("time", ["max": 25_200]), "that is 07:00:00", suggestion: "07:00:00"),
            RefusedOptions(.type("date", ["format": "iso"]), "leave it out for ISO 8601", suggestion: "yyyy-MM-dd"),
            RefusedOptions(.type("time", ["format": "ISO-8601"]), "leave it out", suggestion: "HH:mm:ss"),
            RefusedOptions(
                .type("datetime", ["format": "iso8601"]), "leave it out", suggestion: "yyyy-MM-dd'T'HH:mm:ssXXX"),
            RefusedOptions(.type("time", ["format": "24h"]), "not an ICU pattern", suggestion: "HH:mm"),
            RefusedOptions(.type("datetime", ["format": "12h"]), "not an ICU pattern", suggestion: "yyyy-MM-dd h:mm a"),
            RefusedOptions(.type("time", ["format": "yyyy-MM-dd"]), "use the rule type 'date'"),
            RefusedOptions(.type("time", ["format": "z"]), "no field of a time of day such as H or m"),
            RefusedOptions(.type("date", ["format": "HH:mm"]), "use the rule type 'time'"),
            RefusedOptions(.type("datetime", ["format": "HH:mm:ss"]), "use the rule type 'time'"),
            RefusedOptions(.type("date", ["min": "soon"]), "'soon' is neither"),
            RefusedOptions(.type("date", ["min": "18 years"]), "neither", suggestion: "'-18 years' or '+18 years'"),
            RefusedOptions(.type("time", ["min": "18 hours"]), "neither"),
            RefusedOptions(.type("date", ["min": "-18"]), "neither"),
            RefusedOptions(.type("date", ["min": "+2 weeks 3 days"]), "neither"),
            RefusedOptions(.type("date", ["min": "-18 yaers"]), "neither"),
            RefusedOptions(.type("date", ["min": true]), "must be a string"),
            RefusedOptions(.type("date", ["min": .integer(.max)]), "millions of years"),
            RefusedOptions(.type("date", ["min": "2024-01-02", "max": "2024-01-01"]), "no value can pass"),
            RefusedOptions(.type("time", ["min": "-2 hours"]), "compared with 'now' only"),
            RefusedOptions(.type("date", ["timestampAttributeFormat": "dd"]), "without timestampAttribute"),
        ]
        for row in rows { row.run() }
    }

    /// 2024-02-29T22:30:00Z: the first of March in Helsinki.
    private static let now: Int64 = 1_709_245_800

    private func codes(_ body: Constraint, _ value: AnyValue, now: Int64 = now) throws -> [String] {
        var registry = Registry.standard
        registry.services.clock = .fixed(now)
        let plan = try Plan(RuleSet(rules: [Rule("a", body)]), registry: registry)
        return try plan.validate(["a": value]).violations.map { violation in
            let bound = violation.parameters["min"] ?? violation.parameters["max"]
            return "\(violation.code) \(bound?.plainText ?? "")"
        }
    }

    @Test func relativeBoundsMoveWithTheClock() throws {
        #expect(try codes(.date(max: "today"), "2024-02-29") == [])
        #expect(try codes(.date(max: "today"), "2024-03-01") == ["date.tooBig 2024-02-29"])
        #expect(try codes(.date(max: "today"), "2024-03-01", now: Self.now + 86_400) == [])
        #expect(try codes(.date(max: "-18 years"), "2006-02-28") == [])
        #expect(try codes(.date(max: "-18 years"), "2006-03-01") == ["date.tooBig 2006-02-28"])
        #expect(try codes(.date(min: "tomorrow"), "2024-03-01") == [])
        #expect(try codes(.date(min: "tomorrow"), "2024-02-29") == ["date.tooSmall 2024-03-01"])
        #expect(try codes(.date(max: "+1 month -1 day"), "2024-03-29") == ["date.tooBig 2024-03-28"])
        #expect(try codes(.date(max: "+2 weeks"), "2024-03-14") == [])
        #expect(try codes(.date(max: "+2 weeks +3 days"), "2024-03-18") == ["date.tooBig 2024-03-17"])
        #expect(try codes(.date(format: "dd.MM.yyyy", min: "yesterday"), "27.02.2024") == ["date.tooSmall 2024-02-28"])
        #expect(try codes(.datetime(min: "now"), "2024-02-29T22:30:00Z") == [])
        #expect(try codes(.datetime(min: "now"), "2024-02-29T22:29:59.999Z") == ["date.tooSmall 2024-02-29T22:30:00Z"])
        #expect(
            try codes(.datetime(max: "+90 minutes"), "2024-03-01T00:00:01Z") == ["date.tooBig 2024-03-01T00:00:00Z"])
        #expect(try codes(.time(max: "now"), "22:30:01") == ["date.tooBig 22:30:00"])
        var helsinki = DateSettings(max: "today")
        helsinki.timeZone = "Europe/Helsinki"
        #expect(try codes(.date(helsinki), "2024-03-01") == [])
        helsinki.maxString = "heute"
        #expect(try codes(.date(helsinki), "2024-03-02") == ["date.tooBig heute"])
        #expect(try codes(.date(min: 1_709_164_800), "2024-02-28") == ["date.tooSmall 2024-02-29"])
    }

    @Test func theMomentIsWrittenToAnotherAttribute() throws {
        let rules = [
            Rule("items.*.day", .type("date", ["timestampAttribute": "items.*.at"])),
            Rule("items.*.at", .number(max: 2_000_000_000)),
            Rule("day", .type("date", ["timestampAttribute": "day"])),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        let record = Record(for: plan)
        try record.fill(
            json: #"""
                {"items": [{"day": "2024-02-29"}, {"day": "", "at": 5}, {"at": 6}, {"day": "x", "at": 7}, {"day": "2100-01-01"}],
                 "day": "1969-12-31"}
                """#)
        let pointers = try plan.validate(record).violations.map { "\($0.path.pointer) \($0.code)" }
        #expect(pointers == ["/items/3/day date.invalid", "/items/4/at number.tooBig"])
        #expect(record["items.*.at"] == [1_709_164_800, nil, 6, 7, 4_102_444_800])
        #expect(record["items.*.day"] == ["2024-02-29", "", .absent, "x", "2100-01-01"])
        #expect(record["day"] == -86_400)
        #expect(try plan.validate(record).violations.count == 2)
        #expect(record["day"] == -86_400)
    }

    @Test func everyDayOfFourCenturiesCounts() throws {
        let plan = try Plan(RuleSet(rules: [Rule("a", .type("date", ["timestampAttribute": "a"]))]))
        let record = Record(for: plan)
        var expected: Int64 = -62_167_219_200
        for year in stride(from: 0, through: 2400, by: 1) {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            for month in 1...12 {
                let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
                for day in [1, length] {
                    let text = "\(10_000 + year)".dropFirst() + "-\(100 + month)".replacing("-1", with: "-")
                    record.fill(["a": .text("\(text)-\("\(100 + day)".dropFirst())")])
                    #expect(try plan.validate(record).isValid)
                    let seconds = expected + Int64(day - 1) * 86_400
                    if record["a"] != .integer(seconds) { Issue.record("\(text) \(day)") }
                }
                expected += Int64(length) * 86_400
            }
        }
    }

    @Test func patternsAreReadOnManyThreadsAtOnce() async throws {
        let plan = try Plan(RuleSet(rules: [Rule("a", .date(format: "d MMMM yyyy", min: "1 January 2000"))]))
        await withTaskGroup(of: Bool.self) { group in
            for worker in 1...8 {
                group.addTask {
                    let record = Record(for: plan)
                    for day in 1...200 {
                        let month = ["January", "February", "Oktober"][day % 3]
                        record.fill(["a": .text("\(day % 28 + 1) \(month) \(2000 + worker)")])
                        if (try? plan.validate(record).isValid) != (day % 3 != 2) { return false }
                    }
                    return true
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func theLocaleComesWithTheRecord() throws {
        var settings = DateSettings(format: "short", max: "2024-01-01")
        settings.locale = "request"
        let plan = try Plan(RuleSet(rules: [Rule(["a"], .date(settings))]))
        let record = Record(for: plan)
        let rows: [(String?, String, [Code], SourceLocation)] = [
            ("de", "31.12.23", [], #_sourceLocation), ("en", "12/31/23", [], #_sourceLocation),
            ("de", "12/31/23", ["date.invalid"], #_sourceLocation), ("en-GB", "31/12/2023", [], #_sourceLocation),
            ("de", "31.12.24", ["date.tooBig"], #_sourceLocation), ("fa", "۱۴۰۲/۱۰/۱۰", [], #_sourceLocation),
            (nil, "2023-12-31", [], #_sourceLocation), (nil, "31.12.23", ["date.invalid"], #_sourceLocation),
            ("no tag", "2023-12-31", [], #_sourceLocation),
        ]
        for (locale, text, codes, place) in rows {
            record.locale = locale
            record.fill(["a": .text(text)])
            #expect(try plan.validate(record).violations.map(\.code) == codes, "\(text)", sourceLocation: place)
        }
    }

    @Test func everyLocaleReadsTheDatesICUWrites() throws {
        for locale in Catalogs.embedded.locales + ["fa", "th", "hi", "bn", "my", "he", "bg", "ckb", "sr-Latn", "zh-TW"]
        {
            for name in ["short", "medium", "long"] {
                let moment = ["d": ParameterValue.integer(1_704_000_000_000)]
                let text = try format("{d, date, \(name)}", moment, locale: "\(locale)-u-ca-gregory")
                let validator = Self.date {
                    $0.format = name
                    $0.locale = locale
                    $0.calendar = "gregory"
                    ($0.min, $0.max) = ("2023-12-31", "2023-12-31")
                }
                #expect(validator.violations(of: text).map(\.code) == [], "\(locale) \(name): \(text)")
            }
        }
    }
}
