import Proviso
import ProvisoLocales

/// Punctuation: spaces, quotation marks, brackets, isolates and the sentence's end.
extension MessageChecker {
    mutating func checkSpacing(_ reading: Reading) {
        let text = Array(reading.text)
        if text.first?.isWhitespace ?? false { report("it begins with a space", "remove it") }
        if text.last?.isWhitespace ?? false { report("it ends with a space", "remove it") }
        for (index, (one, next)) in zip(text, text.dropFirst()).enumerated() {
            let after = index + 2 < text.count ? text[index + 2] : " "
            if one.isWhitespace, next.isWhitespace { report("there are two spaces in a row", "remove one") }
            if one == next, ".,;:!?。，、。।۔።".contains(one) { report("\(one) is there twice", "remove one") }
            if one == " ", ".,;:!?…)]».’”".contains(next), isClosing(next), !isArticle(next),
                next != "’" || !after.isLetter
            {
                let isFrench = orthography.language == "fr" && ";:!?".contains(next)
                if orthography.language == "fr", next == "»" { continue }
                report(
                    "there is a space before \(next)",
                    isFrench ? "write a no-break space, U+00A0 or U+202F" : "remove it"
                )
            }
            if orthography.locale == "fr", ":!?".contains(next), after != "/", one.isLetter || one == Reading.argument {
                report("there is no space before \(next)", "write a no-break space, U+00A0 or U+202F")
            }
            checkGuillemets(one, next)
        }
    }

    /// Whether a quotation mark closes in this language; some marks close in one language and open in another.
    private func isClosing(_ mark: Character) -> Bool {
        guard "»’”".contains(mark) else { return true }
        return !orthography.quotes.contains { $0.open == mark }
    }

    /// Afrikaans writes its article ’n.
    private func isArticle(_ mark: Character) -> Bool { mark == "’" && orthography.language == "af" }

    /// Only French separates its quotation marks by no-break spaces.
    private mutating func checkGuillemets(_ one: Character, _ next: Character) {
        guard orthography.language == "fr" else {
            if let first = orthography.quotes.first, one == first.open, next.isWhitespace,
                !orthography.quotes.contains(where: { $0.close == one })
            {
                report("there is a space after \(one)", "remove it")
            }
            return
        }
        let noBreak: [Character] = ["\u{A0}", "\u{202F}"]
        if one == "«" && !noBreak.contains(next) || next == "»" && !noBreak.contains(one) {
            report("« and » have no no-break spaces", "write « … » with U+00A0 or U+202F inside")
        }
    }

    mutating func checkQuotes(_ reading: Reading) {
        var open: [Set<Character>] = []
        var quoted: Set<String> = []
        var shown = reading.shown[...]
        let text = Array(reading.text)
        for (index, mark) in text.enumerated() {
            if mark == Reading.argument, let name = shown.popFirst(), !open.isEmpty { quoted.insert(name) }
            if mark == "\"", isInWord(text, index) {
                report(
                    "\(mark) is not a quotation mark of this language", "\(orthography.locale) quotes \(usualQuotes)")
            } else if let closes = open.last, closes.contains(mark) {
                open.removeLast()
            } else if isApostrophe(text, index) {
                continue
            } else if case let own = orthography.quotes.filter({ $0.open == mark }), !own.isEmpty {
                open.append(Set(own.map(\.close)))
            } else if Self.quotationMarks.contains(mark) {
                report(
                    "\(mark) is not a quotation mark of this language", "\(orthography.locale) quotes \(usualQuotes)")
            }
        }
        if !open.isEmpty { report("a quotation mark is not closed", "\(orthography.locale) quotes \(usualQuotes)") }
        checkQuoted(quoted, reading)
    }

    private func isInWord(_ text: [Character], _ index: Int) -> Bool {
        index > 0 && text[index - 1].isLetter && index + 1 < text.count && text[index + 1].isLetter
    }

    private var usualQuotes: String { orthography.quotes.first.map { "\($0.open)…\($0.close)" } ?? "" }

    /// A ’ after or before a letter is an apostrophe, and so is the ״ of a Hebrew abbreviation.
    private func isApostrophe(_ text: [Character], _ index: Int) -> Bool {
        guard text[index] == "’" || text[index] == "'" else { return false }
        let before = index > 0 ? text[index - 1] : " "
        let after = index + 1 < text.count ? text[index + 1] : " "
        let isBound = before.isLetter || before == Reading.argument || after.isLetter || after == Reading.argument
        return isBound && !(orthography.quotes.contains { $0.open == text[index] } && !before.isLetter)
    }

    /// Arguments in quotation marks in English need quotation marks here too.
    private mutating func checkQuoted(_ quoted: Set<String>, _ reading: Reading) {
        guard let english = englishReadings.first else { return }
        var shown = english.shown[...]
        let text = Array(english.text)
        for (index, mark) in text.enumerated() where mark == Reading.argument {
            guard let name = shown.popFirst(), index > 0, text[index - 1] == "\"" else { continue }
            if reading.shown.contains(name), !quoted.contains(name) {
                report("{\(name)} is not in quotation marks", "English quotes it; write \(usualQuotes)")
            }
        }
    }

    private static let quotationMarks: Set<Character> = Set("\"“”„‟‘’‚‛«»‹›「」『』《》〈〉〝〞＂＇`´′″")

    mutating func checkBrackets(_ reading: Reading) {
        var open: [Character] = []
        for mark in reading.text {
            if let close = Self.brackets[mark] {
                open.append(close)
            } else if Self.closingBrackets.contains(mark) {
                guard open.popLast() == mark else { return report("the bracket \(mark) closes nothing") }
            }
        }
        if let close = open.last { report("a bracket is not closed", "\(close) is missing") }
    }

    private static let brackets: [Character: Character] = [
        "(": ")", "[": "]", "{": "}", "（": "）", "［": "］", "【": "】", "〔": "〕",
    ]
    private static let closingBrackets = Set(brackets.values)

    mutating func checkIsolates(_ reading: Reading) {
        var depth = 0
        for scalar in reading.text.unicodeScalars {
            if (0x2066...0x2068).contains(scalar.value) { depth += 1 }
            if scalar.value == 0x2069 { depth -= 1 }
            if depth < 0 { break }
        }
        if depth != 0 {
            report(
                "bidirectional isolates are not in pairs",
                "leave them out: placeholders are isolated when they are written")
        }
    }

    /// The message must end like the English one, in the punctuation of the language.
    mutating func checkEnd(_ reading: Reading) {
        let same = englishReadings.first { $0.path == reading.path } ?? englishReadings.first
        guard let english = same?.text.last else { return }
        let last = reading.text.unicodeScalars.last { $0.properties.generalCategory != .format }.map(Character.init)
        let wanted: [Character]
        switch english {
        case ".": wanted = orthography.fullStops
        case "?": wanted = orthography.questionMarks
        case "!": wanted = orthography.exclamationMarks
        default: wanted = []
        }
        let ends: Set<Character> = Set(".。।።։។။۔།!?！？؟;:：…，,、")
        guard let last else { return }
        if wanted.isEmpty {
            if ends.contains(last) {
                report(
                    "it ends with \(last)",
                    english == "." ? "nothing ends a sentence here" : "English ends with no mark")
            }
        } else if !wanted.contains(last) {
            report(
                "it does not end with \(wanted.map(String.init).joined(separator: " or "))",
                "English ends with \(english)")
        }
    }
}
