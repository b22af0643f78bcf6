internal import ProvisoMessages

/// A regular expression with delimiters and flags around it, as JavaScript, PHP, Perl and Ruby write it: `/^a$/i`.
struct PatternLiteral {
    /// What is between the delimiters.
    let body: String
    private let flags: String

    /// `nil` if it may be a pattern without delimiters, such as `/api/`.
    ///
    /// Slashes around a string without any operator are literal, and so are those around another slash.
    init?(_ pattern: String) {
        var text = Substring(pattern)
        var closing: Character = "/"
        if ["r\"", "r'"].contains(where: text.hasPrefix), text.count > 3, text.last == text.dropFirst().first {
            (text, closing) = (text.dropFirst(), text.last ?? "'")
        } else if ["m/^", "qr/^", "/^"].contains(where: text.hasPrefix) {
            text = text.drop { $0 != "/" }
        } else if let end = Self.anchoredEnd(of: text) {
            // `^a$/i`: only the first delimiter is missing.
            (body, flags) = (String(text[..<end]), String(text[text.index(after: end)...]))
            return
        } else if text.hasPrefix("%r{") {
            (text, closing) = (text.dropFirst(2), "}")
        } else if let first = text.first, "/#~@!".contains(first) {
            closing = first
        } else {
            return nil
        }
        guard let end = text.lastIndex(of: closing), end > text.index(after: text.startIndex) else { return nil }
        let inner = text[text.index(after: text.startIndex)..<end]
        flags = String(text[text.index(after: end)...])
        guard flags.count <= 6, flags.utf8.allSatisfy({ "dgimnosuvxyADJSUX".utf8.contains($0) }) else { return nil }
        let isAnchored = inner.hasPrefix("^") || inner.hasSuffix("$") && !inner.hasSuffix("\\$")
        if closing != "/" {
            guard isAnchored || closing == "}" || closing == "\"" || closing == "'" else { return nil }
        } else {
            guard !Self.hasSlash(inner), isAnchored || !flags.isEmpty || Self.hasOperator(inner) else { return nil }
        }
        body = String(inner).replaced("\\\(closing)", by: String(closing))
    }

    /// How to write a delimiter that is meant literally.
    private func itself(in pattern: String) -> String {
        guard let sign = pattern.first, "/#~@!%".contains(sign) else { return "" }
        return " (for a literal '\(sign)', write '[\(sign)]')"
    }

    /// The place of a `/` that follows a final `$` and has only flags after it.
    private static func anchoredEnd(of text: Substring) -> Substring.Index? {
        guard text.hasPrefix("^"), let end = text.lastIndex(of: "/"), text[..<end].hasSuffix("$"),
            !text[..<end].hasSuffix("\\$")
        else { return nil }
        let flags = text[text.index(after: end)...]
        return flags.count <= 6 && flags.utf8.allSatisfy({ "dgimsuxy".utf8.contains($0) }) ? end : nil
    }

    /// The options that replace the flags, each in quotes.
    var options: [String] { flags.utf8.contains(UInt8(ascii: "i")) ? ["'ignoreCase: true'"] : [] }

    /// The body with flags that RE2 accepts inside a pattern, such as `(?m)`.
    var pattern: String {
        let inside = flags.filter { "ms".contains($0) }
        return inside.isEmpty ? body : "(?\(inside))\(body)"
    }

    /// The error that refuses it as a pattern, with what to write.
    func error(option: String, in pattern: String) -> OptionError {
        let written = ([("'\(option): \"" + self.pattern.replaced("\\", by: "\\\\") + "\"'")] + options)
            .joined(separator: " and ")
        return OptionError(
            option: option,
            reason:
                "'\(pattern)' has delimiters\(flags.isEmpty ? "" : " and flags") around the pattern, which would be a part"
                + " of it here" + itself(in: pattern),
            suggestion: written)
    }

    private static func hasSlash(_ text: Substring) -> Bool {
        var isEscaped = false
        for byte in text.utf8 {
            if !isEscaped, byte == UInt8(ascii: "/") { return true }
            isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        }
        return false
    }

    private static func hasOperator(_ text: Substring) -> Bool {
        text.utf8.contains { "\\[](){}*+?|^$".utf8.contains($0) }
    }
}
