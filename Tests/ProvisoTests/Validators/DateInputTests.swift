import Dispatch
import MessageOracle
import Proviso
import Synchronization
import TestSupport
import Testing

/// Dates as people of every locale write and type them.
struct DateInputTests {
    private static let lengths = ["short", "medium", "long", "full"]
    private static let parts = [("date", ORACLE_DATE), ("time", ORACLE_TIME), ("datetime", ORACLE_DATETIME)]
    /// 2024-03-09 15:45, 2031-12-28 00:05, 1999-08-20 09:59 and 2024-02-29 12:00.
    private static let moments: [Int64] = [1_709_999_100, 1_956_182_700, 935_143_140, 1_709_208_000]
    private static let otherCalendars = ["th", "fa", "ar-SA", "ps", "ckb-IR", "lrc", "mzn", "uz-Arab"]

    static func locales() -> [String] {
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        let length = oracle_locales(&buffer, Int32(buffer.count))
        let lines = String(decoding: buffer.prefix(Int(max(0, length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return lines.split(separator: "\n").map(String.init)
    }

    private static func written(_ locale: String, _ part: oracle_part, _ style: Int, _ seconds: Int64) -> String {
        var buffer = [CChar](repeating: 0, count: 512)
        let length = oracle_date(locale, part, Int32(style), Double(seconds) * 1000, &buffer, Int32(buffer.count))
        return String(decoding: buffer.prefix(Int(max(0, length))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The text with nothing in it that a keyboard lacks.
    static func typed(_ text: String) -> String {
        let signs: [Unicode.Scalar: Unicode.Scalar] = [
            "\u{2018}": "'", "\u{2019}": "'", "\u{2BB}": "'", "\u{2BC}": "'", "\u{5F3}": "'", "\u{5F4}": "\"",
            "\u{2010}": "-", "\u{2011}": "-", "\u{2013}": "-", "\u{2212}": "-",
        ]
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !["\u{200E}", "\u{200F}", "\u{61C}"].contains(scalar) {
            result.append(scalar.properties.generalCategory == .spaceSeparator ? " " : signs[scalar] ?? scalar)
        }
        return String(result)
    }

    /// What a rule puts into another attribute for a text: the moment that it read.
    private static func reader(_ type: String, _ options: [String: AnyValue]) throws -> (String) -> Int64? {
        let rules = [
            Rule("at", .safe),
            Rule("a", .type(RuleType(rawValue: type), options.merging(["timestampAttribute": "at"]) { $1 })),
        ]
        let plan = try Plan(RuleSet(rules: rules))
        let record = Record(for: plan)
        return { text in
            record.fill(["a": .text(text), "at": .null])
            guard let report = try? plan.validate(record), report.isValid, case .integer(let moment) = record["at"]
            else {
                return nil
            }
            return moment
        }
    }

    struct Typed: Sendable {
        let text: String
        let type: String
        let options: [String: AnyValue]
        /// The day or the moment that was read, in ISO 8601; nil where the text must be refused.
        let moment: String?
        let location: SourceLocation

        init(
            _ text: String, _ type: String = "date", _ format: String, _ locale: String, calendar: String? = nil,
            strict: Bool = false, as moment: String?, at location: SourceLocation = #_sourceLocation
        ) {
            (self.text, self.type, self.moment, self.location) = (text, type, moment, location)
            var options: [String: AnyValue] = ["format": .text(format), "locale": .text(locale)]
            if let calendar { options["calendar"] = .text(calendar) }
            if strict { options["strictDateFormat"] = true }
            self.options = options
        }
    }

    static let typedTexts = [
        // Spaces of the keyboard for those of ICU, and the other way round.
        Typed("3:45 PM", "time", "short", "en", as: "15:45"),
        Typed("3:45\u{202F}PM", "time", "short", "en", as: "15:45"),
        Typed("3:45\u{A0}pm", "time", "short", "en", as: "15:45"),
        Typed("3:45 PM", "time", "short", "en", strict: true, as: "15:45"),
        Typed("3:45 PM", "time", "h:mm a", "en", as: "15:45"),
        Typed("3:45 p. m.", "time", "h:mm a", "es-MX", as: "15:45"),
        Typed("3:45xPM", "time", "short", "en", as: nil),
        Typed("3:45 PM\u{A0}", "time", "short", "en", as: nil),
        Typed("\u{A0}3:45 PM", "time", "short", "en", as: nil),
        Typed("9 марта 2024 г.", "date", "long", "ru", as: "2024-03-09"),
        Typed("٩/٣/٢٠٢٤", "date", "short", "ar-EG", as: "2024-03-09"),
        Typed("9/3/2024", "date", "short", "ar-EG", as: "2024-03-09"),
        Typed("\u{200F}٩\u{200F}/٣\u{200F}/٢٠٢٤", "date", "short", "ar-EG", as: "2024-03-09"),
        // Dashes and apostrophes only where the locale writes such signs.
        Typed("9 d'octubre de 2024", "date", "long", "ca", as: "2024-10-09"),
        Typed("9 d\u{2019}octubre de 2024", "date", "long", "ca", as: "2024-10-09"),
        Typed("2024\u{2013}10-09", "date", "yyyy-MM-dd", "en", as: nil),
        // The day of the week must be that of the date.
        Typed("Saturday, March 9, 2024", "date", "full", "en", as: "2024-03-09"),
        Typed("Sunday, March 9, 2024", "date", "full", "en", as: nil),
        Typed("Samstag, 9. März 2024", "date", "full", "de", as: "2024-03-09"),
        Typed("Sonntag, 9. März 2024", "date", "full", "de", as: nil),
        Typed("2024年3月9日 星期六", "date", "full", "zh-Hant", as: "2024-03-09"),
        Typed("2024年3月9日 星期日", "date", "full", "zh-Hant", as: nil),
        Typed("2024年3月9日 星期六 下午3:45:00 [世界標準時間]", "datetime", "full", "zh-Hant", as: "2024-03-09T15:45:00Z"),
        Typed("2024年3月9日 星期日 下午3:45:00 [世界標準時間]", "datetime", "full", "zh-Hant", as: nil),
        Typed("Sat 9.3.2024", "date", "E d.M.yyyy", "en", as: "2024-03-09"),
        Typed("Mon 9.3.2024", "date", "E d.M.yyyy", "en", as: nil),
        Typed("9.3.2024 Mon", "date", "d.M.yyyy E", "en", as: nil),
        Typed("15:30 AM", "time", "HH:mm a", "en", as: nil),
        Typed("15:30 PM", "time", "HH:mm a", "en", as: "15:30"),
        // The locale's own calendar, its tag's, or the rule's.
        Typed("9/3/67", "date", "short", "th", as: "2024-03-09"),
        Typed("9 มี.ค. 2567", "date", "medium", "th", as: "2024-03-09"),
        Typed("9 มี.ค. 2024", "date", "medium", "th", calendar: "gregory", as: "2024-03-09"),
        Typed("9/3/2024", "date", "short", "th", as: nil),
        Typed("๙/๓/๒๐๒๔", "date", "short", "th", as: nil),
        Typed("9 มี.ค. 2024", "date", "medium", "th", as: nil),
        Typed("2024/3/9", "date", "short", "fa", as: nil),
        Typed("9/3/2024", "date", "short", "th", calendar: "buddhist", as: "1481-03-09"),
        Typed("9/3/2024", "date", "short", "th-u-ca-buddhist", as: "1481-03-09"),
        Typed("9 มี.ค. 2024", "date", "medium", "th-u-ca-gregory", as: "2024-03-09"),
        Typed("9/3/2567", "date", "d/M/yyyy", "th", calendar: "buddhist", as: "2024-03-09"),
        Typed("9/3/2567", "date", "d/M/yyyy", "th-u-ca-buddhist", as: "2024-03-09"),
        Typed("9/3/2024", "date", "d/M/yyyy", "th", as: "2024-03-09"),
        Typed("۱۴۰۲/۱۲/۱۹", "date", "short", "fa", as: "2024-03-09"),
        Typed("1402/12/19", "date", "short", "fa", as: "2024-03-09"),
        // The last month has 30 days in a leap year only, which 1402 is not.
        Typed("۱۴۰۲/۱۲/۳۰", "date", "short", "fa", as: nil),
        Typed("9.3.2024", "date", "short", "de", as: "2024-03-09"),
        Typed("9.3.24", "date", "short", "de", as: "2024-03-09"),
        Typed("09.03.24", "date", "short", "de", strict: true, as: "2024-03-09"),
        Typed("9.3.2024", "date", "short", "de", strict: true, as: nil),
        Typed("9:05", "time", "short", "de", as: "09:05"),
        Typed("1/2/2024", "date", "short", "en-GB", as: "2024-02-01"),
        // A pattern that is written out is taken at its word.
        Typed("9.3.24", "date", "dd.MM.yy", "de", as: nil),
        Typed("09.03.24", "date", "dd.MM.yy", "de", as: "2024-03-09"),
        // The year of a day is not that of its week.
        Typed("13", "date", "yyyyMMdd", "en", as: nil),
        Typed("31", "date", "ddMMyy", "en", as: nil),
        Typed("20240309", "date", "yyyyMMdd", "en", as: "2024-03-09"),
        Typed("090324", "date", "ddMMyy", "en", as: "2024-03-09"),
        Typed("09Mar2024", "date", "ddMMMyyyy", "en", as: "2024-03-09"),
        Typed("٢٠٢٤٠٣٠٩", "date", "yyyyMMdd", "ar", as: "2024-03-09"),
        Typed("2024-12-30", "date", "yyyy-MM-dd", "en", as: "2024-12-30"),
        Typed("2024-365", "date", "yyyy-DDD", "en", as: "2024-12-30"),
    ]

    @Test(arguments: typedTexts)
    func reads(_ row: Typed) throws {
        let expected = try row.moment.map {
            try #require(try Self.reader(row.type, [:])($0), sourceLocation: row.location)
        }
        #expect(
            try Self.reader(row.type, row.options)(row.text) == expected, "\(row.text)", sourceLocation: row.location)
    }

    /// Bounds are compared with what was read, in every calendar, and shown as the locale writes them.
    @Test func boundsAreOfTheSameCalendar() throws {
        var settings = DateSettings(format: "medium", min: 1_709_942_400, max: "2024-12-31")
        settings.locale = "th"
        let plan = try Plan(RuleSet(rules: [Rule("a", .date(settings))]))
        #expect(try plan.validate(["a": "9 มี.ค. 2567"]).isValid)
        let early = try plan.validate(["a": "8 มี.ค. 2567"]).violations
        #expect(early.map(\.code) == ["date.tooSmall"])
        #expect(early.first?.parameters["min"] == .text("2024-03-09"))
        #expect(try plan.validate(["a": "1 ม.ค. 2568"]).violations.map(\.code) == ["date.tooBig"])
    }

    private static func expected(_ seconds: Int64, _ part: oracle_part) -> Int64 {
        switch part {
        case ORACLE_DATE: seconds - seconds % 86_400
        case ORACLE_TIME: seconds % 86_400
        default: seconds
        }
    }

    /// Every length of every locale, in the locale's own calendar and in the Gregorian one: as ICU writes it and as it
    /// is typed.
    @Test(arguments: ["", "-u-ca-gregory"])
    func everyLocaleReadsWhatPeopleType(_ calendar: String) throws {
        let locales = calendar.isEmpty ? Self.locales() : Self.otherCalendars
        #expect(!calendar.isEmpty || locales.count > 700)
        let wrong = Mutex<[String]>([])
        let read = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: locales.count) { place in
            let locale = locales[place] + calendar
            for (type, part) in Self.parts {
                for (style, length) in Self.lengths.enumerated() {
                    guard let reader = try? Self.reader(type, ["format": .text(length), "locale": .text(locale)])
                    else { return wrong.withLock { $0.append("\(locale) \(type) \(length): no reader") } }
                    // Each locale and length with one of the moments, or with all.
                    for moment in Self.moments.rotated(by: place + style).prefix(count(1, thorough: 4)) {
                        let text = Self.written(locale, part, style, moment)
                        for spelling in Set([text, Self.typed(text)]) {
                            read.withLock { $0 += 1 }
                            if reader(spelling) != Self.expected(moment, part) {
                                wrong.withLock { $0.append("\(locale) \(type) \(length): \(spelling)") }
                            }
                        }
                    }
                }
            }
        }
        let rows = wrong.withLock { $0 }
        #expect(rows.prefix(20) == [], "\(rows.count) of \(read.withLock { $0 })")
    }
}

extension Array {
    /// The items from another one on, the first ones last.
    func rotated(by places: Int) -> [Element] {
        indices.map { self[($0 + places) % count] }
    }
}
