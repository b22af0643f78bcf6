/// A plain value of YAML that begins with a sign of YAML: it needs quotes.
struct QuotingAdvice {
    /// Where the value begins, in Unicode scalars from 1.
    let column: Int
    /// The value with quotes.
    let quoted: String

    /// `nil` unless the parser's reason is one of those that such a value causes.
    init?(_ reason: String, in line: String, at column: Int) {
        let scalars = Array(line.unicodeScalars)
        let start: Int?
        if reason.hasPrefix("found character that cannot start any token") {
            start =
                scalars.indices.contains(column - 1) && "@`%".unicodeScalars.contains(scalars[column - 1])
                ? column - 1 : nil
        } else if reason.hasPrefix("did not find expected alphabetic or numeric character") {
            // An alias or an anchor: the sign is before the place.
            start = scalars.prefix(column - 1).lastIndex { $0 == "*" || $0 == "&" }
        } else if reason.hasPrefix("did not find expected key") {
            start = Self.placeholder(scalars, before: column - 1)
        } else {
            return nil
        }
        guard let start else { return nil }
        let isInFlow = scalars[..<start].contains { $0 == "[" || $0 == "{" }
        let ends: [Unicode.Scalar] = isInFlow ? [",", "]", "}"] : []
        let value = String(String.UnicodeScalarView(scalars[start...].prefix { !ends.contains($0) })).trimmedEnd
        // With a colon it is a key, or more than one value.
        guard !value.isEmpty, !value.utf8.contains(UInt8(ascii: ":")), !value.utf8.contains(UInt8(ascii: "\"")),
            !value.utf8.contains(UInt8(ascii: "\\"))
        else {
            return nil
        }
        self.column = start + 1
        quoted = "\"\(value)\""
    }

    /// The start of a value such as `{attribute} is wrong`, which YAML reads as a mapping.
    private static func placeholder(_ scalars: [Unicode.Scalar], before place: Int) -> Int? {
        guard let open = scalars.firstIndex(of: "{"), open < place, open >= 2, scalars[open - 1] == " ",
            scalars[open - 2] == ":"
        else { return nil }
        return open
    }
}

extension String {
    /// The string without blanks and a carriage return at its end.
    fileprivate var trimmedEnd: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.reversed().drop { $0 == " " || $0 == "\r" || $0 == "\t" }.reversed()))
    }
}

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
