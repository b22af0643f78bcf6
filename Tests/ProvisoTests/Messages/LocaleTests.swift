import Proviso
import Testing

@Suite struct LocaleTests {
    static let parents: [(String, [String], SourceLocation)] = [
        ("en", [], #_sourceLocation),
        ("en-US", ["en"], #_sourceLocation),
        ("en-GB", ["en-001", "en"], #_sourceLocation),
        ("es-MX", ["es-419", "es"], #_sourceLocation),
        ("pt-AO", ["pt-PT", "pt"], #_sourceLocation),
        ("zh-Hant-MO", ["zh-Hant-HK", "zh-Hant"], #_sourceLocation),
        ("zh-TW", ["zh-Hant"], #_sourceLocation),
        ("sr-Latn-RS", ["sr-Latn"], #_sourceLocation),
        ("sr-ME", ["sr-Latn"], #_sourceLocation),
        ("nb-NO", ["nb", "no"], #_sourceLocation),
        ("ca-ES-valencia", ["ca-ES", "ca"], #_sourceLocation),
        ("no good", [], #_sourceLocation),
    ]

    static let canonical: [(String, String?, SourceLocation)] = [
        ("zh-hans-cn", "zh-Hans-CN", #_sourceLocation),
        ("IW", "he", #_sourceLocation),
        ("ar-U-NU-LATN", "ar-u-nu-latn", #_sourceLocation),
        ("de_DE", nil, #_sourceLocation),
        ("", nil, #_sourceLocation),
        ("de-", nil, #_sourceLocation),
        ("toolonglanguage", nil, #_sourceLocation),
        ("de\u{0}x", nil, #_sourceLocation),
        (String(repeating: "x-a", count: 1_000), nil, #_sourceLocation),
    ]

    @Test func knowsParentsAndCanonicalForms() {
        for (tag, expected, place) in Self.parents {
            #expect(LocaleTag.parents(of: tag) == expected, sourceLocation: place)
        }
        for (tag, expected, place) in Self.canonical {
            #expect(LocaleTag.canonical(tag) == expected, sourceLocation: place)
        }
        #expect(LocaleTag.fromPOSIX("de_CH.UTF-8") == "de-CH")
        #expect(LocaleTag.fromPOSIX("C.UTF-8") == nil)
        #expect(["ar", "he", "fa", "ur", "az-Arab"].allSatisfy(LocaleTag.isRightToLeft))
        #expect(!["en", "ru", "ja", "ks-Deva", "!!"].contains(where: LocaleTag.isRightToLeft))
    }

    static let domains: [(String, String, Bool, SourceLocation)] = [
        ("EXAMPLE.com", "example.com", true, #_sourceLocation),
        ("Bücher.example", "xn--bcher-kva.example", true, #_sourceLocation),
        ("faß.de", "xn--fa-hia.de", true, #_sourceLocation),
        ("例え.テスト", "xn--r8jz45g.xn--zckzah", true, #_sourceLocation),
        ("ex ample.com", "", false, #_sourceLocation),
        ("a_b.com", "", false, #_sourceLocation),
        ("-a.com", "", false, #_sourceLocation),
        ("xn--a.com", "", false, #_sourceLocation),
        ("a\u{200D}b.com", "", false, #_sourceLocation),
    ]

    @Test func mapsDomainNames() throws {
        for (name, ascii, isValid, place) in Self.domains {
            let mapped = try #require(UnicodeText.domainToASCII(name), sourceLocation: place)
            #expect(mapped.isValid == isValid, sourceLocation: place)
            if isValid { #expect(mapped.name == ascii, sourceLocation: place) }
        }
        #expect(UnicodeText.domainToUnicode("xn--bcher-kva.example")?.name == "bücher.example")
        let long = String(repeating: "ü.", count: 300) + "de"
        #expect(UnicodeText.domainToASCII(long)?.isValid == false)
    }

    @Test func foldsAndNormalizes() {
        #expect(UnicodeText.foldedCase("Straße ΣΊΣΥΦΟΣ İ") == "strasse σίσυφοσ i\u{307}")
        #expect(UnicodeText.nfc("e\u{301}").map { Array($0.utf8) } == [0xC3, 0xA9])
        #expect(UnicodeText.isNFC("é") && UnicodeText.isNFC("plain") && !UnicodeText.isNFC("e\u{301}"))
        let long = String(repeating: "E\u{301}", count: 5_000)
        #expect(UnicodeText.nfc(long).map { Array($0.utf8).count } == 10_000)
        #expect(UnicodeText.foldedCase("") == "")
    }

    @Test func writesListsAndDates() throws {
        let and = try #require(ListWriter(locale: "en", kind: .and))
        #expect(and.string(["a", "b", "c"], isolating: false) == "a, b, and c")
        #expect(and.string(["a"], isolating: true) == "\u{2068}a\u{2069}")
        let hebrew = try #require(ListWriter(locale: "he", kind: .and))
        #expect(hebrew.string(["א", "x"], isolating: true) == "\u{2068}א\u{2069} ו-\u{2068}x\u{2069}")
        let zone = try format("{d, time, short}", ["d": .integer(0)], locale: "de", timeZone: "Asia/Tokyo")
        #expect(zone == "09:00")
        let unknown = try format("{d, time, short}", ["d": .integer(0)], locale: "de", timeZone: "Mars/Olympus")
        #expect(unknown == "00:00")
        let many = (0..<2_000).map { "item \($0)" }
        #expect(and.string(many, isolating: false)?.hasSuffix("and item 1999") == true)
    }

    static let measures: [(String, String, ParameterValue, String, SourceLocation)] = [
        ("{n, number, ::unit/megabyte unit-width-full-name}", "de", .number(1.5), "1,5 Megabyte", #_sourceLocation),
        ("{n, number, ::unit/hour unit-width-full-name}", "ru", .integer(3), "3 часа", #_sourceLocation),
        ("{n, number, ::unit/day unit-width-full-name}", "ar", .integer(2), "يومان", #_sourceLocation),
        ("{n, number, percent}", "de", .number(0.5), "50 %", #_sourceLocation),
        ("{n}", "en", .list([.text("a"), .text("b"), .text("c")]), "a, b, or c", #_sourceLocation),
        ("{n}", "en", .list([.attribute("first_name"), .attribute("city")]), "First Name and City", #_sourceLocation),
        ("{n}", "de", .list([.attribute("a"), .attribute("b"), .attribute("c")]), "A, B und C", #_sourceLocation),
    ]

    @Test func writesSizesDurationsAndLists() throws {
        for (pattern, locale, value, text, place) in Self.measures {
            let written = try format(pattern, ["n": value], locale: locale)
            #expect(written.replacing("\u{A0}", with: " ") == text, sourceLocation: place)
        }
    }
}
