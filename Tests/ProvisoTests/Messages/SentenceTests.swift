import Proviso
import ProvisoMessages
import Testing

/// What readers see is a sentence of their language, and not only its parts.
struct SentenceTests {
    private static func text(
        _ code: String, _ locale: String, _ parameters: [String: ParameterValue] = [:], label: String = "Name",
        isolation: Localizer.Isolation = .never, in catalogs: Catalogs = .embedded
    ) -> String {
        Localizer(preferring: [locale], in: catalogs, isolation: isolation, register: .data).text(
            for: code, parameters: parameters.map { Parameter(name: $0.key, value: $0.value) }, label: label)
    }

    private static func list(_ items: String...) -> ParameterValue { .list(items.map { .text($0) }) }

    // MARK: Stops

    @Test(arguments: ["ru", "uk", "be", "bg", "bs", "hr", "hu", "lv", "sr", "sr-Latn", "sr-Latn-ME"])
    func aDateThatEndsInAStopEndsTheSentence(locale: String) {
        for code in ["date.tooBig", "date.tooSmall"] {
            let text = Self.text(code, locale, ["max": .text("2020-12-31"), "min": .text("2020-12-31")])
            #expect(!text.contains(".."), "\(text)")
        }
    }

    static let stops: [(String, ParameterValue, String)] = [
        ("It is {x}.", .text("Acme Inc."), "It is Acme Inc."), ("It is {x}.", .text("Acme"), "It is Acme."),
        ("It is {x, quoted}.", .text("a."), "It is “a.”."), ("{x}. Next.", .text("a."), "a. Next."),
        ("{x}...", .text("a."), "a...."), ("{x}.txt", .text("a."), "a..txt"), ("{x, number}.", .integer(3), "3."),
        ("{x, select, a{b} other{{x}}}.", .text("c."), "c."),
    ]

    @Test func aValueThatEndsInAStopEndsTheSentence() throws {
        for (pattern, value, expected) in Self.stops {
            #expect(try format(pattern, ["x": value]) == expected, "\(pattern)")
        }
        let isolated = try format("It is {x}.", ["x": .text("Inc.")], isolates: true)
        #expect(isolated == "It is \u{2068}Inc.\u{2069}")
    }

    // MARK: Words of the catalog

    private static let own = [
        "a.or": "{x, list, or quoted}", "a.and": "{x, list, and}", "a.unit": "{x, list, unit}", "a.size": "{x, size}",
        "a.script": "{x, list, unit script}", "a.region": "{x, name, region}", "a.quoted": "{x, quoted}",
        "list.or": "{first}; {next} either {last}", "list.and": "{first} plus {last}", "list.unit": "{first}; {last}",
        "quoted": "<{text}>", "unit.byte": "{count, plural, one{# octet} other{# octets}}",
        "name.script.Grek": "hellenic", "name.region.CH": "Helvetia",
    ]

    @Test func aCatalogHasWordsOfItsOwn() throws {
        let catalogs = Catalogs.none.adding(try Catalog(locale: "en", messages: Self.own))
        func text(_ code: String, _ value: ParameterValue) -> String {
            Self.text(code, "en", ["x": value], in: catalogs)
        }
        #expect(text("a.or", Self.list("a", "b", "c")) == "<a>; <b> either <c>")
        #expect(text("a.or", Self.list("a", "b")) == "<a> either <b>")
        #expect(text("a.or", Self.list("a")) == "<a>")
        // Between the first items is what is between those of any list.
        #expect(text("a.and", Self.list("a", "b", "c")) == "a; b plus c")
        #expect(text("a.unit", Self.list("a", "b")) == "a; b")
        #expect(text("a.size", .integer(1)) == "1 octet" && text("a.size", .integer(1_501)) == "1,501 octets")
        #expect(text("a.size", .integer(1_500)) == "1.5 kB")
        #expect(text("a.script", Self.list("Greek", "Grek", "Latin")) == "hellenic; hellenic; Latin")
        #expect(text("a.region", .text("CH")) == "Helvetia" && text("a.region", .text("DE")) == "Germany")
        #expect(text("a.quoted", .text("z")) == "<z>")
    }

    @Test func aRegionHasTheWordsOfItsLanguage() throws {
        let catalogs = Catalogs.none.adding(try Catalog(locale: "es", messages: Self.own))
            .adding(try Catalog(locale: "es-MX", messages: ["a.or": "{x, list, or quoted}"]))
        #expect(Self.text("a.or", "es-MX", ["x": Self.list("a", "b")], in: catalogs) == "<a> either <b>")
    }

