internal import ProvisoMessages

/// Translates date patterns of other languages to ICU's, for suggestions.
///
/// It knows PHP's `d.m.Y`, strftime's `%d.%m.%Y`, Oracle's `DD-MON-YYYY HH24:MI:SS`, .NET's `hh:mm tt` and Go's
/// `2006-01-02`.
enum DatePatternDialect {
    /// The ICU pattern that means the same; `nil` if it is not a pattern of these, or has what ICU lacks.
    static func icu(_ format: String) -> String? {
        guard format.utf8.count <= 128 else { return nil }
        if format.hasPrefix("php:") { return php(String(format.dropFirst(4))) }
        if format.utf8.contains(UInt8(ascii: "%")) { return strftime(format) }
        if format.holds("2006") || format.holds("15:04") { return replaced(format, goWords) }
        if isPHP(format) { return php(format) }
        if format.holds("HH24") || format.holds("HH12") || format.holds("MI") || format.holds("MON") {
            return replaced(format, oracleWords)
        }
        if let net = dotNet(format) { return net }
        return nil
    }

    /// The pattern for a word such as `iso8601` or `24h`, and whether it is the default; `nil` for anything else.
    static func named(_ format: String, _ kind: DateKind) -> (pattern: String?, isDefault: Bool)? {
        let word = String(format.lowercased().unicodeScalars.filter { !"-_ .:".unicodeScalars.contains($0) })
        let isDefault = ["iso", "iso8601", "rfc3339", "rfc", "atom", "w3c"].contains(word)
        if isDefault {
            switch kind {
            case .date: return ("yyyy-MM-dd", true)
            case .datetime: return ("yyyy-MM-dd'T'HH:mm:ssXXX", true)
            case .time: return ("HH:mm:ss", true)
            }
        }
        let hours = ["24h": "HH:mm", "24hour": "HH:mm", "24hours": "HH:mm", "12h": "h:mm a", "12hour": "h:mm a"]
        guard var pattern = hours[word] else { return nil }
        if kind == .datetime { pattern = "yyyy-MM-dd " + pattern }
        return (kind == .date ? nil : pattern, false)
    }

    /// Whether each letter stands alone, with one among them that only PHP has or has in another sense.
    private static func isPHP(_ format: String) -> Bool {
        var last: Character?
        for character in format {
            if character.isASCII, character.isLetter, character == last { return false }
            last = character
        }
        let letters = format.filter { $0.isASCII && $0.isLetter }
        let isDay = letters.contains { "djzDl".contains($0) } && letters.contains { "mnMF".contains($0) }
        return letters.contains { "Yijnl".contains($0) } && !letters.contains("w") || isDay && letters.contains("m")
    }

