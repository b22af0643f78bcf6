import Proviso

/// Negation: a message negates where English does.
extension CatalogComparison {
    mutating func checkNegation() {
        guard let table = LanguageTables.negating[orthography.language] else { return }
        let words = WordPatterns(table, hasSpaces: orthography.hasSpaces)
        let facts = catalog.units.map { unit in
            Fact(
                negates: unit.sentences.allSatisfy { words.match(in: $0) != nil },
                isNegative: EnglishNegation.isNegative(unit.english), frame: EnglishNegation.frame(unit.english))
        }
        guard facts.count > 40 else { return checkPlainly(words) }
        let frames = Dictionary(grouping: facts.indices) { facts[$0].frame }
        for (index, fact) in facts.enumerated() {
            let alike = (frames[fact.frame] ?? []).filter { $0 != index && catalog.units[$0].code != catalog.units[index].code }
            let same = alike.count { facts[$0].negates == fact.negates }
            if fact.isNegative, !fact.negates {
                guard alike.count > 2, same == 0 else { continue }
                report(
                    catalog.units[index].code, "nothing in it negates, as English does",
                    "English says: \(catalog.units[index].english.shownText)")
            } else if !fact.isNegative, fact.negates {
                guard alike.count > 2, same == 0 else { continue }
                let word = words.match(in: catalog.units[index].main) ?? ""
                report(
                    catalog.units[index].code, "\"\(word)\" negates it, which English does not",
                    "English says: \(catalog.units[index].english.shownText)")
            }
        }
    }

    private mutating func checkPlainly(_ words: WordPatterns) {}

    private struct Fact {
        let negates: Bool
        let isNegative: Bool
        let frame: String
    }
}

/// Negation in English.
enum EnglishNegation {
    private static let words: Set<String> = ["not", "cannot", "no", "without", "nor", "never"]

    static func isNegative(_ sentence: Sentence) -> Bool { sentence.words.contains { words.contains($0) } }

    /// The beginning of the sentence that says how it is built: `must not`, `must contain at least`.
    static func frame(_ sentence: Sentence) -> String {
        let telling: Set<String> = [
            "not", "cannot", "no", "without", "must", "may", "only", "at", "least", "most", "exactly", "than", "is", "has",
            "does", "can", "could", "too", "or", "contain", "be", "have", "earlier", "later", "greater", "less",
        ]
        return sentence.words.filter { telling.contains($0) }.joined(separator: " ")
    }
}
