import Proviso
import ProvisoLocales

/// Characters, script, markup and English text that was not translated.
extension MessageChecker {
    /// An apostrophe before a brace makes it text: `l'{x}` shows `l{x}`.
    mutating func checkApostrophes() {
        let source = Array(pattern.source.unicodeScalars)
        for (index, scalar) in source.enumerated() where scalar == "'" {
            let next = index + 1 < source.count ? source[index + 1] : " "
            if "{}".unicodeScalars.contains(next) {
                report("an apostrophe directly before \(next) hides it", "write ’ (U+2019)")
            } else if next == "#" || next == "'" || index > 0 && source[index - 1] == "'" {
                report("an apostrophe quotes what follows", "write ’ (U+2019)")
            } else if orthography.language != "en" {
                report("a straight apostrophe", "write ’ (U+2019)")
            }
        }
    }

    mutating func checkCharacters() {
        if !UnicodeText.isNFC(pattern.source) {
            report(
                "the text is not in Unicode's normalization form C", "write letters with their accents as one character"
            )
        }
        for scalar in pattern.source.unicodeScalars where !isHarmless(scalar) {
            report("it holds the character \(scalar.notation)", "remove it")
        }
    }

    private func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned, .surrogate: return false
        case .format: break
        default: return scalar.value != 0xFFFC && scalar.value != 0xFFFD
        }
        switch scalar.value {
        // Isolates are checked in pairs.
        case 0x2066...0x2069: return true
        // Marks that put a # or a minus sign on the correct side.
        case 0x200E, 0x200F, 0x061C: return orthography.isRightToLeft
        // Joining controls, if the script has joins.
        case 0x200C, 0x200D: return orthography.scripts.contains { Self.joining.contains($0) }
        // Line break opportunities, if the script has no spaces between words.
        case 0x200B: return orthography.scripts.contains { ["Khmr", "Thai", "Laoo", "Mymr"].contains($0) }
        default: return false
        }
    }

    private static let joining = [
        "Arab", "Beng", "Deva", "Gujr", "Guru", "Khmr", "Knda", "Mlym", "Mymr", "Orya", "Sinh", "Taml", "Telu",
    ]

    /// Letters of another script than the language's, except names such as URL and Base64 that English has too.
    mutating func checkScript() {
        let terms = Set(englishReadings.flatMap { LatinWord.all(in: $0.text).map(\.text) })
        let names = Set(
            englishReadings.flatMap { EnglishNames.all(in: $0.text) }.flatMap { LatinWord.all(in: $0).map(\.text) }
        )
        .union(terms.filter { $0.count == 1 })
        .union(englishReadings.flatMap { EnglishNames.afterColon(in: $0.text) })
        for literal in pattern.literals {
            for scalar in literal.unicodeScalars where !orthography.isOwnHan(scalar) {
                report("the character \(scalar.notation) is not used in \(orthography.locale)")
            }
            for scalar in literal.unicodeScalars where scalar.properties.isAlphabetic && !orthography.isOwn(scalar) {
                guard !LatinWord.isLatin(scalar) else { continue }
                report("the letter \(scalar.notation) is not of the language's script")
            }
            guard !orthography.isLatin else { continue }
            for word in LatinWord.all(in: EnglishNames.removingPhrases(literal.withoutBrackets))
            where !names.contains(word.text) && !isTerm(word, terms) {
                report("\"\(word.text)\" is in Latin letters", "translate it; only names such as URL stay as they are")
            }
        }
    }

    private func isTerm(_ word: LatinWord, _ terms: Set<String>) -> Bool {
        if orthography.hasOwnAlphabet, word.touchesLetter { return false }
        if ["email", "e", "mail"].contains(word.text.lowercased()) { return true }
        // Greek writes this word in Latin letters.
        if orthography.language == "el", word.text == "byte" { return true }
        let isCapital = word.text.allSatisfy { $0.isUppercase || $0.isNumber }
        if isCapital { return word.text.count > 1 && word.text.count <= 5 || terms.contains(word.text) }
        // A name such as "JSON Pointer" is written as a name also where English has a plain word.
        let isName = word.text.first?.isUppercase ?? false
        if isName, terms.contains(where: { $0.lowercased() == word.text.lowercased() }) { return true }
        return terms.contains(word.text) && word.text.dropFirst().contains { $0.isUppercase || $0.isNumber }
    }

    /// Characters that look like markup or another format's placeholders, unless English has them.
    mutating func checkMarkup() {
        let usual = Set(englishReadings.flatMap(\.text))
        for sign in Set(pattern.literals.joined()).sorted() where Self.signs.contains(sign) && !usual.contains(sign) {
            guard contract.english != nil || !Self.signsInWords.contains(sign) else { continue }
            report(
                "a stray \(sign)",
                sign == "#" ? "# counts only inside a plural" : "it looks like markup; English has none")
        }
    }

    private static let signs: Set<Character> = Set("<>\\`~^|*_@%$&=+#")
    private static let signsInWords: Set<Character> = Set("&+@%#$=")

    /// English text that was not translated.
    mutating func checkEnglish() {
        guard orthography.language != "en", let english = contract.english else { return }
        let remains = EnglishRemains(english, readings: englishReadings)
        for reading in readings {
            if remains.isWhole(reading) { return report("it is still in English", "translate it") }
        }
        for reading in readings {
            if let words = remains.phrase(in: reading) { report("\"\(words)\" is English", "translate it") }
        }
        for text in remains.branches(of: pattern) { report("the branch \"\(text)\" is English", "translate it") }
    }
}

extension Unicode.Scalar {
    /// The character with its code point, such as `é U+00E9`, or the code point alone if the character is not a letter.
    var notation: String {
        let hex = String(value, radix: 16, uppercase: true)
        let code = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
        return properties.isAlphabetic || properties.isIdeographic ? "\(self) \(code)" : code
    }
}

extension String {
    /// The text without what is in round brackets, where terms are not translated: `(http)`.
    fileprivate var withoutBrackets: String {
        var depth = 0
        return filter { character in
            if character == "(" { depth += 1 }
            if character == ")" { depth = max(0, depth - 1) }
            return depth == 0
        }
    }
}

/// A word in Latin letters within any text.
struct LatinWord {
    let text: String
    /// Whether a letter of another script is next to it.
    let touchesLetter: Bool

    static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF: true
        default: false
        }
    }

    static func all(in text: String) -> [LatinWord] {
        let scalars = Array(text.unicodeScalars)
        var words: [LatinWord] = []
        var index = 0
        while index < scalars.count {
            guard isLatin(scalars[index]) else {
                index += 1
                continue
            }
            var start = index
            while start > 0, isASCIIDigit(scalars[start - 1]) { start -= 1 }
            while index < scalars.count, isLatin(scalars[index]) || isASCIIDigit(scalars[index]) { index += 1 }
            let before = start > 0 && scalars[start - 1].properties.isAlphabetic
            let after = index < scalars.count && scalars[index].properties.isAlphabetic
            var word = String.UnicodeScalarView()
            word.append(contentsOf: scalars[start..<index])
            words.append(LatinWord(text: String(word), touchesLetter: before || after))
        }
        return words
    }

    private static func isASCIIDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }
}
