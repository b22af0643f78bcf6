internal import ProvisoMessages
internal import RegexBridge

/// A compiled regular expression: matched byte by byte if it is simple enough, otherwise by RE2.
package final class Pattern: @unchecked Sendable {
    private let simple: SimplePattern?
    private let regex: OpaquePointer?

    /// Throws RE2's reason, with the name of the pattern's option.
    package init(_ pattern: String, ignoreCase: Bool, option: String) throws(OptionError) {
        // Folding crosses the border of ASCII (the Kelvin sign folds to "k"), so RE2 does it.
        simple = ignoreCase ? nil : SimplePattern(pattern)
        if simple != nil {
            regex = nil
            return
        }
        let source = pattern
        let (regex, reason) = Self.compiled(pattern, ignoreCase: ignoreCase)
        self.regex = regex
        if regex == nil { throw OptionError(option: option, reason: Self.explanation(of: reason, in: source)) }
    }

    private static func compiled(_ pattern: String, ignoreCase: Bool) -> (regex: OpaquePointer?, reason: String) {
        var reason = [CChar](repeating: 0, count: 256)
        var pattern = pattern
        let regex = pattern.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                prv_regex_create($0.baseAddress, $0.count, ignoreCase ? 1 : 0, &reason, reason.count)
            }
        }
        return (regex, String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Whether RE2 accepts a pattern.
    static func compiles(_ pattern: String) -> Bool {
        guard let regex = compiled(pattern, ignoreCase: false).regex else { return false }
        prv_regex_destroy(regex)
        return true
    }

    /// What RE2 refuses, its place and what to write; RE2's own message if the place is not found.
    private static func explanation(of reason: String, in pattern: String) -> String {
        if let fault = PatternFault(pattern).description { return fault }
        if reason.hasPrefix("invalid repetition size") {
            let sign = reason.split(separator: ":", maxSplits: 1).last.map { Blanks.trim(String($0)) } ?? ""
            let place = pattern.parts(between: sign).dropLast().reduce(0) { $0 + $1.unicodeScalars.count + sign.count }
            return "at character \(max(0, place - sign.count) + 1): RE2 repeats at most 1000 times in all, "
                + "and '\(sign)' multiplies the limits of the repetitions in it"
        }
        if reason.hasPrefix("pattern too large") {
            return "the pattern takes more memory than RE2 gives it: write smaller limits for its repetitions"
        }
        return reason
    }

    deinit {
        if let regex { prv_regex_destroy(regex) }
    }

    var isSimple: Bool { simple != nil }

    /// Whether the pattern matches some of the bytes, or all of them.
    package func matches(_ bytes: UnsafeBufferPointer<UInt8>, whole: Bool = false) -> Bool {
        // Simple patterns match whole strings anyway.
        if let simple { return simple.matches(bytes) }
        return bytes.withMemoryRebound(to: CChar.self) {
            prv_regex_matches(regex, $0.baseAddress, $0.count, whole ? 1 : 0) == 1
        }
    }
}
