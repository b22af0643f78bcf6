/// Generates labels from attribute names, for attributes without a label.
public enum Labels {
    /// Returns the label for an attribute name or path: `department_name` gives "Department Name".
    ///
    /// Words are split at `-`, `_` and `.`, and before an uppercase letter that follows or precedes a lowercase letter
    /// (`FooBARBaz` gives "Foo Bar Baz"). A `*` in a path is left out. A name in a path that consists of two to four
    /// uppercase letters is unchanged: `TZ`, `ISO.alpha2` gives "ISO Alpha2".
    public static func generate(from attribute: String) -> String {
        var attribute = attribute
        if let label = attribute.withUTF8(generate(fromASCII:)) { return label }
        let names = names(in: attribute)
        return names.flatMap { name -> [String] in
            let isShort = (2...4).contains(name.count) && name.unicodeScalars.allSatisfy(isUpper)
            return isShort ? [String(name)] : words(of: String(name)).map(capitalized)
        }.joined(separator: " ")
    }

    /// The names in a path without `*`; a backslash before a character is not part of a name.
    private static func names(in path: String) -> [Substring] {
        var names: [(name: String, isEvery: Bool)] = [("", true)]
        var isEscaped = false
        for scalar in path.unicodeScalars {
            if isEscaped || scalar != "\\" && scalar != "." {
                names[names.count - 1].name.unicodeScalars.append(scalar)
                if isEscaped || scalar != "*" { names[names.count - 1].isEvery = false }
            } else if scalar == "." {
                names.append(("", true))
            }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return names.filter { !$0.isEvery && !$0.name.isEmpty }.map { $0.name[...] }
    }

    /// One label for all locales, as a dictionary of labels by locale: `@Label` calls it for a constant.
    public static func byLocale(_ label: String) -> [String: String] { ["": label] }

    /// Labels by locale, unchanged: `@Label` calls it for a constant.
    public static func byLocale(_ labels: [String: String]) -> [String: String] { labels }

    /// The end of a name of two to four uppercase letters that begins at `start`; `start` if there is none.
    private static func abbreviation(in path: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let end = path[start...].firstIndex(of: UInt8(ascii: ".")) ?? path.count
        return (2...4).contains(end - start) && path[start..<end].allSatisfy(\.isUppercase) ? end : start
    }

    /// A version for ASCII names, ten times as fast; `nil` if the case of a character must be looked up.
    private static func generate(fromASCII name: UnsafeBufferPointer<UInt8>) -> String? {
        guard name.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "\\") }) else {
            return nil
        }
        return String(unsafeUninitializedCapacity: 2 * name.count) { label in
            var length = 0
            var isAtStart = true
            var plainEnd = abbreviation(in: name, from: 0)
            for (index, byte) in name.enumerated() {
                if byte == UInt8(ascii: ".") { plainEnd = abbreviation(in: name, from: index + 1) }
                if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") {
                    isAtStart = true
                    continue
                }
                if byte.isUppercase {
                    let followsLower = index > 0 && name[index - 1].isLowercase
                    let precedesLower = index + 1 < name.count && name[index + 1].isLowercase
                    if followsLower || precedesLower { isAtStart = true }
                }
                if isAtStart, length > 0 {
                    label[length] = UInt8(ascii: " ")
                    length += 1
                }
                label[length] =
                    isAtStart ? (byte.isLowercase ? byte - 0x20 : byte) : index < plainEnd ? byte : byte.lowercased
                length += 1
                isAtStart = false
            }
            return length
        }
    }

    private static func words(of name: String) -> [String] {
        let scalars = Array(name.unicodeScalars)
        var words: [String] = []
        var word = String.UnicodeScalarView()
        func finish() {
            if !word.isEmpty { words.append(String(word)) }
            word = String.UnicodeScalarView()
        }
        for (index, scalar) in scalars.enumerated() {
            if scalar == "-" || scalar == "_" || scalar == "." || scalar.properties.isWhitespace {
                finish()
                continue
            }
            if isUpper(scalar) {
                let followsLower = index > 0 && isLower(scalars[index - 1])
                let precedesLower = index + 1 < scalars.count && isLower(scalars[index + 1])
                if followsLower || precedesLower { finish() }
            }
            word.append(scalar)
        }
        finish()
        return words
    }

    private static func capitalized(_ word: String) -> String {
        let lower = word.lowercased().unicodeScalars
        guard let first = lower.first else { return "" }
        return first.properties.titlecaseMapping + String(lower.dropFirst())
    }

    /// Returns a label for the start of a sentence, with its first letter in uppercase.
    ///
    /// Dutch `ijs` gives `IJs`, Turkish `isim` gives `İsim`. The label is unchanged if its first word has another
    /// uppercase letter (`eBay`, `pH`) or looks like an identifier, with a `_`, a `.` or a digit.
    package static func beginningSentence(_ label: String, in locale: String) -> String {
        let scalars = label.unicodeScalars
        guard let first = scalars.first, first.properties.isLowercase else { return label }
        let word = scalars.prefix { !$0.properties.isWhitespace && $0 != "'" && $0 != "\u{2019}" }
        if word.contains(where: { isUpper($0) || $0 == "_" || $0 == "." || $0.properties.numericType != nil }) {
            return label
        }
        let rest = scalars.dropFirst()
        switch locale.prefix(while: { $0 != "-" }) {
        case "tr" where first == "i", "az" where first == "i": return "İ" + String(rest)
        case "nl" where first == "i" && rest.first == "j": return "IJ" + String(rest.dropFirst())
        default: return first.properties.titlecaseMapping + String(rest)
        }
    }

    private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .uppercaseLetter
    }

    private static func isLower(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .lowercaseLetter
    }
}
