import Proviso
import ProvisoLocales

/// Finds English text that was not translated.
struct EnglishRemains {
    private let whole: Set<String>
    private let phrases: Set<[String]>
    private let branches: Set<String>

    init(_ english: MessagePattern, readings: [Reading]) {
        whole = Set(readings.filter { Sentence($0).words.count > 1 }.map { Self.plain($0.text) })
        phrases = Set(readings.flatMap { Self.pairs(in: $0.text) })
        branches = Set(Self.branchTexts(english))
    }

    /// Words that most English sentences have, and that other languages do not have in such a sequence.
    private static let telling: Set<String> = [
        "must", "should", "cannot", "could", "can", "not", "be", "is", "are", "been", "has", "have", "the", "of", "at",
        "least", "most", "than", "with", "and", "only", "these", "contain", "valid", "already", "same", "such",
    ]

    /// English words that many languages use.
    private static let shared: Set<String> = [
        "byte", "bytes", "pixel", "pixels", "file", "files", "item", "items", "version", "part", "parts",
        "error", "errors", "record", "records", "digit", "digits", "note", "notes", "character", "characters",
    ]

    func isWhole(_ reading: Reading) -> Bool { whole.contains(Self.plain(reading.text)) }

    /// Two typical English words in a row that the English message has too.
    func phrase(in reading: Reading) -> String? {
        Self.pairs(in: reading.text).first { phrases.contains($0) }?.joined(separator: " ")
    }

    /// Branches of a plural or select that have the English text.
    func branches(of pattern: MessagePattern) -> [String] {
        Self.branchTexts(pattern).filter { branches.contains($0) && !Self.shared.contains($0) }.withoutRepetition()
    }

    private static func plain(_ text: String) -> String {
        String(text.lowercased().filter { $0.isLetter || $0 == Reading.argument })
    }

    private static func pairs(in text: String) -> [[String]] {
        let words = text.lowercased().split { !$0.isLetter && $0 != Reading.argument }.map(String.init)
        return zip(words, words.dropFirst()).filter { telling.contains($0) && telling.contains($1) }.map { [$0, $1] }
    }

    private static func branchTexts(_ pattern: MessagePattern) -> [String] {
        pattern.choosers.flatMap { part -> [String] in
            guard case .plural(let plural) = part else { return [] }
            return (plural.branches.map(\.parts) + [plural.other]).map { parts in
                let text = MessagePattern.flattened(parts).reduce(into: "") { text, part in
                    if case .literal(let literal) = part { text += literal }
                }
                return text.lowercased().filter { $0.isLetter || $0 == " " }.trimmingSpaces
            }
        }.filter { $0.count > 2 }
    }
}

extension String {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
