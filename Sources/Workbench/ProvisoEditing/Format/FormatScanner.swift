internal import Proviso
internal import YAMLBridge

/// Cuts a rule file into tokens, and gives each token the comments around it.
///
/// libyaml says where the tokens are; what is between them is white space and comments.
struct FormatScanner {
    private let scalars: [Unicode.Scalar]
    private var tokens: [FormatToken] = []
    /// The end of the last token that has a place.
    private var end = 0
    private var lineStart = 0
    private var last: Int?

    /// The tokens of a YAML text with LF line breaks, which has been read without an error.
    static func yaml(_ text: String) -> [FormatToken] {
        var (text, count) = (text, 0)
        return text.withUTF8 { bytes -> [FormatToken] in
            var scanner = FormatScanner(String(decoding: bytes, as: UTF8.self))
            bytes.withMemoryRebound(to: CChar.self) { characters in
                guard let found = prv_yaml_tokens(characters.baseAddress, characters.count, &count) else { return }
                for index in 0..<count { scanner.add(found[index]) }
                prv_yaml_free_tokens(found, count)
            }
            return scanner.tokens
        }
    }

    /// The tokens of a JSON text that has been read without an error.
    static func json(_ text: String) -> [FormatToken] {
        var scanner = FormatScanner(text)
        var index = 0
        while index < scanner.scalars.count { scanner.addJSON(&index) }
        scanner.add(FormatToken(.end), from: index, to: index)
        return scanner.tokens
    }

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    private mutating func add(_ found: prv_yaml_token) {
        var token = FormatToken(Self.kind(Int(found.kind)))
        guard !token.isVirtual || found.end > found.start else {
            token.start = found.start
            return tokens.append(token)
        }
        if token.kind == .text {
            token.style = [.plain, .single, .double, .lines][Int(found.style)]
            let bytes = UnsafeRawBufferPointer(start: found.text, count: found.length)
            token.value = String(decoding: bytes, as: UTF8.self)
        }
        add(token, from: found.start, to: min(found.end, scalars.count))
    }

    private static func kind(_ number: Int) -> FormatToken.Kind {
        let kinds: [FormatToken.Kind] = [
            .end, .directive, .marker, .blockList, .blockMapping, .blockEnd, .flowList, .flowMapping, .flowEnd, .dash,
            .comma, .key, .colon, .alias, .property, .text,
        ]
        return kinds.indices.contains(number) ? kinds[number] : .end
    }

    private mutating func addJSON(_ index: inout Int) {
        let start = index
        let sign = scalars[index]
        index += 1
        switch sign {
        case " ", "\t", "\n", "\r": return
        case "{", "[": add(FormatToken(sign == "{" ? .flowMapping : .flowList), from: start, to: index)
        case "}", "]": add(FormatToken(.flowEnd), from: start, to: index)
        case ",": add(FormatToken(.comma), from: start, to: index)
        case ":": add(FormatToken(.colon), from: start, to: index)
        default:
            if sign == "\"" {
                while index < scalars.count, scalars[index] != "\"" { index += scalars[index] == "\\" ? 2 : 1 }
                index = min(index + 1, scalars.count)
            } else {
                while index < scalars.count, !" \t\n\r{}[],:".unicodeScalars.contains(scalars[index]) { index += 1 }
            }
            var token = FormatToken(.text)
            token.style = sign == "\"" ? .double : .plain
            token.value = string(start, index)
            add(token, from: start, to: index)
        }
    }

    private func string(_ from: Int, _ to: Int) -> String {
        var text = String.UnicodeScalarView()
        if from < to { text.append(contentsOf: scalars[from..<to]) }
        return String(text)
    }

    /// Adds a token with the comments between it and the one before.
    private mutating func add(_ token: FormatToken, from start: Int, to stop: Int) {
        var token = token
        (token.start, token.raw) = (start, string(start, stop))
        readGap(to: start, of: &token)
        token.column = start - lineStart
        if token.style == .lines { takeHeaderComment(&token) }
        for index in start..<stop where Self.isBreak(scalars[index]) { lineStart = index + 1 }
        end = stop
        last = tokens.count
        tokens.append(token)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\u{85}" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    /// Reads white space and comments before a token.
    private mutating func readGap(to start: Int, of token: inout FormatToken) {
        var index = end
        // Lines of `|` and `>` end with a line break, which belongs to them; so do blank lines at their end.
        let isAfterLines = last.map { tokens[$0].style == .lines } ?? true
        var breaks = isAfterLines ? 1 + trailingBlankLines : 0
        var beginsLine = isAfterLines
        while index < start {
            if Self.isBreak(scalars[index]) {
                (breaks, beginsLine, lineStart) = (breaks + 1, true, index + 1)
            } else if scalars[index] == "#" {
                var stop = index
                while stop < start, !Self.isBreak(scalars[stop]) { stop += 1 }
                while stop > index, scalars[stop - 1] == " " || scalars[stop - 1] == "\t" { stop -= 1 }
                let comment = FormatComment(
                    text: string(index, stop), column: index - lineStart, isApart: breaks > 1)
                if beginsLine {
                    token.above.append(comment)
                } else if let last {
                    tokens[last].behind = comment
                    tokens[last].gap = index - end
                }
                while index < start, !Self.isBreak(scalars[index]) { index += 1 }
                breaks = 0
                continue
            }
            index += 1
        }
        token.beginsLine = beginsLine
        token.isApart = breaks > 1
    }

    /// The number of blank lines at the end of the last token, if they do not belong to its value.
    private var trailingBlankLines: Int {
        guard let last, !tokens[last].keepsBlankLines else { return 0 }
        let lines = tokens[last].raw.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
        return lines.reversed().prefix { $0.allSatisfy { $0 == " " } }.count
    }

    /// Makes the comment after `|` or `>` one after the token.
    private mutating func takeHeaderComment(_ token: inout FormatToken) {
        let header = token.raw.prefix { $0 != "\n" }
        guard let sign = header.firstIndex(of: "#") else { return }
        let before = header[..<sign]
        let text = String(header[sign...].reversed().drop { $0 == " " || $0 == "\t" }.reversed())
        token.behind = FormatComment(
            text: text, column: token.column + before.unicodeScalars.count, isApart: false)
        token.gap = before.reversed().prefix { $0 == " " || $0 == "\t" }.count
    }
}

extension FormatToken {
    /// Whether it is `|+` or `>+`, of which blank lines at the end are a part.
    var keepsBlankLines: Bool { style == .lines && raw.prefix(3).contains("+") }
}
