internal import Proviso

/// How scalars are written.
enum FormatWord {
    /// A scalar on one line.
    static func line(_ token: SyntaxToken, asJSON: Bool) -> String {
        guard token.kind == .text, !asJSON else { return token.raw }
        let isOneLine = !token.raw.utf8.contains(0x0A)
        switch token.style {
        case .plain:
            return isOneLine ? token.raw : token.value.utf8.contains(0x0A) ? quoted(token.value) : token.value
        case .single, .double:
            if needsNoQuotes(token.value) { return token.value }
            if token.style == .double { return isOneLine ? token.raw : quoted(token.value) }
            let isSimple = token.value.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.value >= 0x20 }
            return isSimple ? "\"\(token.value)\"" : isOneLine ? token.raw : quoted(token.value)
        case .lines: return token.raw
        }
    }

    /// Whether a string means the same without quotes, wherever it is, for readers of YAML 1.1 and 1.2.
    static func needsNoQuotes(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, first == "_" || first.properties.isAlphabetic,
            last != " "
        else { return false }
        let isPlain = scalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || " _-./*+()'!?".unicodeScalars.contains(scalar)
                || scalar.properties.generalCategory == .nonspacingMark
        }
        let words = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf", "infinity"]
        return isPlain && !words.contains(text.lowercased())
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{0}"..<"\u{20}", "\u{7F}"..<"\u{A0}":
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// The lines of a scalar of several lines in a block, of which those after the first get a new indentation.
    static func lines(_ token: SyntaxToken) -> [String] {
        let lines = token.raw.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().map { number, line in
            var line = line
            if number > 0 { line = line.drop { $0 == " " || $0 == "\t" } }
            let isLast = number == lines.count - 1
            while !isLast, !line.utf8.contains(0x5C), line.last == " " || line.last == "\t" { line.removeLast() }
            return String(line)
        }
    }
}

extension FormatWord {
    /// The parts of `|` or `>`: its signs, and its lines as they are below an indentation.
    static func block(_ token: SyntaxToken, oldParent: Int, parent: Int) -> (header: String, lines: [String]) {
        var lines = token.raw.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var header = String(lines.removeFirst().prefix { $0 != " " && $0 != "\t" && $0 != "#" })
        // At the end of a file without a last newline, the value has none either.
        if !token.value.isEmpty, token.value.utf8.last != 0x0A, !header.utf8.contains(UInt8(ascii: "-")) {
            header = header.filter { $0 != "+" } + "-"
        }
        if lines.last?.allSatisfy({ $0 == " " }) ?? false { lines.removeLast() }
        if !token.keepsBlankLines {
            while lines.last?.allSatisfy({ $0 == " " }) ?? false { lines.removeLast() }
        }
        let digit = header.unicodeScalars.compactMap { Int(String($0)) }.first
        // With a number the first lines may begin with spaces, which belong to the value.
        let first = lines.first { !$0.allSatisfy { $0 == " " } }
        let old = digit.map { oldParent + $0 } ?? first.map(Self.indent) ?? 0
        let new = String(repeating: " ", count: parent + (digit ?? 2))
        return (
            header,
            lines.map { line in
                let content = line.dropFirst(min(old, Self.indent(line)))
                return content.isEmpty ? "" : new + content
            }
        )
    }

    private static func indent(_ line: String) -> Int { line.utf8.prefix { $0 == 0x20 }.count }
}
