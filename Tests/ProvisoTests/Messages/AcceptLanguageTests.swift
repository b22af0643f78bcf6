import Proviso
import TestSupport
import Testing

/// What browsers and those who pretend to be one may send as a language: never the end of the process.
struct AcceptLanguageTests {
    private static let pieces = [
        "de", "en", "zh", "sr", "no", "x", "i", "und", "root", "tlh", "klingon", "Latn", "Hant", "419", "DE", "TW", "u",
        "t", "a", "0", "m0", "nu", "ca", "co", "kn", "l99n", "arab", "latn", "1994", "posix", "valencia", "i-klingon",
        "art-lojban", "x-a-b", "en-GB-oed", "zh-min-nan", "*", "", "é", "de\u{0}", "abcdefghi",
    ]

    private static func tag(_ generator: inout Generator) -> String {
        let separator = generator.below(8) == 0 ? "_" : "-"
        if generator.below(200) == 0 { return String(repeating: generator.pick(pieces) + "-", count: 1_000) }
        return (0...generator.below(6)).map { _ in
            if generator.below(3) > 0 { return generator.pick(pieces) }
            return String((0...generator.below(8)).map { _ in generator.pick(Array("abtuxmn019-")) })
        }.joined(separator: separator)
    }

    @Test func knownAborts() {
        for tag in ["de-t-m0", "de-t-nu-l99n", "en-t-k0", "x-t-m0", "de-u-co-t-m0-x"] {
            #expect(Localizer(acceptLanguage: tag).locale.isEmpty == false)
            #expect(Localizer(preferring: [tag]).locale.isEmpty == false)
            #expect(LocaleTag.canonical(tag) == nil || LocaleTag.parents(of: tag).count < 9, "\(tag)")
        }
    }

    @Test func randomTags() {
        var generator = Generator(seed: 2_026)
        for _ in 0..<100_000 {
            let tag = Self.tag(&generator)
            if let canonical = LocaleTag.canonical(tag) {
                #expect(LocaleTag.canonical(canonical) == canonical, "\(tag)")
            }
            if generator.below(10) == 0 {
                _ = LocaleTag.parents(of: tag)
                _ = LocaleTag.isRightToLeft(tag)
                _ = Localizer(preferring: ["xx", tag]).formatLocale
            }
        }
    }

    @Test func randomHeaders() {
        var generator = Generator(seed: 12)
        let weights = [
            ";q=0.5", ";q=1", ";q=0", "; Q = 0.001", ";q=2", ";q=", ";q=-1", ";q=nan", ";level=1", "", "", "",
        ]
        for _ in 0..<2_000 {
            let entries = (0...generator.below(12)).map { _ in Self.tag(&generator) + generator.pick(weights) }
            let header = entries.joined(separator: generator.pick([",", ", ", ",,", ";"]))
            #expect(AcceptLanguage.tags(in: header).count <= AcceptLanguage.mostTags)
            let localizer = Localizer(acceptLanguage: header)
            #expect(Catalogs.embedded.locales.contains(localizer.locale), "\(header)")
            #expect(localizer.text(for: "required.blank", label: "A").contains("A"), "\(header)")
        }
    }

    /// A header costs no more than its first 4,096 bytes, a tag no more than its first 100.
    @Test func costIsBounded() {
        let long = String(repeating: "de-DE;q=0.5,", count: 100_000)
        #expect(AcceptLanguage.tags(in: long).count == AcceptLanguage.mostTags)
        let time = processorTime {
            for _ in 0..<100 { _ = Localizer(acceptLanguage: long) }
            for _ in 0..<100 { _ = LocaleTag.canonical(long) }
        }
        #expect(time < .seconds(10))
    }
}
