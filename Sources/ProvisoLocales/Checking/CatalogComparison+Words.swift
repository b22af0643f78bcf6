import Proviso

/// Words: misspelled ones, small letters, and forms that fit no other sentence of the catalog.
extension CatalogComparison {
    /// A word seen in one message only, one slip of the pen away from a word that others use.
    mutating func checkSpelling() {
        let codes = lexicon.codes
        let known = codes.filter { $0.value.count > 1 && $0.key.count > 3 }.map { Word($0.key) }
        let byLength = Dictionary(grouping: known) { $0.letters.count }
        for unit in catalog.units {
            for word in Set(unit.sentences.flatMap(\.words)).sorted() where word.count > 4 {
                guard codes[word]?.count == 1, !unit.english.words.contains(word), !word.contains(where: \.isNumber)
                else { continue }
                let own = Word(word)
                let length = own.letters.count
                let near = (length - 1...length + 1).lazy.flatMap { byLength[$0] ?? [] }.first {
                    own.isSlip(of: $0) && !isInflection(own, $0)
                }
                if let near {
                    report(unit.code, "\"\(word)\" is used nowhere else", "did you mean \"\(near.text)\"?")
                }
            }
        }
    }

    /// Whether the difference between two words can be one of grammar.
    private func isInflection(_ one: Word, _ other: Word) -> Bool {
        let start = Word.commonPrefix(one.letters, other.letters)
        let end = Word.commonSuffix(one.letters, other.letters)
        // Endings, and the mutations and prefixes at the beginning.
        if end < (orthography.scripts == ["Cyrl"] ? 4 : 3) || start < 2 { return true }
        let isExchange = one.letters.count == other.letters.count && start + end == one.letters.count - 2
        if isExchange { return false }
        // Vowels change within the words of these languages, and their words are long chains.
        let isChain = ["Arab", "Hebr", "Ethi", "Mlym", "Taml", "Knda", "Telu"].contains { orthography.scripts.contains($0) }
        return isChain || max(one.letters.count, other.letters.count) < 6
    }

    /// A word where all other messages have another form of it between the same two neighbours.
    mutating func checkFrames() {
        var frames: [Frame: [String: Set<String>]] = [:]
        func each(_ unit: CatalogText.Unit, _ body: (Frame, String) -> Void) {
            for sentence in unit.sentences {
                for (index, token) in sentence.tokens.enumerated() {
                    guard case .word(let word) = token else { continue }
                    let (before, after) = (sentence.token(index - 1), sentence.token(index + 1))
                    body(Frame(before: [sentence.token(index - 2), before], after: [after]), word)
                    body(Frame(before: [before], after: [after, sentence.token(index + 2)]), word)
                }
            }
        }
        for unit in corpus.units { each(unit) { frames[$0, default: [:]][$1, default: []].insert(unit.code) } }
        for unit in catalog.units {
            var odd: [(String, String)] = []
            each(unit) { frame, word in
                guard let seen = frames[frame], seen[word]?.count == 1, seen.count > 1, frame.isTelling else { return }
                let usual = seen.filter { $0.key != word && $0.value.count > 3 && Word.isKin($0.key, word) }
                if let best = usual.max(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) }) {
                    odd.append((word, best.key))
                }
            }
            for (word, usual) in odd {
                report(
                    unit.code, "\"\(word)\" is at a place where other messages have \"\(usual)\"",
                    "check the form of the word")
            }
        }
    }

    /// The neighbours of a word: one on one side, two on the other.
    struct Frame: Hashable {
        let before: [Sentence.Token]
        let after: [Sentence.Token]

        var isTelling: Bool {
            (before + after).contains { token in
                if case .word = token { true } else { false }
            }
        }
    }

    /// Whether English begins with a capital, or the message with a word where English begins with the value's name.
    private static func beginsSentence(_ unit: CatalogText.Unit) -> Bool {
        if case .word = unit.english.token(0) { return unit.english.written.first?.first?.isUppercase ?? false }
        return unit.english.token(0) == .argument(MessagePattern.labelName) && unit.english.text.last == "."
    }

    /// Small letters where a sentence begins, and words that are written with a capital everywhere else.
    mutating func checkCapitals() {
        var inside: [String: [Bool: Set<String>]] = [:]
        for unit in corpus.units {
            for sentence in unit.sentences {
                for (index, word) in sentence.capitalizable where !sentence.begins(at: index) {
                    inside[word.lowercased(), default: [:]][word.first?.isUppercase ?? false, default: []]
                        .insert(unit.code)
                }
            }
        }
        for unit in catalog.units {
            let names = Set(unit.english.written)
            let terms = Set(unit.english.words)
            for sentence in unit.sentences {
                for (index, word) in sentence.capitalizable {
                    let isCapital = word.first?.isUppercase ?? false
                    if sentence.begins(at: index) {
                        if !isCapital, index > 0 || Self.beginsSentence(unit), !names.contains(word) {
                            report(unit.code, "\"\(word)\" begins a sentence with a small letter", "write a capital")
                        }
                        continue
                    }
                    let seen = inside[word.lowercased()] ?? [:]
                    let same = seen[isCapital] ?? []
                    let other = (seen[!isCapital] ?? []).subtracting([unit.code])
                    if same == [unit.code], other.count > 1, !terms.contains(word.lowercased()) {
                        report(
                            unit.code, "\"\(word)\" has a \(isCapital ? "capital" : "small") letter",
                            "other messages have a \(isCapital ? "small one" : "capital")")
                    }
                }
            }
        }
    }
}

