/// Finds parts of patterns that are right and mean something else than they look like.
enum PatternAdvice {
    /// What the first such part means, and what was probably meant.
    static func find(in pattern: String) -> (reason: String, suggestion: String)? {
        var (rest, isInClass) = (pattern[...], false)
        while let first = rest.first {
            if first == "\\" {
                if let found = escape(rest) { return found }
                rest = rest.dropFirst(2)
                continue
            }
            if isInClass {
                // A class within the class, whose bracket does not end it: [[:alpha:]].
                if let name = className(rest) {
                    rest = rest.dropFirst(name.count)
                    continue
                }
                isInClass = first != "]"
            } else if first == "[" {
                if let name = className(rest) {
                    return ("'\(name)' outside of brackets is a set of its own characters", "[\(name)]")
                }
                isInClass = true
                // "]" is a character if it comes first.
                let start = rest.dropFirst().first == "^" ? 2 : 1
                if rest.dropFirst(start).first == "]" { rest = rest.dropFirst(start) }
            } else if first == "{", let found = repetition(rest) {
                return found
            }
            rest = rest.dropFirst()
        }
        return nil
    }

    /// `[:alpha:]` at the beginning of a string.
    private static func className(_ text: Substring) -> String? {
        guard text.hasPrefix("[:") else { return nil }
        let name = text.dropFirst(2).prefix { $0.isASCII && $0.isLetter || $0 == "^" }
        return !name.isEmpty && text.dropFirst(2 + name.count).hasPrefix(":]") ? "[:\(name):]" : nil
    }

    /// `{5, 10}` or `{,5}`, which are text.
    private static func repetition(_ text: Substring) -> (reason: String, suggestion: String)? {
        guard let end = text.prefix(24).firstIndex(of: "}") else { return nil }
        let whole = text[...end]
        let inner = whole.dropFirst().dropLast()
        let bounds = inner.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard bounds.count <= 2, bounds.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            bounds.contains(where: { !$0.isEmpty }), inner.contains(" ") || bounds[0].isEmpty
        else { return nil }
        let meant = (bounds[0].isEmpty ? "0" : bounds[0]) + bounds.dropFirst().map { ",\($0)" }.joined()
        return ("'\(whole)' is not a repetition: it matches these characters", "{\(meant)}")
    }

    /// `\\d+`, which is a backslash and letters.
    private static func escape(_ text: Substring) -> (reason: String, suggestion: String)? {
        let letters = text.dropFirst(2)
        guard text.hasPrefix("\\\\"), let letter = letters.first, "dDsSwW".contains(letter),
            letters.dropFirst().first.map({ "+*?{]$)".contains($0) }) ?? true
        else { return nil }
        return (
            "'\\\\\(letter)' matches a backslash and the letter '\(letter)' (within single quotes '\\' is written once)",
            "\\\(letter)"
        )
    }
}
