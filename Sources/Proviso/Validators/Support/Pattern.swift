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
        var pattern = pattern
        regex = pattern.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                prv_regex_create($0.baseAddress, $0.count, ignoreCase ? 1 : 0, &reason, reason.count)
            }
        }
        if regex == nil {
            let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw OptionError(option: option, reason: text)
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
