internal import Glibc
internal import ProvisoMessages

/// Reads C strings from a plugin, with a length limit and without trusting their contents.
enum CName {
    /// Reads a name of visible ASCII characters; `nil` for a null, empty, too long or other string.
    static func read(_ pointer: UnsafePointer<CChar>?, limit: Int = 128) -> String? {
        guard let pointer, let text = text(pointer, limit: limit + 1) else { return nil }
        let isName = !text.isEmpty && text.utf8.count <= limit && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isName ? text : nil
    }

    /// Reads a string, repaired if it is not UTF-8 and cut at the limit; `nil` for null.
    static func text(_ pointer: UnsafePointer<CChar>?, limit: Int = 4096) -> String? {
        guard let pointer else { return nil }
        let bytes = UnsafeRawBufferPointer(start: pointer, count: strnlen(pointer, limit))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether a rule type is "vendor/name" in lowercase letters, digits and hyphens.
    static func isRuleType(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { $0.isDigit || $0.isLowercase || $0 == UInt8(ascii: "-") }
            }
    }

    /// Whether a plugin's id is reverse DNS, or at least parts of letters, digits and hyphens between dots.
    static func isIdentifier(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
        }
    }

    /// Whether an option's name consists of letters, digits and hyphens.
    static func isOption(_ text: String) -> Bool {
        isIdentifier(text) && !text.contains(".") && text.utf8.count <= 64
    }

    /// Whether a code is "<rule>.<problem>".
    static func isCode(_ text: String) -> Bool {
        text.contains(".") && isIdentifier(text)
    }
}
