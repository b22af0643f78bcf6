import Proviso
import ProvisoLocales

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
        guard facts.count > 40 else { return }
        let frames = Dictionary(grouping: facts.indices) { facts[$0].frame }
        // "False" may be "not true" in a language.
        for (index, fact) in facts.enumerated()
        where !WordKey.holds(catalog.units[index].code) && catalog.units[index].code != "value.type" {
            let alike = (frames[fact.frame] ?? []).filter {
                $0 != index && catalog.units[$0].code != catalog.units[index].code
            }
            let same = alike.count { facts[$0].negates == fact.negates }
            if fact.isNegative, !fact.negates {
                guard alike.count > 1, same * 8 <= alike.count, EnglishNegation.isPlain(catalog.units[index].english)
                else { continue }
                report(
                    catalog.units[index].code, "nothing in it negates, as English does",
                    "English says: \(catalog.units[index].english.shownText)")
            } else if !fact.isNegative, fact.negates {
                guard alike.count > 1, same * 12 <= alike.count,
                    !EnglishNegation.isNearlyNegative(catalog.units[index].english)
                else {
                    continue
                }
                let word = words.match(in: catalog.units[index].main) ?? ""
                report(
                    catalog.units[index].code, "\"\(word)\" negates it, which English does not",
                    "English says: \(catalog.units[index].english.shownText)")
            }
        }
    }

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

    /// Whether a verb is negated; "not valid" and "not allowed" have words of their own in many languages.
    static func isPlain(_ sentence: Sentence) -> Bool {
        let words = sentence.words
        let pairs = zip(words, words.dropFirst())
        return pairs.contains { one, next in
            next == "not" && ["must", "may", "could"].contains(one) || one == "cannot"
                || one == "not" && next == "an"
        } && !words.contains("read")
    }

    /// Whether a word says nearly the same as a negation.
    static func isNearlyNegative(_ sentence: Sentence) -> Bool { sentence.words.contains { nearly.contains($0) } }

    private static let nearly: Set<String> = [
        "missing", "different", "wrong", "unreadable", "invalid", "unknown", "either", "only", "too", "rejected",
        "stopped",
        "fault", "faults", "earlier", "later", "less", "greater", "least", "most", "more", "than", "empty", "blank",
        "failed", "forbidden", "other", "easily", "range", "single", "landline", "required", "free", "multiple",
    ]

    /// The beginning of the sentence that says how it is built: `must not`, `must contain at least`.
    static func frame(_ sentence: Sentence) -> String {
        let telling: Set<String> = [
            "not", "cannot", "no", "without", "must", "may", "only", "at", "least", "most", "exactly", "than", "is",
            "has",
            "does", "can", "could", "too", "or", "contain", "be", "have", "earlier", "later", "greater", "less",
        ]
        return sentence.words.filter { telling.contains($0) }.joined(separator: " ")
    }
}
