package import Proviso
internal import ProvisoRuleFiles

/// Formats rule files: one way to write each document, with its comments and in its order.
package enum RuleFileFormat {
    /// The text in the usual form; throws if it is not YAML or JSON, or if the result would be another document.
    package static func formatted(_ text: String, file: String? = nil) throws(RuleSetError) -> String {
        let plain = normalized(text)
        try RuleNode.check(plain, file: file)
        let isJSON = try RuleNode.isJSON(plain, file: file)
        let tree = SyntaxTree(Array(plain.utf8), recovers: false)
        if let strange = tree.strange {
            throw error(
                at: strange, in: plain, file, "this form of YAML cannot be formatted: write a key as 'key: value'")
        }
        let result = FormatPrinter.text(tree, asJSON: isJSON)
        let new = SyntaxTree(Array(result.utf8), recovers: false).tokens.flatMap(\.stream)
        guard tree.tokens.flatMap(\.stream) == new, isSame(plain, result, file) else {
            throw error(
                at: firstChange(tree.tokens, new), in: plain, file,
                "the file cannot be formatted without changing what it means; it stays as it is")
        }
        return asBefore(result, text)
    }

    /// The same for a file: one of another kind is refused, so that it is not changed by mistake.
    package static func formatted(ruleFile text: String, file: String) throws(RuleSetError) -> String {
        try RuleNode.checkIsRuleFile(normalized(text), file: file)
        return try formatted(text, file: file)
    }

    /// Whether a string is a rule file.
    package static func isRuleFile(_ text: String) -> Bool {
        do throws(RuleSetError) {
            try RuleNode.checkIsRuleFile(normalized(text), file: nil)
            return true
        } catch {
            return false
        }
    }

    /// The result with the line breaks and the byte order mark of the text before.
    private static func asBefore(_ result: String, _ before: String) -> String {
        let scalars = before.unicodeScalars
        let mark = scalars.first == "\u{FEFF}" ? "\u{FEFF}" : ""
        guard let first = scalars.firstIndex(where: { $0 == "\r" || $0 == "\n" }), scalars[first] == "\r",
            scalars[scalars.index(after: first)...].first == "\n"
        else { return mark + result }
        return result.unicodeScalars.reduce(into: mark) { text, scalar in
            text += scalar == "\n" ? "\r\n" : String(scalar)
        }
    }

    /// The text of a file; throws for one that is not UTF-8.
    package static func text(of bytes: [UInt8], file: String) throws(RuleSetError) -> String {
        try RuleSet.text(of: bytes, file: file)
    }

    /// Where the first token is whose value or comments are not those of another text.
    private static func firstChange(_ tokens: [SyntaxToken], _ new: [String]) -> Int {
        var rest = new[...]
        for token in tokens {
            let own = token.stream
            guard rest.starts(with: own) else { return token.range.lowerBound }
            rest = rest.dropFirst(own.count)
        }
        return 0
    }

    /// The text with LF line breaks, and without a byte order mark.
    private static func normalized(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isAfterReturn = false
        for (number, scalar) in text.unicodeScalars.enumerated() where !(number == 0 && scalar == "\u{FEFF}") {
            if !(scalar == "\n" && isAfterReturn) { result.append(scalar == "\r" ? "\n" : scalar) }
            isAfterReturn = scalar == "\r"
        }
        return String(result)
    }

    private static func isSame(_ one: String, _ other: String, _ file: String?) -> Bool {
        do throws(RuleSetError) {
            return try RuleNode.areSame(one, other, file: file)
        } catch {
            return false
        }
    }

    private static func error(at offset: Int, in text: String, _ file: String?, _ reason: String) -> RuleSetError {
        var (line, column) = (1, 1)
        for byte in text.utf8.prefix(offset) where byte & 0xC0 != 0x80 {
            (line, column) = byte == 0x0A ? (line + 1, 1) : (line, column + 1)
        }
        return RuleSetError(position: SourcePosition(file: file, line: line, column: column), reason: reason)
    }
}
