import Proviso
import ProvisoLocales

/// Words: lowercase and uppercase letters, and forms that fit no other sentence of the catalog.
extension CatalogComparison {
    /// A word that never is beside its neighbor, where another form of it is beside both neighbors.
    mutating func checkFrames() {
        var pairs: [Pair: Set<String>] = [:]
        var follows: [Sentence.Token: Set<String>] = [:]
        var afters: [Sentence.Token: Set<String>] = [:]
        for unit in corpus.units {
            for sentence in unit.sentences {
                for index in 0...sentence.tokens.count {
                    let (one, two) = (sentence.token(index - 1), sentence.token(index))
                    pairs[Pair(one: one, two: two), default: []].insert(unit.code)
                    afters[two, default: []].insert(unit.code)
                    if case .word(let word) = two { follows[one, default: []].insert(word) }
                }
            }
        }
        func count(_ one: Sentence.Token, _ two: Sentence.Token, without code: String) -> Int {
            guard let codes = pairs[Pair(one: one, two: two)] else { return 0 }
            return codes.count - (codes.contains(code) ? 1 : 0)
        }
        for unit in catalog.units {
            for sentence in unit.sentences {
                for (index, token) in sentence.tokens.enumerated() {
                    guard case .word(let word) = token, word.count > 1 else { continue }
                    let (before, after) = (sentence.token(index - 1), sentence.token(index + 1))
                    let isOdd =
                        count(before, token, without: unit.code) == 0 || count(token, after, without: unit.code) == 0
                    guard isOdd, Self.isTelling(before, after) else { continue }
                    let usual = (follows[before] ?? []).sorted().first { other in
                        other != word && Word.isKin(other, word)
                            && count(before, .word(other), without: unit.code) > 1
                            && count(.word(other), after, without: unit.code) > (word.count < 4 ? 2 : 1)
                            && count(.word(other), after, without: unit.code) * 2 > (afters[after]?.count ?? 0)
                    }
                    if let usual {
                        report(
                            unit.code, "\"\(word)\" is at a place where other messages have \"\(usual)\"",
                            "check the form of the word")
                    }
                }
            }
        }
    }

    private struct Pair: Hashable {
        let one: Sentence.Token
        let two: Sentence.Token
    }

    private static func isTelling(_ before: Sentence.Token, _ after: Sentence.Token) -> Bool {
        guard case .word = after else { return false }
        switch before {
        case .word, .argument: return true
        case .mark, .edge: return false
        }
    }

    /// Whether English begins with an uppercase letter, or the message with a word where English begins with the value's name.
    private static func beginsSentence(_ unit: CatalogText.Unit) -> Bool {
        if case .word = unit.english.token(0) { return unit.english.written.first?.first?.isUppercase ?? false }
        return unit.english.token(0) == .argument(MessagePattern.labelName) && unit.english.text.last == "."
    }

    /// Whether a word has an uppercase letter within a sentence although the language and English have none there.
    private func isOddCapital(_ sentence: Sentence, _ index: Int, _ unit: CatalogText.Unit) -> Bool {
        guard hasFewCapitals, sentence.hasTitle(at: index) else { return false }
        if index == 1, unit.english.tokens.first == .argument(MessagePattern.labelName), catalog.units.count < 40 {
            return false
        }
        return !unit.english.tokens.indices.contains { $0 > 0 && unit.english.hasTitle(at: $0) }
    }

    /// Lowercase letters where a sentence begins, and words that have an uppercase letter everywhere else.
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
        // Georgian has uppercase letters for whole words in headings only.
        for unit in catalog.units where !unit.code.hasPrefix("report.") && orthography.language != "ka" {
            let names = Set(unit.english.written)
            let terms = Set(unit.english.words)
            for sentence in unit.sentences {
                for (index, word) in sentence.capitalizable {
                    let isCapital = word.first?.isUppercase ?? false
                    if sentence.begins(at: index) {
                        if !isCapital, index > 0 || Self.beginsSentence(unit), !names.contains(word) {
                            report(
                                unit.code, "\"\(word)\" begins a sentence with a lowercase letter",
                                "write an uppercase one")
                        }
                        continue
                    }
                    // After a short word a stop may end an abbreviation or a sentence.
                    if sentence.followsStop(at: index) { continue }
                    // In Afrikaans the word after ’n has the uppercase letter.
                    if orthography.language == "af", index == 1 { continue }
                    if isCapital, isOddCapital(sentence, index, unit) {
                        report(unit.code, "\"\(word)\" has an uppercase letter", "write a lowercase one")
                    }
                    let seen = inside[word.lowercased()] ?? [:]
                    let same = seen[isCapital] ?? []
                    let other = (seen[!isCapital] ?? []).subtracting([unit.code])
                    if same == [unit.code], other.count > 1, !terms.contains(word.lowercased()),
                        !unit.english.tokens.indices.contains(where: { $0 > 0 && unit.english.hasTitle(at: $0) })
                    {
                        report(
                            unit.code, "\"\(word)\" has \(isCapital ? "an uppercase" : "a lowercase") letter",
                            "other messages have \(isCapital ? "a lowercase one" : "an uppercase one")")
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

    /// Whether a word within a sentence has one uppercase letter and then lowercase ones, as names have.
    func hasTitle(at index: Int) -> Bool {
        guard case .word(let word) = token(index), word.count > 2, !begins(at: index) else { return false }
        switch token(index - 1) {
        case .word, .argument: break
        default: return false
        }
        let text = written[index]
        return (text.first?.isUppercase ?? false) && text.dropFirst().allSatisfy { $0.isLowercase }
    }

    fileprivate func followsStop(at index: Int) -> Bool {
        guard index > 0, case .mark(let mark) = tokens[index - 1] else { return false }
        return ".!?።։۔।".contains(mark)
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
