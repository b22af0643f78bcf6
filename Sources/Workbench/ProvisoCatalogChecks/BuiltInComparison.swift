import Proviso
import ProvisoLocales

/// Compares a catalog's messages with the built-in translations of the same English.
///
/// A translation may say the same in other words. A change of one letter, of the order of plural branches, of a
/// negation, or of a limit into its opposite is a slip, and a translator who means it builds the new catalog in.
struct BuiltInComparison {
    struct Finding {
        let code: String
        let problem: String
        let advice: String
    }

    private let old: [CatalogText.Unit]
    private let byKey: [String: Int]
    private let hasSpaces: Bool
    private let lexicon: Lexicon
    private let negating: WordPatterns?
    private(set) var findings: [Finding] = []

    init(locale: String, orthography: Orthography, lexicon: Lexicon) {
        let old = EmbeddedText.units(locale)
        self.old = old
        byKey = Dictionary(old.indices.map { (old[$0].key, $0) }) { first, _ in first }
        hasSpaces = orthography.hasSpaces
        self.lexicon = lexicon
        negating = LanguageTables.negating[orthography.language].map {
            WordPatterns($0, hasSpaces: orthography.hasSpaces)
        }
    }

    mutating func check(_ units: [CatalogText.Unit], _ catalog: Catalog) {
        let changed = units.compactMap { unit -> (new: CatalogText.Unit, old: Int)? in
            guard let place = byKey[unit.key], old[place].english.shownText == unit.english.shownText,
                old[place].texts != unit.texts
            else { return nil }
            return (unit, place)
        }
        // A catalog with words of its own is another translation, which is not compared.
        guard units.count > 40, changed.count * 5 < units.count else { return }
        if let builtIn = Catalogs.embedded.catalog(for: catalog.locale) {
            for code in catalog.codes { checkSource(code, catalog, builtIn) }
        }
        guard !changed.isEmpty else { return }
        let concepts = EnglishConcepts(old)
        let contrasts = concepts.contrasts
        let limits = concepts.limits.map(\.0)
        for (new, place) in changed {
            checkOtherMessage(new, place)
            checkBranches(new, old[place])
            checkContrast(new, place, contrasts)
            checkLimit(new, place, limits)
            for (one, other) in zip(new.sentences, old[place].sentences)
            where new.sentences.count == old[place].sentences.count && one.text != other.text {
                checkSentence(one, other, new)
            }
        }
    }

    private mutating func report(_ code: String, _ problem: String, _ advice: String) {
        guard !findings.contains(where: { $0.code == code && $0.problem == problem }) else { return }
        findings.append(Finding(code: code, problem: problem, advice: advice))
    }

    /// The forms of arguments, which sentences do not show: the case of the value's name, and the word of a list.
    private mutating func checkSource(_ code: String, _ catalog: Catalog, _ builtIn: Catalog) {
        guard let new = catalog.source(for: code), let old = builtIn.source(for: code) else { return }
        let forms = ["list, and", "list, or", "list, nor", "list, unit"]
        func counts(_ text: String) -> [Int] { forms.map { text.parts(between: $0).count } }
        if counts(new) != counts(old), counts(new).reduce(0, +) == counts(old).reduce(0, +) {
            report(code, "a list has another word than built in", "built in: \(old)")
        }
        if new != old, Self.withoutCases(new) == Self.withoutCases(old) {
            report(code, "the value's name is in another case than built in", "built in: \(old)")
        }
    }

