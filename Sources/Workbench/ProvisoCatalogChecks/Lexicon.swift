/// The words of a catalog.
struct Lexicon {
    /// The codes of the messages that have a word.
    let codes: [String: Set<String>]
    /// Longer words, by their first four letters.
    private let byStart: [ArraySlice<UInt32>: [Word]]

    init(_ units: [CatalogText.Unit]) {
        var codes: [String: Set<String>] = [:]
        for unit in units {
            for sentence in unit.sentences { for word in sentence.words { codes[word, default: []].insert(unit.code) } }
        }
        self.codes = codes
        byStart = Dictionary(grouping: codes.keys.map { Word($0) }.filter { $0.letters.count > 3 }) { $0.letters[..<4] }
    }

    /// Whether only this message has a word.
    func isAlone(_ word: String, in code: String) -> Bool {
        codes[word].map { $0.count == 1 && $0.contains(code) } ?? true
    }

    /// Whether a word differs only by its ending from one of another message.
    func isForm(_ word: String, in code: String) -> Bool {
        let own = Word(word).letters
        guard own.count > 3 else { return false }
        return (byStart[own[..<4]] ?? []).contains { other in
            guard other.text != word, !isAlone(other.text, in: code) else { return false }
            return Word.commonPrefix(own, other.letters) * 5 >= max(own.count, other.letters.count) * 3
        }
    }
}