extension Sentence {
    /// The words whose first letter has a case, with their indexes.
    fileprivate var capitalizable: [(Int, Substring)] {
        written.enumerated().filter { _, word in
            word.first.map { $0.isUppercase || $0.isLowercase } ?? false
        }.map { ($0.offset, $0.element) }
    }

    /// Whether the word is the first of the text or of another sentence in it.
    fileprivate func begins(at index: Int) -> Bool {
        guard index > 0 else { return true }
        guard case .mark(let mark) = tokens[index - 1], ".!?።։۔।".contains(mark) else { return false }
        // A dot within a name or a number has no space after it.
        let after = written[index].startIndex
        return after > text.startIndex && text[text.index(before: after)].isWhitespace && index > 1
            && written[index - 2].count > 3
    }
}

/// A word as its letters.
struct Word {
    let text: String
    let letters: [UInt32]

    init(_ text: String) {
        self.text = text
        letters = text.unicodeScalars.map(\.value)
    }

    /// Whether one letter is left out, added, replaced or doubled, or two are exchanged.
    func isSlip(of other: Word) -> Bool {
        let start = Self.commonPrefix(letters, other.letters)
        let end = Self.commonSuffix(letters, other.letters)
        let (own, their) = (letters.count, other.letters.count)
        if own != their { return abs(own - their) == 1 && start + end >= min(own, their) }
        if start + end >= own - 1 { return true }
        return start + end == own - 2 && letters[start] == other.letters[start + 1]
            && letters[start + 1] == other.letters[start]
    }

    static func commonPrefix(_ one: [UInt32], _ other: [UInt32]) -> Int {
        var count = 0
        while count < one.count, count < other.count, one[count] == other[count] { count += 1 }
        return count
    }

    static func commonSuffix(_ one: [UInt32], _ other: [UInt32]) -> Int {
        var count = 0
        while count < one.count, count < other.count, one[one.count - 1 - count] == other[other.count - 1 - count] {
            count += 1
        }
        return count
    }

    /// Whether two words look like forms of one.
    static func isKin(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Word(one).letters, Word(other).letters)
        guard one.count > 1, other.count > 1 else { return false }
        let shorter = min(one.count, other.count)
        let start = commonPrefix(one, other)
        return start * 5 >= shorter * 3 && start > 2 && max(one.count, other.count) - start <= 4
    }
}
