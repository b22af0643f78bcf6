import Proviso
import ProvisoMessages
import Testing

/// The argument types that ICU's message formats do not have.
struct ValueStyleTests {
    private static func text(_ pattern: String, _ value: ParameterValue, _ locale: String = "en") throws -> String {
        let setting = MessageFormatter.Setting(
            formats: LocaleFormats.shared(locale), isolates: LocaleTag.isRightToLeft(locale))
        return MessageFormatter.string(
            try MessagePattern(pattern), parameters: [Parameter(name: "x", value: value)], label: "L", setting: setting,
            labels: { "<\($0)>" })
    }

    private static let two: ParameterValue = .list([.text("zip"), .text("7z ")])

    static let rows: [(String, ParameterValue, String, String)] = [
        ("{x, list}", two, "en", "zip and 7z "),
        ("{x, list, or}", two, "de", "zip oder 7z "),
        ("{x, list, unit}", two, "ru", "zip, 7z "),
        ("{x,list,or quoted}", two, "en", "“zip” or “7z ”"),
        ("{x, list, or quoted}", two, "de", "„zip“ oder „7z “"),
        ("{x, list, or quoted}", two, "fr", "«\u{A0}zip\u{A0}» ou «\u{A0}7z \u{A0}»"),
        ("{x, list, quoted}", two, "ja", "「zip」、「7z 」"),
        ("{x, list, or quoted}", .list([.integer(1000), .text("a")]), "en", "1,000 or “a”"),
        ("{x, list, quoted}", .list([.attribute("a"), .attribute("b")]), "en", "<a> and <b>"),
        ("{x, list, or}", .text("one"), "en", "one"),
        ("{x, list, or quoted}", .list([]), "en", ""),
        ("{x, list, or script}", .list([.text("Latin"), .text("Grek")]), "de", "Lateinisch oder Griechisch"),
        ("{x, list, script}", .list([.text("Latn"), .text("Nope")]), "en", "Latin and Nope"),
        ("{x, name, region}", .text("CH"), "de", "Schweiz"),
        ("{x, name, region}", .text("CH"), "ja", "スイス"),
        ("{x, name, region}", .text("QQQ"), "de", "QQQ"),
        ("{x, name, language}", .text("pt-BR"), "en", "Brazilian Portuguese"),
        ("{x, name, language}", .text("de"), "fr", "allemand"),
        ("{x, name, currency}", .text("EUR"), "sv", "euro"),
        ("{x, name, currency}", .text("ZZZ"), "sv", "ZZZ"),
        ("{x, name, script}", .text(""), "en", ""),
        ("{x, list, or region}", .list([.text("CH"), .text("AT")]), "pl", "Szwajcaria lub Austria"),
        ("{x, quoted}", .text("ab "), "en", "“ab ”"),
        ("{x, quoted}", .text("ab"), "he", "”\u{2068}ab\u{2069}”"),
        ("{x, quoted}", .integer(12345), "en", "12,345"),
        ("{x, quoted}", .attribute("a"), "en", "<a>"),
        ("{x, quoted}", .boolean(true), "en", "true"),
        ("{x, size}", .integer(1_048_576), "en", "1 MB"),
        ("{x, size}", .integer(1_000_000), "fr", "1\u{A0}Mo"),
        ("{x, size}", .integer(1_572_864), "de", "1,5 MB"),
        ("{x, size}", .integer(512_000), "en", "512 kB"),
        ("{x, size}", .integer(5_368_709_120), "en", "5 GB"),
        ("{x, size}", .integer(1_234_567), "en", "1,234,567 bytes"),
        ("{x, size}", .integer(1), "en", "1 byte"),
        ("{x, size}", .integer(0), "en", "0 bytes"),
        ("{x, size}", .text("1024"), "en", "1 kB"),
        ("{x, size}", .text("big"), "en", "big"),
        ("{x, date}", .text("1900-01-01"), "en", "Jan 1, 1900"),
        ("{x, date, long}", .text("1900-01-01"), "fr", "1 janvier 1900"),
        ("{x, date, long}", .text("2024-02-29"), "de", "29. Februar 2024"),
        ("{x, date, short}", .text("0001-03-01"), "en-GB", "01/03/1"),
        ("{x, date, ::yMMMM}", .text("2026-11-22"), "de", "November 2026"),
        ("{x, date, long}", .text("2026-11-22T23:30"), "de", "22. November 2026 um 23:30"),
        ("{x, date, long}", .text("2026-11-22T23:30:05+01:00"), "de", "22. November 2026 um 23:30:05"),
        ("{x, date, long}", .text("09:30"), "de", "09:30"),
        ("{x, time, short}", .text("09:30:00Z"), "de", "09:30"),
        ("{x, date}", .text("22.11.2026"), "de", "22.11.2026"),
        ("{x, date}", .text("2026-13-01"), "de", "2026-13-01"),
        ("{x, time}", .text("2026-12-01"), "de", "2026-12-01"),
    ]

    @Test func writesValuesByTheLanguage() throws {
        for (pattern, value, locale, expected) in Self.rows {
            let found = try Self.text(pattern, value, locale)
            // CLDR's versions differ in the spaces between a number or time and what follows.
            let plain = found.map { "\u{A0}\u{202F}".contains($0) ? "\u{A0}" : String($0) }.joined()
            #expect(plain == expected || found == expected, "\(pattern) \(value) \(locale): \(found)")
        }
    }

    static let mistakes: [(String, String)] = [
        ("{x, list, xor}", "unknown style \"xor\""), ("{x, list, quoted or}", "unknown style \"quoted or\""),
        ("{x, name}", "unknown style \"\""), ("{x, name, planet}", "unknown style \"planet\""),
        ("{x, size, 3}", "unknown style \"3\""), ("{x, quoted, twice}", "unknown style"),
        (
            "{x, lists}",
            "unknown argument type \"lists\" (number, date, time, plural, selectordinal, select, list, name, quoted, size); did you mean 'list'?"
        ),
        ("{x, text}", "unknown argument type \"text\""),
    ]

    @Test func refusesMistakes() {
        for (pattern, message) in Self.mistakes {
            do {
                _ = try MessagePattern(pattern)
                Issue.record("\(pattern)")
            } catch {
                #expect("\(error)".contains(message), "\(pattern): \(error)")
            }
        }
    }

    @Test func writesMissingValuesAsBefore() throws {
        for pattern in ["{y, list, or}", "{y, size}", "{y, name, region}", "{y, quoted}"] {
            #expect(try Self.text(pattern, .text("a")) == "{y}")
        }
    }
}
