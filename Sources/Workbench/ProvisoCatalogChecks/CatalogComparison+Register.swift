import Proviso
import ProvisoLocales

/// The way in which a catalog speaks: politely or not, and in the standard of its region.
extension CatalogComparison {
    mutating func checkRegister() {
        if let table = LanguageTables.address[orthography.language] {
            let halves = table.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let (polite, familiar) = (pronouns(halves[0]), pronouns(halves.count > 1 ? halves[1] : ""))
            compare(polite, familiar, "familiar", "politely")
            compare(familiar, polite, "polite", "as to a friend")
        }
        // A few messages do not show which words the catalog uses.
        guard catalog.units.count > 40, let table = LanguageTables.foreignToRegion[catalog.locale] else { return }
        let words = WordPatterns(table, hasSpaces: orthography.hasSpaces)
        for unit in catalog.units {
            guard let word = unit.sentences.lazy.compactMap({ words.match(in: $0) }).first else { continue }
            guard !hasElsewhere(word, unit) else { continue }
            report(unit.code, "\"\(word)\" is not the word of this region", "write what \(catalog.locale) says")
        }
    }

    private func hasElsewhere(_ word: String, _ unit: CatalogText.Unit) -> Bool {
        let pattern = WordPatterns(word, hasSpaces: orthography.hasSpaces)
        return catalog.units.count { $0.code != unit.code && pattern.match(in: $0.main) != nil } > 1
    }

    private func pronouns(_ table: String) -> WordPatterns { WordPatterns(table, hasSpaces: orthography.hasSpaces) }

    /// Messages of the second kind in a catalog of the first.
    private mutating func compare(_ usual: WordPatterns, _ odd: WordPatterns, _ kind: String, _ way: String) {
        let speaking = catalog.units.filter { EnglishAddress.speaks($0.english) }
        let usualCount = speaking.count { unit in unit.sentences.contains { usual.match(in: $0) != nil } }
        let oddUnits = catalog.units.filter { unit in unit.sentences.contains { odd.match(in: $0) != nil } }
        guard oddUnits.count == 1, let unit = oddUnits.first else { return }
        guard usualCount > 1 || kind == "familiar" && catalog.units.count > 40 else { return }
        guard speaking.contains(where: { $0.code == unit.code }), usual.match(in: unit.main) == nil else { return }
        let word = unit.sentences.lazy.compactMap { odd.match(in: $0) }.first ?? ""
        report(unit.code, "\"\(word)\" is \(kind)", "other messages speak \(way)")
    }
}

/// English messages that speak to the reader.
enum EnglishAddress {
    static func speaks(_ sentence: Sentence) -> Bool {
        sentence.words.contains { ["you", "your", "please"].contains($0) }
    }
}
