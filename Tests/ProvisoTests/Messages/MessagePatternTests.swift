import Proviso
import TestSupport
import Testing

@Suite struct MessagePatternTests {
    struct Row {
        let pattern: String
        let values: [String: ParameterValue]
        let expected: String
        let locale: String
        let at: SourceLocation

        init(
            _ pattern: String, _ values: [String: ParameterValue] = [:], _ expected: String, locale: String = "en",
            at: SourceLocation = #_sourceLocation
        ) {
            (self.pattern, self.values, self.expected, self.locale, self.at) = (pattern, values, expected, locale, at)
        }
    }

    static let syntax: [Row] = [
        Row("", ""),
        Row("plain", "plain"),
        Row("{attribute} is required.", "Name is required."),
        Row("{ x }", ["x": .text("a")], "a"),
        Row("{x}{x}", ["x": .text("a")], "aa"),
        Row("{属性}", ["属性": .text("a")], "a"),
        Row("{0} {1}", ["0": .text("a"), "1": .text("b")], "a b"),
        Row("{x}", "{x}"),
        Row("{x, number}", "{x}"),
        Row("{x, plural, other{#}}", "{x}"),
        Row("a } b", "a } b"),
        Row("{n}", ["n": .integer(1234)], "1,234"),
        Row("{n, number}", ["n": .integer(1234)], "1,234"),
        Row("{n,NUMBER,Integer}", ["n": .number(2.5)], "2"),
        Row("{n, number, }", ["n": .number(1234.5678)], "1,234.5678"),
        Row("{n, number, percent}", ["n": .number(0.256)], "26%"),
        Row("{n, number, ::.00}", ["n": .integer(5)], "5.00"),
        Row("{n, number, ::compact-short}", ["n": .integer(5300)], "5.3K"),
        Row("{n, number, :: sign-always group-off }", ["n": .integer(5300)], "+5300"),
        Row("{n}", ["n": .integer(.max)], "9,223,372,036,854,775,807"),
        Row("{n}", ["n": .unsigned(.max)], "18,446,744,073,709,551,615"),
        Row("{n}", ["n": .decimal("123456789012345678901234567890")], "123,456,789,012,345,678,901,234,567,890"),
        Row("{n}", ["n": .decimal("1e3")], "1,000"),
        Row("{n}", ["n": .decimal("1e9999")], "1e9999"),
        Row("{n}", ["n": .decimal("12abc")], "12abc"),
        Row("{n, number}", ["n": .text("many")], "many"),
        Row("{n, plural, one{1} other{#}}", ["n": .text("many")], "many"),
        Row("{b}", ["b": .boolean(true)], "true"),
        Row("{l}", ["l": .list([.text("a"), .text("b"), .integer(1000)])], "a, b, or 1,000"),
        Row("{l}", ["l": .list([])], ""),
        Row("{other}", ["other": .attribute("password_repeat")], "Password Repeat"),
        Row("{d, date}", ["d": .integer(0)], "Jan 1, 1970"),
        Row("{d, date, short} {d, time, short}", ["d": .integer(0)], "1/1/70 12:00\u{202F}AM"),
        Row("{d, date, ::yMMMd}", ["d": .number(86_400_000)], "Jan 2, 1970"),
        Row("{d, date, full}", ["d": .text("today")], "today"),
        Row("{g, select, f{she} m{he} other{they}}", ["g": .text("f")], "she"),
        Row("{g, select, f{she} m{he} other{they}}", ["g": .text("x")], "they"),
        Row("{g, select, other{they}other{none}}", ["g": .text("other")], "they"),
        Row("{b, select, true{yes} false{no} other{?}}", ["b": .boolean(false)], "no"),
        Row("{n, select, 5{five} other{?}}", ["n": .integer(5)], "five"),
        Row("{n, plural, =0{none} one{one} other{# of them}}", ["n": .integer(0)], "none"),
        Row("{n, plural, =0{none} one{one} other{# of them}}", ["n": .integer(1)], "one"),
        Row("{n, plural, =0{none} one{one} other{# of them}}", ["n": .integer(1000)], "1,000 of them"),
        Row("{n, plural, one{a} =1{b} other{c}}", ["n": .integer(1)], "b"),
        Row("{n, plural, eine{a} other{c}}", ["n": .integer(1)], "c"),
        Row("{n, plural, =1.5{x} other{#}}", ["n": .number(1.5)], "x"),
        Row(
            "{n, plural, offset:1 =0{nobody} =1{Ann} one{Ann and # more} other{Ann and # others}}",
            ["n": .integer(2)], "Ann and 1 more"),
        Row("{n, plural, offset: 1 other{# of {n}}}", ["n": .integer(3)], "2 of 3"),
        Row("{n, plural, offset:1 other{#}}", ["n": .integer(.max)], "9,223,372,036,854,775,806"),
        Row("{n, plural, other{{g, select, other{# {n}}} #}}", ["n": .integer(3), "g": .text("")], "# 3 3"),
        Row("{n, plural, one{one} other{{n, number, ::.0} hours}}", ["n": .integer(1)], "1.0 hours"),
        Row("{n, SelectOrdinal, one{#st} two{#nd} few{#rd} other{#th}}", ["n": .integer(23)], "23rd"),
    ]

