/// The two sides of an e-mail address, judged byte by byte.
enum MailGrammar {
    /// RFC 5321's dot-string; `international` adds RFC 6531's code points beyond ASCII.
    static func isLocalPart(_ bytes: UnsafeBufferPointer<UInt8>, international: Bool) -> Bool {
        var isASCII = true
        // The byte before, a dot at the start: no piece may be empty.
        var last = UInt8(ascii: ".")
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                if last == byte { return false }
            } else if byte >= 0x80 {
                isASCII = false
            } else if !isAtom(byte) {
                return false
            }
            last = byte
        }
        if last == UInt8(ascii: ".") { return false }
        return isASCII || international && isInternational(bytes)
    }

    private static let atomSigns = ASCIISet("!#$%&'*+-/=?^_`{|}~")

    private static func isAtom(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || atomSigns.contains(byte)
    }

    /// No control, format, space or unassigned code point, and no mark without a letter before it.
    private static func isInternational(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var isFirst = true
        return bytes.allScalars { scalar in
            defer { isFirst = scalar == "." }
            switch scalar.properties.generalCategory {
            case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
                .surrogate:
                return false
            case .nonspacingMark, .spacingMark, .enclosingMark: return !isFirst
            default: return true
            }
        }
    }

    /// At least two labels of letters, digits and inner hyphens; the last one is not a number.
    static func isDomain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= 253 else { return false }
        var labels = 0
        var length = 0
        var hasLetter = false
        var last = UInt8(ascii: ".")
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                if length == 0 || length > 63 || last == UInt8(ascii: "-") { return false }
                labels += 1
                length = 0
                hasLetter = false
            } else {
                if byte == UInt8(ascii: "-") {
                    if length == 0 { return false }
                } else if !byte.isLetterOrDigit {
                    return false
                }
                if !byte.isDigit { hasLetter = true }
                length += 1
            }
            last = byte
        }
        return labels > 0 && length > 0 && length <= 63 && last != UInt8(ascii: "-") && hasLetter
    }
}
