import Proviso
import Testing

/// Which language a reader gets.
struct LanguageChoiceTests {
    private static func locale(_ tags: String...) -> String { Localizer(preferring: tags).locale }

    /// A supported language wins over a relative that is usual in the region, and over a less preferred language.
    @Test func aSupportedLanguageIsNotReplaced() {
        #expect(Self.locale("hr-BA") == "hr")
        #expect(Self.locale("hr-BA", "en") == "hr")
        #expect(Localizer(acceptLanguage: "hr-BA,en;q=0.9").locale == "hr")
        #expect(Localizer(acceptLanguage: "en;q=0.9,hr-BA").locale == "hr")
        #expect(Self.locale("bs-HR") == "bs")
        #expect(Self.locale("sr-Latn-BA") == "sr-Latn")
        #expect(Self.locale("sr-BA") == "sr")
        #expect(Self.locale("xx", "hr-BA", "de") == "hr")
        #expect(!Localizer(preferring: ["hr-BA"]).isFallback)
    }

    /// Every language with every region keeps its language and script.
    @Test func noRegionChangesTheLanguage() {
        let regions = [
            "AT", "BA", "BE", "BR", "BY", "CA", "CH", "CN", "CY", "ES", "FI", "GB", "HK", "HR", "IN", "IT", "LU", "ME",
            "MK", "NO", "RO", "RS", "RU", "TW", "UA", "US", "ZA",
        ]
        for language in Set(Catalogs.embedded.locales.map { String($0.prefix { $0 != "-" }) }) {
            for region in regions {
                let tag = "\(language)-\(region)"
                guard let likely = LocaleTag.likely(tag), let found = LocaleTag.likely(Self.locale(tag, "en")) else {
                    Issue.record("\(tag)")
                    continue
                }
                let (wanted, own) = (likely.split(separator: "-"), found.split(separator: "-"))
                // There is no catalog for all scripts of all languages.
                guard wanted[1] == own[1] || own[0] != "en" else { continue }
                #expect(wanted[0] == own[0], "\(tag): \(found)")
            }
        }
    }

    static let names: [(String, String?)] = [
        ("sr_RS@latin", "sr-Latn-RS"), ("sr_RS.UTF-8@latin", "sr-Latn-RS"), ("sr_RS@latin.UTF-8", "sr-Latn-RS"),
        ("sr@latin", "sr-Latn"), ("uz_UZ@cyrillic", "uz-Cyrl-UZ"), ("ca_ES@valencia", "ca-ES-valencia"),
        ("ks_IN@devanagari", "ks-Deva-IN"), ("tt_RU@iqtelif", "tt-Latn-RU"), ("de_DE@euro", "de-DE"),
        ("be_BY@latin", "be-Latn-BY"), ("zh-Hans_CN", "zh-Hans-CN"), ("de@", "de"),
        ("de_DE@calendar=buddhist", "de-DE"),
        ("C", nil), ("C.UTF-8", nil), ("POSIX", nil), ("@latin", nil), ("", nil), ("_", nil),
    ]

    @Test func readsNamesOfSystemLocales() {
        for (name, tag) in Self.names { #expect(LocaleTag.fromPOSIX(name) == tag, "\(name)") }
        #expect(Self.locale("sr_RS@latin") == "sr-Latn")
        #expect(Self.locale("sr_RS") == "sr")
        #expect(Self.locale("C") == "en")
        #expect(Self.locale("POSIX", "de") == "en")
        #expect(Localizer(preferring: ["C.UTF-8", "de"]).isFallback == false)
    }

    /// A language of weight 0 is not used as a relative either (RFC 9110 §12.4.2).
    @Test func aRefusedLanguageIsNotUsed() {
        #expect(Localizer(acceptLanguage: "gsw").locale == "de-CH")
        #expect(Localizer(acceptLanguage: "gsw,de;q=0").locale == "en")
        #expect(Localizer(acceptLanguage: "gsw, *;q=0").locale == "en")
        #expect(Localizer(acceptLanguage: "de;q=0.0,gsw").locale == "en")
        #expect(Localizer(acceptLanguage: "de, en;q=0").locale == "de")
        #expect(Localizer(acceptLanguage: "de-AT, de-DE;q=0").locale == "de")
        #expect(Localizer(acceptLanguage: "gsw, de;q=0, fr;q=0.1").locale == "fr")
    }
}