    static let apostrophes: [Row] = [
        Row("don't {x}", ["x": .text("a")], "don't a"),
        Row("it''s", "it's"),
        Row("'{x}'", "{x}"),
        Row("'{x}", "{x}"),
        Row("'}'", "}"),
        Row("l'{x}", "l{x}"),
        Row("l''{x}", ["x": .text("a")], "l'a"),
        Row("'", "'"),
        Row("''", "'"),
        Row("'''", "''"),
        Row("'''{x}'''", "'{x}'"),
        Row("'{it''s}'", "{it's}"),
        Row("#'#'#", "#'#'#"),
        Row("{n, plural, other{# '#' #}}", ["n": .integer(7)], "7 # 7"),
        Row("{n, plural, other{'# #'}}", ["n": .integer(7)], "# #"),
        Row("{g, select, other{'#' }}", ["g": .text("")], "'#' "),
    ]

    static let numbers: [Row] = [
        Row("{n}", ["n": .integer(1234)], "1234", locale: "es"),
        Row("{n}", ["n": .integer(12345)], "12.345", locale: "es"),
        Row("{n}", ["n": .integer(1234)], "1.234", locale: "de"),
        Row("{n}", ["n": .integer(1234)], "1\u{202F}234", locale: "fr"),
        Row("{n}", ["n": .integer(1234)], "1’234", locale: "de-CH"),
        Row("{n}", ["n": .integer(1_234_567)], "12,34,567", locale: "hi"),
        Row("{n}", ["n": .integer(5)], "٥", locale: "ar"),
        Row("{n}", ["n": .number(1234.5)], "١٬٢٣٤٫٥", locale: "ar"),
        Row("{n}", ["n": .integer(1234)], "1,234", locale: "ar-u-nu-latn"),
        Row("{n}", ["n": .integer(987)], "۹۸۷", locale: "fa"),
        Row("{l}", ["l": .list([.text("a"), .text("b")])], "a oder b", locale: "de"),
        Row("{l}", ["l": .list([.text("uno"), .text("ocho")])], "uno u ocho", locale: "es"),
    ]

    @Test func formatsEveryFeature() throws {
        for row in Self.syntax + Self.apostrophes + Self.numbers {
            #expect(throws: Never.self, sourceLocation: row.at) {
                let text = try format(row.pattern, row.values, locale: row.locale)
                #expect(text == row.expected, sourceLocation: row.at)
            }
        }
    }

    @Test func reportsPlaceholdersOnce() throws {
        let pattern = try MessagePattern("{a} {n, number} {n, plural, one{{a}} other{{d, date} {g, select, other{}}}}")
        let found = pattern.placeholders.map { "\($0.name):\($0.kind)" }
        #expect(found == ["a:text", "n:number", "n:plural", "d:date", "g:select"])
    }

    static let categories: [(locale: String, ordinal: Bool, samples: [(Numeral, PluralCategory)], at: SourceLocation)] =
        [
            (
                "ar", false,
                [
                    (.integer(0), .zero), (.integer(1), .one), (.integer(2), .two), (.integer(5), .few),
                    (.integer(11), .many), (.integer(100), .other), (.double(1.5), .other), (.integer(1003), .few),
                ], #_sourceLocation
            ),
            (
                "ru", false,
                [
                    (.integer(1), .one), (.integer(2), .few), (.integer(5), .many), (.integer(11), .many),
                    (.integer(21), .one), (.integer(1021), .one), (.double(1.5), .other),
                ], #_sourceLocation
            ),
            ("fr", false, [(.integer(0), .one), (.double(1.5), .one), (.integer(1_000_000), .many)], #_sourceLocation),
            ("ja", false, [(.integer(1), .other)], #_sourceLocation),
            ("en", true, [(.integer(1), .one), (.integer(22), .two), (.integer(13), .other)], #_sourceLocation),
            ("cy", true, [(.integer(0), .zero), (.integer(3), .few), (.integer(5), .many)], #_sourceLocation),
            ("en", false, [(.decimal("1.0"), .one), (.decimal("1"), .one), (.integer(-1), .one)], #_sourceLocation),
        ]

    @Test func choosesEveryPluralCategory() throws {
        eachRow(Self.categories, at: { $0.at }) { row in
            let rules = try #require(PluralRules(locale: row.locale, isOrdinal: row.ordinal))
            let writer = try #require(NumberWriter(locale: row.locale, style: .plain))
            // Twice: the second time small numbers come from memory.
            for (number, expected) in row.samples + row.samples {
                var category = PluralCategory.other
                _ = writer.string(number, rules: rules, category: &category)
                #expect(category == expected, "\(row.locale) \(number)", sourceLocation: row.at)
            }
        }
    }

    @Test func isolatesInsertedTextsOnly() throws {
        let values: [String: ParameterValue] = [
            "x": .text("a"), "n": .integer(5), "l": .list([.text("b"), .text("c")]),
            "m": .list([.integer(1), .integer(2)]),
        ]
        let text = try format("{attribute} {x} {n} {l} {m}", values, isolates: true)
        #expect(text == "\u{2068}Name\u{2069} \u{2068}a\u{2069} 5 \u{2068}b\u{2069} or \u{2068}c\u{2069} 1 or 2")
    }
}

extension MessagePatternTests.Row {
    init(_ pattern: String, _ expected: String, at: SourceLocation = #_sourceLocation) {
        self.init(pattern, [:], expected, at: at)
    }
}
