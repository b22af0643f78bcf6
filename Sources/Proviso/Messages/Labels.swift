/// Labels made from attribute names, for attributes nobody has labelled.
public enum Labels {
    /// The label of an attribute name or path: `department_name` gives "Department Name".
    ///
    /// Words are split at `-`, `_`, `.` and before a capital that follows or precedes a lower-case letter
    /// (`FooBARBaz` gives "Foo Bar Baz"); `*` in a path is left out.
    public static func generate(from attribute: String) -> String {
        let path = attribute.split(separator: ".").filter { $0 != "*" }.joined(separator: " ")
        return words(of: path).map(capitalized).joined(separator: " ")
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

    private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .uppercaseLetter
    }

    private static func isLower(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .lowercaseLetter
    }
}
