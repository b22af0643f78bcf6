internal import RegexBridge

/// A compiled regular expression: judged byte by byte where it is simple enough, else by RE2.
final class Pattern: @unchecked Sendable {
    private let simple: SimplePattern?
    private let regex: OpaquePointer?

    /// Throws RE2's reason, naming the option the pattern came from.
    init(_ pattern: String, ignoreCase: Bool, option: String) throws(OptionError) {
        // Folding crosses the border of ASCII (the Kelvin sign folds to "k"), which is left to RE2.
        simple = ignoreCase ? nil : SimplePattern(pattern)
        if simple != nil {
            regex = nil
            return
        }
        var reason = [CChar](repeating: 0, count: 256)
        let source = pattern
        var pattern = pattern
        regex = pattern.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                prv_regex_create($0.baseAddress, $0.count, ignoreCase ? 1 : 0, &reason, reason.count)
            }
        }
        if regex == nil {
            let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw OptionError(option: option, reason: Self.explanation(of: text, in: source))
        }
    }

    /// RE2's reason, in words where a pattern uses what other languages have and RE2 has not.
    private static func explanation(of reason: String, in pattern: String) -> String {
        guard let colon = reason.firstIndex(of: ":") else { return reason }
        let part = String(reason[reason.index(after: colon)...].drop { $0 == " " })
        let isBehind = pattern.holds("(?<=") || pattern.holds("(?<!")
        switch part {
        case "(?=", "(?!": return "RE2 has no look-ahead ('\(part)')"
        case "(?<" where isBehind: return "RE2 has no look-behind ('(?<=' or '(?<!')"
        case "(?<": return "RE2 writes a named group as '(?P<name>…)', not '(?<name>…)'"
        case "(?>": return "RE2 has no atomic groups ('(?>')"
        case "*+", "++", "?+": return "RE2 has no possessive repetition ('\(part)')"
        case "(?(", "(?R", "(?#", "(?x": return "RE2 has no '\(part)'"
        case "(?P" where pattern.holds("(?P="), "\\k": return "RE2 has no backreferences"
        case "\\Z": return "RE2 has no '\\Z'; the end of the text is '\\z'"
        case "\\u": return "RE2 writes a code point as '\\x{20AC}', not '\\u20AC'"
        case _ where reason.hasPrefix("invalid escape") && part.dropFirst().first?.isNumber == true:
            return "RE2 has no backreferences ('\(part)')"
        case _ where reason.hasPrefix("invalid repetition size"):
            return "\(reason) (at most 1000, the smaller number first)"
        default: return reason
        }
    }

    deinit {
        if let regex { prv_regex_destroy(regex) }
    }

    var isSimple: Bool { simple != nil }

    /// Whether the pattern matches somewhere in the bytes, or all of them.
    func matches(_ bytes: UnsafeBufferPointer<UInt8>, whole: Bool = false) -> Bool {
        // Simple patterns are about whole texts anyway.
        if let simple { return simple.matches(bytes) }
        return bytes.withMemoryRebound(to: CChar.self) {
            prv_regex_matches(regex, $0.baseAddress, $0.count, whole ? 1 : 0) == 1
        }
    }
}