    private static func withoutCases(_ text: String) -> String {
        text.parts(between: "{subject_").enumerated().map { index, part in
            index == 0 ? String(part) : "{subject\(part.drop { $0 != "}" })"
        }.joined()
    }

    /// The text is that of another message.
    private mutating func checkOtherMessage(_ new: CatalogText.Unit, _ place: Int) {
        guard new.main.letterCount > 4 else { return }
        let other = old.first {
            $0.key != old[place].key && $0.english.limitText != new.english.limitText
                && $0.sentences.map(\.text) == new.sentences.map(\.text)
        }
        guard let other else { return }
        report(new.code, "it is the built-in text of \(other.code)", "English says: \(new.english.shownText)")
    }

    /// The branches of a plural are exchanged, or one has the words of another.
    private mutating func checkBranches(_ new: CatalogText.Unit, _ old: CatalogText.Unit) {
        guard new.sentences.count > 1, new.choices == old.choices else { return }
        if new.texts.sorted() == old.texts.sorted() {
            return report(new.code, "its branches are in another order than built in", "check which is for which")
        }
        for one in new.texts.indices {
            for two in new.texts.indices where one < two && new.texts[one] == new.texts[two] {
                guard old.texts[one] != old.texts[two], new.choices[one] != new.choices[two] else { continue }
                let names = [one, two].map { new.choices[$0].map(\.selector).joined(separator: " ") }
                return report(
                    new.code, "the branches \(names[0]) and \(names[1]) are the same",
                    "they differ in the built-in text")
            }
        }
    }

    private mutating func checkSentence(_ new: Sentence, _ old: Sentence, _ unit: CatalogText.Unit) {
        let code = unit.code
        if new.tokens == old.tokens { return checkWriting(new, old, code) }
        let change = Change(from: old.tokens, to: new.tokens)
        let (removed, added) = (change.removed.words, change.added.words)
        if removed == added {
            if change.removed.names.sorted() == change.added.names.sorted(), change.removed.names != change.added.names
            {
                report(code, "its arguments are in another order than built in", "built in: \(old.shownText)")
            } else if change.removed.names == change.added.names, !change.areQuotes {
                report(code, "its punctuation differs from the built-in text", "built in: \(old.shownText)")
            }
            return
        }
        if new.repeats(added, more: old) {
            return report(code, "\"\(added.joined(separator: " "))\" is there twice", "once in the built-in text")
        }
        if removed.sorted() == added.sorted() { return }
        checkNegation(added, removed, new, old, unit)
        guard removed.count == added.count, change.removed.count == change.added.count else { return }
        for (word, usual) in zip(added, removed) where word != usual { checkWord(word, usual, code) }
    }

    /// A negation is added or gone, and English has nothing for which a negation is a synonym.
    private mutating func checkNegation(
        _ added: [String], _ removed: [String], _ new: Sentence, _ old: Sentence, _ unit: CatalogText.Unit
    ) {
        guard isNegated(new) != isNegated(old), added.count + removed.count < 4,
            added.count + removed.count == 1 || !EnglishNegation.isNearlyNegative(unit.english),
            let word = (added + removed).first(where: { isNegating($0) })
        else { return }
        report(
            unit.code, "\"\(word)\" is \(isNegated(new) ? "added to" : "missing from") the built-in text",
            "does it negate as English does?")
    }

    private func isNegated(_ sentence: Sentence) -> Bool { negating?.match(in: sentence) != nil }

    private func isNegating(_ word: String) -> Bool { isNegated(Sentence(Reading(text: word))) }

    /// One word is in the place of another.
    private mutating func checkWord(_ new: String, _ old: String, _ code: String) {
        guard hasSpaces else { return }
        let (word, usual) = (Word(new), Word(old))
        let isSlip = min(word.letters.count, usual.letters.count) > 2 && word.isSlip(of: usual)
        if isSlip, lexicon.isAlone(new, in: code) {
            report(code, "\"\(new)\" is used nowhere else", "did you mean \"\(old)\", as in the built-in text?")
        } else if isSlip && word.letters.count > 3 || Word.isKin(new, old) {
            report(code, "\"\(new)\" is another form of \"\(old)\" in the built-in text", "check the form of the word")
        }
    }

    /// The words are the same, but not how they are written.
    private mutating func checkWriting(_ new: Sentence, _ old: Sentence, _ code: String) {
        guard let place = new.written.indices.first(where: { new.written[$0] != old.written[$0] }) else {
            return report(code, "its spaces differ from the built-in text", "built in: \(old.shownText)")
        }
        report(
            code, "\"\(new.written[place])\" is \"\(old.written[place])\" in the built-in text",
            "check uppercase and lowercase letters")
    }

    /// Words for one thing have become those for its opposite.
    private mutating func checkContrast(
        _ new: CatalogText.Unit, _ place: Int,
        _ contrasts: [(EnglishConcepts.Concept, EnglishConcepts.Concept, kin: Set<Int>)]
    ) {
        let (added, removed) = pieces(new.main, old[place].main)
        // "Not less than" says "at least" in words that other messages have for its opposite.
        guard !added.isEmpty, !removed.isEmpty, isNegated(new.main) == isNegated(old[place].main) else { return }
        for (one, two, kin) in contrasts where one.units.contains(place) {
            func isTelling(_ piece: String, _ own: [Int], _ other: [Int]) -> Bool {
                let here = own.count { has(old[$0], piece) }
                return (here > 1 || here * 3 >= own.count) && other.count { has(old[$0], piece) } * 4 <= here
            }
            // "Greater" is a word of "too large", and of "greater than or equal to", which is "at least".
            func isShared(_ piece: String) -> Bool {
                let here = two.units.count { has(old[$0], piece) }
                return kin.subtracting(two.units).count { has(old[$0], piece) } * 2 > here
            }
            guard let word = added.first(where: { isTelling($0, two.units, one.units) && !isShared($0) }),
                removed.contains(where: { isTelling($0, one.units, two.units) })
            else { continue }
            report(
                new.code, "\"\(word)\" says \"\(two.name)\" where English says \"\(one.name)\"",
                "English says: \(new.english.shownText)")
        }
    }

    /// The words for a limit, such as "at least", were deleted, and nothing replaced them.
    private mutating func checkLimit(_ new: CatalogText.Unit, _ place: Int, _ limits: [EnglishConcepts.Concept]) {
        let (added, removed) = pieces(new.main, old[place].main)
        guard added.isEmpty, !removed.isEmpty else { return }
        for limit in limits where limit.units.contains(place) {
            let word = removed.first { word in limit.units.count { has(old[$0], word) } > 1 }
            guard let word else { continue }
            report(
                new.code, "\"\(word)\" is missing from the built-in text",
                "does it say \"\(limit.name)\", as English does?")
        }
    }

    private func has(_ unit: CatalogText.Unit, _ piece: String) -> Bool {
        hasSpaces ? unit.main.words.contains(piece) : unit.main.text.holds(piece)
    }

    /// What is only in the new sentence, and only in the old one: words, or in languages without spaces a piece of text.
    private func pieces(_ new: Sentence, _ old: Sentence) -> (added: [String], removed: [String]) {
        if hasSpaces {
            let (news, olds) = (Set(new.words), Set(old.words))
            return (new.words.filter { !olds.contains($0) }, old.words.filter { !news.contains($0) })
        }
        let change = Change(from: Array(old.text), to: Array(new.text))
        return (
            change.added.isEmpty ? [] : [String(change.added)], change.removed.isEmpty ? [] : [String(change.removed)]
        )
    }
}

