internal import ICUBridge
import Proviso
internal import Synchronization

/// How a language is written, as far as a program can check it: from CLDR's data, and where that is silent from tables.
final class Orthography: Sendable {
    struct Quotes: Sendable, Hashable {
        let open: Character
        let close: Character
    }

    let locale: String
    let language: String
    /// ISO 15924's codes.
    let scripts: [String]
    /// The language's own pairs of quotation marks, the usual one first.
    let quotes: [Quotes]
    let isRightToLeft: Bool
    /// What ends a sentence; empty where nothing does, as in Thai.
    let fullStops: [Character]
    let questionMarks: [Character]
    let exclamationMarks: [Character]
    let cardinals: PluralFacts
    let ordinals: PluralFacts
    /// A character set that has the Han characters in use here and lacks those of the other way of writing.
    let hanCharset: String?

    private init(_ locale: String) {
        self.locale = locale
        language = String(locale.prefix { $0 != "-" })
        scripts = Self.lines { prv_icu_locale_scripts(locale, $0, $1) }
        quotes = Self.quotes(locale, language)
        isRightToLeft = LocaleTag.isRightToLeft(locale)
        fullStops = Self.fullStops[language] ?? ["."]
        let isHan = scripts.contains("Hani") && language != "ko"
        questionMarks = isRightToLeft && language != "he" ? ["؟"] : isHan ? ["？"] : language == "el" ? [";"] : ["?"]
        exclamationMarks = isHan ? ["！"] : ["!"]
        cardinals = PluralFacts(locale: locale, isOrdinal: false)
        ordinals = PluralFacts(locale: locale, isOrdinal: true)
        switch language {
        case "zh": hanCharset = Self.isTraditional(locale) ? "Big5" : "GB2312"
        default: hanCharset = nil
        }
    }

    private static let cache = Mutex<[String: Orthography]>([:])

    static func of(_ locale: String) -> Orthography {
        cache.withLock { cache in
            if let known = cache[locale] { return known }
            let new = Orthography(locale)
            cache[locale] = new
            return new
        }
    }

    /// The locale's name in a language.
    static func name(of locale: String, in language: String) -> String {
        BridgeText.read { prv_icu_locale_name(locale, language, $0, $1) } ?? locale
    }

    /// Whether every script of the language is an alphabet that sets its words apart, so that a foreign letter
    /// inside a word is a slip.
    var hasOwnAlphabet: Bool { scripts.allSatisfy { ["Cyrl", "Grek", "Armn", "Geor", "Latn"].contains($0) } }

    var isLatin: Bool { scripts == ["Latn"] }

    func isOwn(_ scalar: Unicode.Scalar) -> Bool {
        scripts.contains { prv_icu_scalar_in_script(scalar.value, $0) }
    }

    /// Whether a Han character is of the way of writing the locale uses (simplified or traditional).
    func isOwnHan(_ scalar: Unicode.Scalar) -> Bool {
        guard let hanCharset, scalar.properties.isIdeographic else { return true }
        return prv_icu_is_encodable(scalar.value, hanCharset)
    }

    private static func lines(_ body: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> [String] {
        BridgeText.read(body)?.split(separator: "\n").map(String.init) ?? []
    }

    private static func isTraditional(_ locale: String) -> Bool {
        ["Hant", "TW", "HK", "MO"].contains { locale.split(separator: "-").contains(Substring($0)) }
    }

    private static func quotes(_ locale: String, _ language: String) -> [Quotes] {
        let marks = lines { prv_icu_locale_quotes(locale, $0, $1) }.compactMap(\.first)
        let more = (alsoUsed[language] ?? "").split(separator: " ").compactMap { pair in
            pair.first.flatMap { open in pair.last.map { Quotes(open: open, close: $0) } }
        }
        guard marks.count == 4 else { return more }
        return [Quotes(open: marks[0], close: marks[1]), Quotes(open: marks[2], close: marks[3])] + more
    }

    /// Marks that are as usual as CLDR's.
    private static let alsoUsed = [
        "ar": "«» “”", "az": "«»", "bs": "„“", "da": "„“ »«", "de": "»«", "en": "\"\"", "fa": "“”", "he": "“” „”",
        "hr": "„” »«", "hy": "“”", "km": "«»", "lt": "„”", "lv": "„“ „” «»", "mn": "«»", "nl": "“” „”", "pl": "»«",
        "ps": "«»", "pt": "«»", "sd": "«»", "sl": "»«", "sr": "„”", "tr": "«»", "ur": "«» “”", "uz": "«» “”",
    ]

    private static let fullStops: [String: [Character]] = [
        "am": ["።"], "as": ["।"], "bn": ["।"], "bo": ["།"], "hi": ["।"], "hy": ["։"], "ja": ["。"], "km": ["។"],
        "lo": [], "my": ["။"], "ne": ["।"], "or": ["।"], "pa": ["।"], "th": [], "ti": ["።"], "ur": ["۔"],
        "yue": ["。"], "zh": ["。"],
    ]
}

/// What CLDR says about a locale's plural categories.
struct PluralFacts: Sendable {
    /// The categories the locale has.
    let all: Set<PluralCategory>
    /// Those that whole numbers have, and `other`, which the syntax asks for.
    let needed: Set<PluralCategory>
    /// Those of one whole number alone, so that a message may name the number in words.
    let single: Set<PluralCategory>

    init(locale: String, isOrdinal: Bool) {
        let rules = PluralRules(locale: locale, isOrdinal: isOrdinal)
        all = rules?.categories ?? [.other]
        var counts: [PluralCategory: Int] = [:]
        for number in Array(0...1_000) + [10_000, 100_000, 1_000_000, 2_000_000, 10_000_000] {
            counts[rules?.category(of: Double(number)) ?? .other, default: 0] += 1
        }
        needed = Set(counts.keys).union([.other])
        single = Set(counts.filter { $0.value == 1 && $0.key != .other }.keys)
    }
}
