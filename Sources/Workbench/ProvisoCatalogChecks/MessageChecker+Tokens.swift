import Proviso
import ProvisoLocales

/// What a translation keeps of the English message: names such as URL, examples, arguments and their order.
extension MessageChecker {
    /// Names and examples of the English message.
    mutating func checkTokens() {
        guard contract.english != nil, orthography.language != "en" else { return }
        let english = Dictionary(grouping: englishReadings) { $0.path }
        for reading in readings {
            guard let source = english[reading.path]?.last else { continue }
            let text = Self.folded(reading.text)
            for token in EnglishNames.all(in: source.text) where !text.contains(sequence: Self.folded(token)) {
                report("\"\(token)\" is missing", "English has it: it stays as it is")
            }
            let known = Self.numbers(in: source.text)
            for number in Self.numbers(in: reading.text)
            where !known.contains(number) && (number.count > 1 || !known.isEmpty) {
                guard !reading.choices.contains(where: { $0.kind != .select }) else { continue }
                report("the number \(number) is not in the English message", "write what English has")
            }
        }
    }

    private static func folded(_ text: String) -> [Character] { text.map { "‑–".contains($0) ? "-" : $0 } }

    private static func numbers(in text: String) -> [String] {
        text.split { $0.wholeNumberValue == nil }.map { $0.compactMap(\.wholeNumberValue).map(String.init).joined() }
    }

    /// Arguments shown more often than in English, or two alike exchanged.
    mutating func checkOrder() {
        let english = Dictionary(grouping: englishReadings) { $0.path }
        for reading in readings {
            guard let source = english[reading.path]?.last else { continue }
            for name in Set(source.shown).sorted() {
                let (own, wanted) = (reading.shown.count { $0 == name }, source.shown.count { $0 == name })
                guard own > wanted else { continue }
                report(
                    "{\(name)} is shown \(own) times", "English shows it \(wanted == 1 ? "once" : "\(wanted) times")")
            }
            for (one, two) in source.shown.pairs where one != two && isAlike(one, two) {
                guard let first = reading.shown.firstIndex(of: one), let second = reading.shown.firstIndex(of: two),
                    second < first, EmbeddedOrder.keeps(contract.code, reading.path, one, two)
                else { continue }
                report("{\(two)} comes before {\(one)}", "English has them the other way round")
            }
        }
    }

    private func isAlike(_ one: String, _ two: String) -> Bool {
        guard let one = contract.arguments[one], let two = contract.arguments[two] else { return false }
        return one == two
    }

    /// The same word twice in a row.
    mutating func checkDoubledWords() {
        for reading in readings {
            let sentence = Sentence(reading)
            for (index, token) in sentence.tokens.enumerated() where token == sentence.token(index - 1) {
                guard case .word(let word) = token, word.contains(where: \.isLetter), isDoubled(word, sentence, index),
                    !(word.count == 1 && englishReadings.contains { Sentence($0).words.contains(word) })
                else { continue }
                report("\"\(word) \(word)\": a word twice", "remove one")
            }
        }
    }

    private func isDoubled(_ word: String, _ sentence: Sentence, _ index: Int) -> Bool {
        if LanguageTables.reduplicated[orthography.language]?.contains(word) ?? false { return false }
        // These languages double words to say "each" or "different".
        if !orthography.hasSpaces || ["om", "sw", "so", "jv", "su", "ceb", "fil"].contains(orthography.language) {
            return false
        }
        let between = sentence.text[sentence.written[index - 1].endIndex..<sentence.written[index].startIndex]
        return between.allSatisfy(\.isWhitespace)
    }

    /// Letters that the language does not have.
    mutating func checkLetters() {
        guard let letters = orthography.letters else { return }
        let terms = Set(englishReadings.flatMap(\.text))
        for scalar in Set(pattern.literals.flatMap(\.unicodeScalars)).sorted()
        where scalar.properties.isAlphabetic && orthography.isOwn(scalar) {
            guard !letters.contains(scalar), !terms.contains(Character(scalar)), !scalar.isASCII,
                scalar.properties.generalCategory != .modifierLetter
            else { continue }
            report("the letter \(scalar.notation) is not one of the language", "\(orthography.locale) has none such")
        }
    }
}

/// The order of arguments in the embedded catalogs.
enum EmbeddedOrder {
    /// Whether nearly all languages show one argument of a message before another.
    ///
    /// Of a message that comes with nothing embedded, such as one of a plugin, only its translator knows the order.
    /// The name of the value is written where grammar wants it: its place counts only if no language differs much.
    static func keeps(_ code: String, _ path: String, _ one: String, _ two: String) -> Bool {
        var (kept, all) = (0, 0)
        for locale in Catalogs.embedded.locales {
            guard let pattern = Catalogs.embedded.catalog(for: locale)?.pattern(for: code) else { continue }
            for reading in Reading.all(of: pattern) where reading.path == path {
                guard let first = reading.shown.firstIndex(of: one), let second = reading.shown.firstIndex(of: two)
                else { continue }
                all += 1
                if first < second { kept += 1 }
                break
            }
        }
        let hasLabel = one == MessagePattern.labelName || two == MessagePattern.labelName
        return hasLabel ? all > 20 && kept * 50 >= all * 49 : all > 0 && kept * 10 >= all * 9
    }
}

extension [String] {
    /// Every two, the earlier one first.
    fileprivate var pairs: [(String, String)] {
        indices.flatMap { one in indices[(one + 1)...].map { (self[one], self[$0]) } }
    }
}

extension [Character] {
    func contains(sequence: [Character]) -> Bool {
        guard sequence.count <= count else { return false }
        return (0...count - sequence.count).contains { self[$0..<$0 + sequence.count].elementsEqual(sequence) }
    }
}