/// What differs between two sequences after what they have in common at the beginning and at the end.
private struct Change<Element: Equatable> {
    let removed: [Element]
    let added: [Element]
    /// How many elements the sequences have in common at the end.
    let end: Int

    init(from old: [Element], to new: [Element]) {
        let shorter = min(old.count, new.count)
        var start = 0
        while start < shorter, old[start] == new[start] { start += 1 }
        var end = 0
        while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        self.end = end
        removed = Array(old[start..<old.count - end])
        added = Array(new[start..<new.count - end])
    }
}

extension Change<Sentence.Token> {
    /// Whether all that differs is quotation marks, of which languages have several.
    fileprivate var areQuotes: Bool {
        removed.count == added.count
            && (removed + added).allSatisfy { token in
                if case .mark(let mark) = token { "\"“”„‟‘’‚‛«»‹›「」『』".contains(mark) } else { true }
            }
    }
}

extension Sentence {
    /// Whether a word, or in languages without spaces the letters of one, is there twice in a row, and once in another.
    fileprivate func repeats(_ added: [String], more other: Sentence) -> Bool {
        if added.count == 1, other.words.count + 1 == words.count {
            return tokens.indices.dropFirst().contains { tokens[$0] == .word(added[0]) && tokens[$0 - 1] == tokens[$0] }
        }
        let change = Change(from: Array(other.text), to: Array(text))
        guard change.removed.isEmpty, !change.added.isEmpty, other.words.count == words.count else { return false }
        let start = Array(text)[..<(text.count - change.end)].dropLast(change.added.count)
        return start.suffix(change.added.count).elementsEqual(change.added)
    }

    /// The text with the same words for "at least" and "greater than or equal to".
    fileprivate var limitText: String {
        text.replaced("greater than or equal to", by: "at least").replaced("less than or equal to", by: "at most")
    }
}

extension [Sentence.Token] {
    fileprivate var words: [String] {
        compactMap { token in
            if case .word(let word) = token { word } else { nil }
        }
    }

    fileprivate var names: [String] {
        compactMap { token in
            if case .argument(let name) = token { name } else { nil }
        }
    }
}

extension CatalogText.Unit {
    fileprivate var key: String { "\(code) \(branch)" }

    fileprivate var texts: [String] { sentences.map(\.shownText) }
}
