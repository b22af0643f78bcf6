import Proviso

/// Sentences, or halves of them, in another language than the catalog's.
extension CatalogComparison {
    mutating func checkLanguage() {
        let languages = KnownLanguages.shared
        for unit in catalog.units {
            guard let other = languages.other(than: catalog.locale, for: unit, in: corpus) else { continue }
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

    private init() {
        var codes: [String: [String: Set<String>]] = [:]
        if let english = Catalogs.embedded.catalog(for: "en") {
            for locale in Catalogs.embedded.locales {
                guard let catalog = Catalogs.embedded.catalog(for: locale) else { continue }
                for unit in CatalogText(catalog, english: english).units {
                    for word in Set(unit.sentences.flatMap(\.words)) where word.count > 1 {
                        codes[word, default: [:]][locale, default: []].insert(unit.code)
                    }
                }
            }
        }
        self.codes = codes
    }

    /// Another language that knows the words of a sentence better.
    func other(
        than locale: String, for unit: CatalogText.Unit, in corpus: CatalogText
    ) -> (locale: String, words: String)? {
        let language = Self.language(locale)
        let english = Set(unit.english.words)
        let words = Set(unit.main.words).filter { $0.count > 1 && !english.contains($0) }
        guard words.count > 1 else { return nil }
        // The words that this message alone has in the catalog.
        let strange = words.filter { word in
            !corpus.units.contains { $0.code != unit.code && $0.main.words.contains(word) }
        }
        .filter { word in !isForm(word, of: corpus) }
        guard strange.count > 1 else { return nil }
        var score: [String: Int] = [:]
        for word in strange {
            for (locale, codes) in codes[word] ?? [:] where Self.language(locale) != language && codes.count > 1 {
                score[locale, default: 0] += 1
            }
        }
        guard let best = score.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), best.value > 1 else { return nil }
        guard best.value * 2 >= strange.count else { return nil }
        let shown = strange.filter { (codes[$0]?[best.key]?.count ?? 0) > 1 }.sorted().prefix(3)
        return (best.key, shown.map { "\"\($0)\"" }.joined(separator: ", "))
    }

    /// Whether the word has another ending than one of the catalog.
    private func isForm(_ word: String, of corpus: CatalogText) -> Bool {
        let letters = Word(word).letters
        return corpus.units.contains { unit in
            unit.main.words.contains { other in
                guard other != word, other.count > 3 else { return false }
                let theirs = Word(other).letters
                let start = Word.commonPrefix(letters, theirs)
                return start > 3 && start * 5 >= max(letters.count, theirs.count) * 3
            }
        }
    }

    private static func language(_ locale: String) -> Substring { locale.prefix { $0 != "-" } }
}