    private static func php(_ format: String) -> String? {
        var pattern = Writer()
        var isEscaped = false
        for character in format {
            if isEscaped || !(character.isASCII && character.isLetter) && character != "\\" {
                pattern.literal(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if let letters = phpLetters[character] {
                pattern.field(letters)
            } else {
                return nil
            }
        }
        return pattern.text
    }

    private static func strftime(_ format: String) -> String? {
        var pattern = Writer()
        var isSpecifier = false
        for character in format {
            if !isSpecifier {
                if character == "%" { isSpecifier = true } else { pattern.literal(character) }
            } else if "-_0^#EO".contains(character) {
                continue
            } else if character == "%" {
                pattern.literal(character)
                isSpecifier = false
            } else if let letters = strftimeLetters[character] {
                pattern.field(letters)
                isSpecifier = false
            } else {
                return nil
            }
        }
        return isSpecifier ? nil : pattern.text
    }

    /// Replaces the words that mean fields, the longest first; the text between them stays.
    private static func replaced(_ format: String, _ words: [(String, String)]) -> String? {
        var pattern = Writer()
        var rest = Substring(format)
        while let character = rest.first {
            if let (word, letters) = words.first(where: { rest.hasPrefix($0.0) }) {
                pattern.field(letters)
                rest = rest.dropFirst(word.count)
            } else {
                pattern.literal(character)
                rest = rest.dropFirst()
            }
        }
        return pattern.text
    }

    /// .NET and moment.js: `tt` or `A` for AM and PM, `ff` for fractions, `dddd` for the weekday, `[T]` for literal text.
    private static func dotNet(_ format: String) -> String? {
        let isOther = [" tt", "fff", "ddd", "[", "TH"].contains { format.holds($0) } || format.hasSuffix(" A")
        guard isOther, !format.holds("'") else { return nil }
        let known: Set<Character> = ["y", "Y", "M", "d", "D", "H", "h", "m", "s", "f", "S", "t", "a", "A", "z", "Z"]
        var pattern = Writer()
        var rest = Substring(format)
        while let letter = rest.first {
            if letter == "[", let end = rest.firstIndex(of: "]") {
                rest[rest.index(after: rest.startIndex)..<end].forEach { pattern.literal($0) }
                rest = rest[rest.index(after: end)...]
                continue
            }
            let run = rest.prefix { $0 == letter }
            rest = rest.dropFirst(run.count)
            guard letter.isASCII, letter.isLetter else {
                run.forEach { pattern.literal($0) }
                continue
            }
            guard known.contains(letter) else {
                if letter != "T" { return nil }
                run.forEach { pattern.literal($0) }
                continue
            }
            pattern.field(field(letter, run.count))
        }
        return pattern.text
    }

    private static func field(_ letter: Character, _ count: Int) -> String {
        switch letter {
        case "t", "a", "A": "a"
        case "Y": String(repeating: "y", count: count)
        case "f": String(repeating: "S", count: count)
        case "d", "D": count > 2 ? count == 3 ? "EEE" : "EEEE" : String(repeating: "d", count: count)
        case "z", "Z": count == 2 ? "xx" : "xxx"
        default: String(repeating: letter, count: count)
        }
    }

    /// Writes an ICU pattern, with literal letters in quotes.
    private struct Writer {
        private(set) var pattern = ""
        private var isQuoted = false

        var text: String { pattern + (isQuoted ? "'" : "") }

        mutating func field(_ letters: String) {
            if isQuoted { pattern.append("'") }
            isQuoted = false
            pattern += letters
        }

        mutating func literal(_ character: Character) {
            let isLetter = character.isASCII && character.isLetter
            if isLetter != isQuoted { pattern.append("'") }
            isQuoted = isLetter
            pattern += character == "'" ? "''" : String(character)
        }
    }

    private static let phpLetters: [Character: String] = [
        "d": "dd", "j": "d", "D": "EEE", "l": "EEEE", "z": "D", "W": "ww", "m": "MM", "n": "M", "M": "MMM",
        "F": "MMMM", "Y": "yyyy", "o": "YYYY", "y": "yy", "H": "HH", "G": "H", "h": "hh", "g": "h", "i": "mm",
        "s": "ss", "v": "SSS", "u": "SSSSSS", "a": "a", "A": "a", "P": "xxx", "p": "XXX", "O": "xx", "e": "VV",
        "T": "z",
        "c": "yyyy-MM-dd'T'HH:mm:ssxxx", "r": "EEE, dd MMM yyyy HH:mm:ss xx",
    ]
    private static let strftimeLetters: [Character: String] = [
        "Y": "yyyy", "y": "yy", "G": "YYYY", "V": "ww", "m": "MM", "d": "dd", "e": "d", "j": "DDD", "H": "HH",
        "k": "H", "I": "hh", "l": "h", "M": "mm", "S": "ss", "L": "SSS", "f": "SSSSSS", "p": "a", "P": "a", "b": "MMM",
        "h": "MMM", "B": "MMMM", "a": "EEE", "A": "EEEE", "z": "xx", "Z": "z", "F": "yyyy-MM-dd", "T": "HH:mm:ss",
        "R": "HH:mm", "D": "MM/dd/yy",
    ]
    private static let goWords = [
        ("2006", "yyyy"), ("January", "MMMM"), ("Jan", "MMM"), ("Monday", "EEEE"), ("Mon", "EEE"), ("MST", "z"),
        ("Z07:00", "XXX"), ("-07:00", "xxx"), ("-0700", "xx"), ("15", "HH"), ("01", "MM"), ("02", "dd"), ("03", "hh"),
        ("04", "mm"), ("05", "ss"), ("06", "yy"), ("PM", "a"), ("000", "SSS"), ("1", "M"), ("2", "d"), ("3", "h"),
    ]
    private static let oracleWords = [
        ("YYYY", "yyyy"), ("yyyy", "yyyy"), ("YY", "yy"), ("MONTH", "MMMM"), ("MON", "MMM"), ("HH24", "HH"),
        ("HH12", "hh"), ("HH", "HH"), ("MI", "mm"), ("MM", "MM"), ("DD", "dd"), ("dd", "dd"), ("SS", "ss"),
        ("FF3", "SSS"), ("FF", "SSSSSS"), ("AM", "a"), ("PM", "a"),
    ]
}
