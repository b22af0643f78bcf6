import Proviso
import Testing

struct LanguageTagValidatorTests {
    private static let plain = LanguageTagValidator()
    private static let known = LanguageTagValidator(known: true)

    private static let wellFormed = [
        "de", "DE-ch", "zh-Hant-TW", "zh-cmn-Hans-CN", "sl-rozaj-biske-1994", "de-CH-1901", "en-a-myext-b-another",
        "x-whatever", "en-x-us", "qaa-Qaaa-QM-x-southern", "es-419", "i-klingon", "en-GB-oed", "SGN-BE-FR", "de-1996",
        "en-u-ca-buddhist-nu-thai", "abcde", "abcd", "zz", "x-a-b-c",
        "en-a-bb-a-cc", "de-1901-1901", "hy-arevela", "zh-min-nan", "art-lojban",
    ]

    private static let malformed = [
        "", "d", "de_CH", "de-", "-de", "de--CH", "abcdefghi", "de-CH-DE", "en-a", "en-a-x-b", "x", "x-", "i-nothing",
        "de-CH\n", "de CH", "de-419-DE", "en-abcdefghi", "d\u{E9}", "zh-cmn-yue-gan-nan", "123", "de-12", "x-abcdefghi",
        "a-DE", "de-x", "de-u-",
    ]

    private static let unknown = [
        "xx", "de-Abcd", "de-Latx", "tlh-Piqd", "de-Qaaq", "de-QM", "de-nothing", "x-whatever", "de-1901-1901",
        "de-1901-1996-1901", "en-a-bb-a-cc",
        "qaa",
        "zh-qqq", "de-DE-nonesuch",
    ]

    /// CLDR has names for these scripts, which its list of valid ones leaves out.
    private static let named = [
        "de-Latf", "ga-Latg", "cu-Cyrs", "syr-Syre", "syr-Syrj", "syr-Syrn", "en-Brai", "ur-Aran", "egy-Egyd",
        "zh-Hans", "zh-Hant", "de-DE-1996", "sr-Latn-RS", "es-419", "en-001", "de-LATF-de",
    ]

    static let rows: [Row] =
        wellFormed.map { .accepts(.text($0), plain) }
        + malformed.map { .rejects(.text($0), plain, "languageTag.invalid") }
        + named.map { .accepts(.text($0), known) }
        + unknown.map { .rejects(.text($0), known, "languageTag.unknown") }
        + [
            .accepts("de", known), .accepts("DE-ch", known), .accepts("zh-Hant-TW", known), .accepts("sr-Latn", known),
            .accepts("es-419", known), .accepts("sl-rozaj-biske-1994", known), .accepts("i-klingon", known),
            .accepts("en-u-ca-buddhist-x-anything", known), .accepts("zh-cmn-Hans-CN", known), .accepts("und", known),
            .rejects("de_CH", known, "languageTag.invalid"),
            .rejects(.text("de" + String(repeating: "-aaaaa", count: 50_000)), known, "languageTag.unknown"),
            .rejects(.text("de" + String(repeating: "-1901", count: 50_000)), known, "languageTag.unknown"),
            .rejects(.text(String(repeating: "a", count: 100_000)), plain, "languageTag.invalid"),
            .rejects(5, plain, "languageTag.invalid"),
        ]

    @Test func table() {
        for row in Self.rows { row.run() }
    }
}
