import Proviso
import ProvisoLocales

/// Sentences, or halves of them, in another language than the catalog's.
extension CatalogComparison {
    /// Messages with exactly the built-in text of another language.
    mutating func checkOtherLanguages() {
        for unit in catalog.units {
            guard let other = KnownLanguages.shared.same(as: unit, in: catalog.locale, lexicon) else { continue }
            report(
                unit.code, "it is the \(Orthography.name(of: other, in: "en")) text",
                "write it in \(Orthography.name(of: catalog.locale, in: "en"))")
        }
    }

    mutating func checkLanguage() {
        let languages = KnownLanguages.shared
        for unit in catalog.units {
            guard let other = languages.other(than: catalog.locale, for: unit, in: lexicon) else { continue }
            report(
                unit.code, "\(other.words) looks like \(Orthography.name(of: other.locale, in: "en"))",
                "write it in \(Orthography.name(of: catalog.locale, in: "en"))")
        }
    }
}

/// The words of the embedded catalogs, by language.
final class KnownLanguages: Sendable {
    static let shared = KnownLanguages()

    /// The codes of the messages that have a word, by locale.
    private let codes: [String: [String: Set<String>]]
    /// The locales of each message, by its code and content.
    private let texts: [String: Set<String>]

    private init() {
        var codes: [String: [String: Set<String>]] = [:]
        var texts: [String: Set<String>] = [:]
        for locale in Catalogs.embedded.locales {
            for unit in EmbeddedText.units(locale) {
                texts[Self.key(unit), default: []].insert(locale)
                for word in Set(unit.sentences.flatMap(\.words)) where word.count > 1 {
                    codes[word, default: [:]][locale, default: []].insert(unit.code)
                }
            }
        }
        (self.codes, self.texts) = (codes, texts)
    }

    private static func key(_ unit: CatalogText.Unit) -> String { "\(unit.code) \(unit.branch) \(unit.main.text)" }

    /// Another language with the same text, which has a word that the catalog has nowhere else.
    func same(as unit: CatalogText.Unit, in locale: String, _ lexicon: Lexicon) -> String? {
        guard let locales = texts[Self.key(unit)], unit.main.text != unit.english.text,
            !locales.contains(where: { Self.language($0) == Self.language(locale) }),
            unit.main.words.contains(where: { lexicon.isAlone($0, in: unit.code) })
        else { return nil }
        return locales.min()
    }

    /// Another language that knows the words of a sentence better.
    func other(
        than locale: String, for unit: CatalogText.Unit, in lexicon: Lexicon
    ) -> (locale: String, words: String)? {
        let language = Self.language(locale)
        let names = Set(EnglishNames.all(in: unit.english.text).map { $0.lowercased() })
        // The words that this message alone has in the catalog.
        let strange = Set(unit.sentences.flatMap(\.words)).filter { word in
            word.count > 1 && !names.contains(word) && !word.contains(where: \.isNumber)
                && lexicon.isAlone(word, in: unit.code)
                && !lexicon.isForm(word, in: unit.code)
        }
        guard strange.count > 1 else { return nil }
        var score: [String: Int] = [:]
        for word in strange {
            for (locale, codes) in codes[word] ?? [:] where Self.language(locale) != language && codes.count > 1 {
                score[locale, default: 0] += 1
            }
        }
        guard let best = score.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), best.value > 1 else { return nil }
        guard best.value * 2 >= strange.count, best.value > 2 || best.value * 2 >= unit.main.words.count else {
            return nil
        }
        let shown = strange.filter { (codes[$0]?[best.key]?.count ?? 0) > 1 }.sorted().prefix(3)
        return (best.key, shown.map { "\"\($0)\"" }.joined(separator: ", "))
    }

    private static func language(_ locale: String) -> Substring { locale.prefix { $0 != "-" } }
}
