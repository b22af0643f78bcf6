internal import ICUBridge
package import Proviso
internal import Synchronization

/// The writing rules of a language that a program can check: from CLDR's data, and for rules that CLDR lacks from
/// tables.
package final class Orthography: Sendable {
    package struct Quotes: Sendable, Hashable {
        package let open: Character
        package let close: Character
    }

    package let locale: String
    package let language: String
    /// ISO 15924's codes.
    package let scripts: [String]
    /// The language's own pairs of quotation marks, the usual one first.
    package let quotes: [Quotes]
    package let isRightToLeft: Bool
    /// The marks that end a sentence; empty if there are none, as in Thai.
    package let fullStops: [Character]
    package let questionMarks: [Character]
    package let exclamationMarks: [Character]
    package let cardinals: PluralFacts
    package let ordinals: PluralFacts
    /// A character set that has the Han characters of this locale (simplified or traditional), and not the others.
    let hanCharset: String?
    /// The letters of the language and of foreign words in it; `nil` if CLDR does not list them, or too many.
    package let letters: Set<Unicode.Scalar>?
    /// Those of foreign words only.
    package let foreignLetters: Set<Unicode.Scalar>?

    private init(_ locale: String) {
        self.locale = locale
        language = String(locale.prefix { $0 != "-" })
        scripts = Self.lines { prv_icu_locale_scripts(locale, $0, $1) }
        quotes = Self.quotes(locale, language)
        isRightToLeft = LocaleTag.isRightToLeft(locale)
        fullStops = Self.fullStops[language] ?? ["."]
        let isHan = scripts.contains("Hani") && language != "ko"
        questionMarks =
            isRightToLeft && language != "he" ? ["؟"] : isHan ? ["？"] : ["el": [";"], "hy": ["։"]][language] ?? ["?"]
        exclamationMarks = isHan ? ["！"] : ["!"]
        cardinals = PluralFacts(locale: locale, isOrdinal: false)
        ordinals = PluralFacts(locale: locale, isOrdinal: true)
        switch language {
        case "zh": hanCharset = Self.isTraditional(locale) ? "Big5" : "GB2312"
        case "ja": hanCharset = "Shift_JIS"
        default: hanCharset = nil
        }
        let isLarge = !Set(scripts).isDisjoint(with: ["Hani", "Hans", "Hant", "Jpan", "Kore", "Hang"])
        let own = isLarge ? nil : Self.letters(locale, isForeign: false)
        let foreign = Orthography.letters(locale, isForeign: true) ?? []
        foreignLetters = own.map { foreign.subtracting($0) }
        letters = own?.union(foreign)
    }

    private static let cache = Mutex<[String: Orthography]>([:])

    package static func of(_ locale: String) -> Orthography {
        cache.withLock { cache in
            if let known = cache[locale] { return known }
            let new = Orthography(locale)
            cache[locale] = new
            return new
        }
    }

    /// The locale's name in a language.
    package static func name(of locale: String, in language: String) -> String {
        BridgeText.read { prv_icu_locale_name(locale, language, $0, $1) } ?? locale
    }

    /// Whether every script of the language is an alphabet with spaces between words, so that a foreign letter in a
    /// word is a mistake.
    package var hasOwnAlphabet: Bool { scripts.allSatisfy { ["Cyrl", "Grek", "Armn", "Geor", "Latn"].contains($0) } }

    package var isLatin: Bool { scripts == ["Latn"] }

    package func isOwn(_ scalar: Unicode.Scalar) -> Bool {
        scripts.contains { prv_icu_scalar_in_script(scalar.value, $0) }
    }

    /// Whether the locale uses a Han character (simplified or traditional).
    package func isOwnHan(_ scalar: Unicode.Scalar) -> Bool {
        guard let hanCharset, scalar.properties.isIdeographic else { return true }
        return prv_icu_is_encodable(scalar.value, hanCharset)
    }

    private static func lines(_ body: (UnsafeMutablePointer<CChar>, Int32) -> Int32) -> [String] {
        BridgeText.read(body)?.split(separator: "\n").map(String.init) ?? []
    }

    private static func letters(_ locale: String, isForeign: Bool) -> Set<Unicode.Scalar>? {
        let all = BridgeText.read(capacity: 4_096) { prv_icu_locale_letters(locale, isForeign, $0, $1) } ?? ""
        return all.count > 20 || isForeign ? Set(all.unicodeScalars) : nil
    }

    private static func isTraditional(_ locale: String) -> Bool {
        ["Hant", "TW", "HK", "MO"].contains { locale.split(separator: "-").contains(Substring($0)) }
    }

    private static func quotes(_ locale: String, _ language: String) -> [Quotes] {
        let marks = lines { prv_icu_locale_quotes(locale, $0, $1) }.compactMap(\.first)
        let more = (alsoUsed[locale] ?? alsoUsed[language] ?? "").split(separator: " ").compactMap { pair in
            pair.first.flatMap { open in pair.last.map { Quotes(open: open, close: $0) } }
        }
        guard marks.count == 4 else { return more }
        return [Quotes(open: marks[0], close: marks[1]), Quotes(open: marks[2], close: marks[3])] + more
    }

    /// Quotation marks that are as common as those in CLDR.
    private static let alsoUsed = [
        "ar": "«» “”", "az": "«»", "bs": "„“ »«", "ckb": "«»", "cs": "»«", "da": "„“ »«", "de": "»«", "de-CH": "«»",
        "en": "\"\"",
        "fa": "“”",
        "fi": "»» »«", "fr": "“”", "he": "“” „” \"\"", "hu": "»«",
        "hr": "„” »«", "hy": "“”", "km": "«»", "lt": "„”", "lv": "„“ „” «»", "mn": "«»", "nb": "“” „“", "nn": "“” „“",
        "nl": "“” „”", "pl": "»«",
        "ps": "«»", "pt": "«»", "sd": "«» ”“", "sk": "»«", "sl": "»«", "sr": "„” »«", "sv": "»» »«", "tr": "«»",
        "ug": "«»", "ur": "«» “”",
        "uz": "«» “”", "zh": "《》",
    ]

    private static let fullStops: [String: [Character]] = [
        "am": ["።"], "as": ["।"], "bn": ["।"], "bo": ["།"], "hi": ["।"], "hy": ["։"], "ja": ["。"], "km": ["។"],
        "lo": [], "my": ["။"], "ne": ["।"], "or": ["।"], "pa": ["।"], "th": [], "ti": ["።"], "ur": ["۔"],
        "yue": ["。"], "zh": ["。"],
    ]
}

/// The plural categories of a locale in CLDR.
package struct PluralFacts: Sendable {
    /// The categories the locale has.
    package let all: Set<PluralCategory>
    /// The categories of integers, and `other`, which the syntax requires.
    package let needed: Set<PluralCategory>
    /// The categories for a single integer: a message can spell out the number.
    package let single: Set<PluralCategory>

    package init(locale: String, isOrdinal: Bool) {
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
