import Proviso
import ProvisoLocales

/// Misspelled words, and letters that a language does not have.
extension CatalogComparison {
    /// A word seen in one message only, one slip of the pen away from a word that others use.
    mutating func checkSpelling() {
        let known = lexicon.codes.filter { $0.key.count > 3 }.map { Word($0.key) }
        let byLength = Dictionary(grouping: known) { $0.letters.count }
        let negating = LanguageTables.negating[orthography.language].map { WordPatterns($0, hasSpaces: true) }
        for unit in catalog.units {
            for word in Set(unit.sentences.flatMap(\.words)).sorted() where word.count > 4 {
                // "Keiner" is not a misspelled "kleiner".
                if negating?.match(in: Sentence(Reading(text: word))) != nil { continue }
                guard lexicon.isAlone(word, in: unit.code), !unit.english.words.contains(word),
                    !word.contains(where: \.isNumber)
                else { continue }
                let own = Word(word)
                let length = own.letters.count
                let near = (length - 1...length + 1).lazy.flatMap { byLength[$0] ?? [] }.first {
                    isMisspelled(own, $0, in: unit)
                }
                if let near {
                    report(unit.code, "\"\(word)\" is used nowhere else", "did you mean \"\(near.text)\"?")
                }
            }
        }
    }

    private func isMisspelled(_ word: Word, _ usual: Word, in unit: CatalogText.Unit) -> Bool {
        guard word.text != usual.text, word.isSlip(of: usual), var codes = lexicon.codes[usual.text] else {
            return false
        }
        codes.remove(unit.code)
        let start = Word.commonPrefix(word.letters, usual.letters)
        let end = Word.commonSuffix(word.letters, usual.letters)
        let longer = max(word.letters.count, usual.letters.count)
        if word.isExchange(of: usual) { return !codes.isEmpty && start > 1 && end > 0 }
        guard longer > 5, codes.count > 1 else { return false }
        if !isOfChains, start > 2, end > (isCyrillic ? 3 : 2), longer > 6 { return true }
        let isDropped = word.letters.count < usual.letters.count && isStrong(word, usual, start)
        let isDoubled =
            word.letters.count > usual.letters.count && word.letters[start] == word.letters[max(start, 1) - 1]
        return codes.count > 2 && start > 0 && end > 1 && (isDropped || isDoubled)
    }

    /// Whether the first letter that differs is a consonant in the usual word.
    private func isStrong(_ word: Word, _ usual: Word, _ start: Int) -> Bool {
        let place = min(start, usual.letters.count - 1)
        return Unicode.Scalar(usual.letters[place]).map { !Self.weak.contains($0) } ?? false
    }

    private static let weak = Set(
        "aeiouyæøåäöüáéíóúýàèìòùâêîôûãõœаеёиоуыэюяіїєйьъαεηιουωاويهةىءئؤأإآיוהאəıșțěůőűāēīūėįųąę".unicodeScalars)

    private var isCyrillic: Bool { orthography.scripts == ["Cyrl"] }

    /// Whether vowels change within the language's words, or the words are long chains.
    private var isOfChains: Bool {
        [
            "Arab", "Hebr", "Ethi", "Mlym", "Taml", "Knda", "Telu", "Sinh", "Beng", "Gujr", "Guru", "Deva", "Orya",
            "Geor",
        ]
        .contains { orthography.scripts.contains($0) }
            || ["fi", "et", "hu", "tr", "az", "uz", "kk", "ky", "tk", "ug", "tt", "mn", "eu"].contains(
                orthography.language)
    }

    /// A letter that is rare in the language, and in one message only.
    mutating func checkRareLetters() {
        guard let rare = orthography.foreignLetters, catalog.units.count > 40 else { return }
        var codes: [Unicode.Scalar: Set<String>] = [:]
        for unit in corpus.units {
            for scalar in unit.sentences.flatMap(\.text.unicodeScalars) where rare.contains(scalar) {
                codes[scalar, default: []].insert(unit.code)
            }
        }
        let own = Set(catalog.units.map(\.code))
        for (scalar, places) in codes.sorted(by: { $0.key < $1.key })
        where places.count == 1 && !scalar.isASCII && scalar.properties.generalCategory != .format
            && scalar.properties.isAlphabetic && !scalar.properties.isDiacritic
            && !"áéíóúÁÉÍÓÚ".unicodeScalars.contains(scalar)
        {
            guard let code = places.first, own.contains(code) else { continue }
            report(code, "the letter \(scalar.notation) is used nowhere else", "it is a letter of foreign words only")
        }
    }
}