    static let lists: [(String, String, ParameterValue, String)] = [
        ("th", "{x, list, and quoted}", list("a", "b", "c"), "“a” “b” และ “c”"),
        ("th", "{x, list, and quoted}", list("a", "b"), "“a” และ “b”"),
        ("th", "{x, list, and}", list("ก", "ข"), "กและข"),
        ("th", "{x, list, or quoted}", list("a", "b", "c"), "“a”, “b” หรือ “c”"),
        ("lb", "{x, list, and}", list("Sëtz", "Fluch"), "Sëtz a Fluch"),
        ("lb", "{x, list, and}", list("Fluch", "Hausnummer"), "Fluch an Hausnummer"),
        ("cy", "{x, list, and}", list("a", "b"), "a a b"), ("cy", "{x, list, and}", list("b", "a"), "b ac a"),
    ]

    @Test func aWordChangesWithItsNeighbors() throws {
        for (locale, pattern, value, expected) in Self.lists {
            #expect(try format(pattern, ["x": value], locale: locale) == expected)
        }
    }

    // MARK: Calendars

    static let calendars: [(String, String)] = [
        // Rules name days of the Gregorian calendar, and values are compared with them.
        ("th", "2020"), ("th-u-ca-gregory", "2020"), ("th-u-ca-buddhist", "2563"), ("fa-u-nu-latn", "2020"),
        ("fa-u-ca-persian-nu-latn", "1399"), ("ar-SA-u-nu-latn", "2020"), ("de-u-ca-buddhist", "2563"),
        ("ps-u-nu-latn", "2020"), ("th-u-ca-nonsense", "2020"),
    ]

    @Test(arguments: calendars) func aDateIsInTheCalendarOfTheTag(locale: String, year: String) {
        let text = Self.text("date.tooBig", locale, ["max": .text("2020-12-31")])
        #expect(text.contains(year), "\(text)")
    }

    // MARK: Pseudo-locales

    @Test func theMirroredLocaleSurvivesWhatOutputsDoWithIt() {
        let text = Localizer(preferring: ["ar-XB"]).text(for: "required.blank", label: "Name")
        #expect(text.visible(keepsDirections: true) == text, "\(text)")
    }

    // MARK: Single messages

    static let messages: [(String, String, [String: ParameterValue], String)] = [
        ("string.tooShort", "de", ["min": .integer(5), "unit": .text("utf16")], "5 UTF-16-Einheiten"),
        ("string.tooShort", "ru", ["min": .integer(3), "unit": .text("bytes")], "не менее 3 байт."),
        ("string.tooShort", "sl", ["min": .integer(3), "unit": .text("bytes")], "vsaj 3 bajte."),
        ("string.tooLong", "hi", ["max": .integer(1), "unit": .text("bytes")], "1 बाइट होना चाहिए"),
        ("value.unknown", "tr", ["key": .text("naem"), "kind": .text("none")], "“naem” anahtarına izin verilmiyor."),
        ("value.unknown", "ko", ["key": .text("age"), "kind": .text("none")], "“age” 키는 허용되지 않습니다."),
        ("unique.taken", "it", [:], "Il valore del campo «Name» è già in uso."),
        ("count.tooFew", "eu", ["min": .integer(1)], "elementu 1 izan behar du."),
        ("script.invalid", "yo", ["scripts": list("Latin", "Greek")], "Gíríìkì"),
        ("in.invalid", "lt", ["kind": .text("forbidden"), "range": list("a", "b")], "nei „a“, nei „b“."),
        ("in.invalid", "lb", ["kind": .text("listed"), "range": list("a", "b", "c")], "„a“, „b“ oder „c“."),
        ("file.tooBig", "ug", ["limit": .integer(1_501), "file": .text("a")], "1,501 بايت"),
    ]

    @Test(arguments: messages)
    func saysItInItsLanguage(code: String, locale: String, parameters: [String: ParameterValue], part: String) {
        let text = Self.text(code, locale, parameters)
        #expect(text.contains(part), "\(text)")
    }

    @Test(arguments: ["ar", "ckb", "ps", "ug", "sd", "sq", "fy"])
    func aSentenceHasOneKindOfQuotationMarks(locale: String) {
        let text = Self.text("in.invalid", locale, ["kind": .text("listed"), "range": Self.list("x1", "x2")])
        let marks = Set(text.filter { "«»“”„‘’".contains($0) })
        #expect(marks.count == 2, "\(text)")
    }
}
