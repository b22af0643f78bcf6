internal import ICUBridge

/// International domain names (UTS #46, non-transitional, with STD3 rules).
enum DomainName {
    /// Whether the name is ASCII and has no `xn--` label, so that there is nothing to convert or to check.
    static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        for (index, byte) in bytes.enumerated() {
            if byte >= 0x80 { return false }
            if byte == UInt8(ascii: ".") { start = index + 1 }
            if byte == UInt8(ascii: "-"), index == start + 3, bytes[start] | 0x20 == UInt8(ascii: "x"),
                bytes[start + 1] | 0x20 == UInt8(ascii: "n"), bytes[start + 2] == UInt8(ascii: "-")
            {
                return false
            }
        }
        return true
    }

    /// Calls `body` with the ASCII form of a name; nil when it has none.
    static func withASCII(
        _ name: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool? {
        // No name of 253 ASCII bytes is longer than this in UTF-8.
        guard name.count <= 1024, name.allScalars({ isAllowed($0) }) else { return nil }
        return convert(name, prv_icu_idna_to_ascii) { ascii in
            // What an `xn--` label stands for must be allowed too.
            let stands = convert(ascii, prv_icu_idna_to_unicode) { $0.allScalars { isAllowed($0) } } ?? false
            return stands && body(ascii)
        }
    }

    /// The ASCII form of a name in lower case; nil when it has none.
    static func ascii(_ name: UnsafeBufferPointer<UInt8>) -> String? {
        if isPlain(name) { return String(decoding: name, as: UTF8.self).lowercased() }
        var result: String?
        _ = withASCII(name) {
            result = String(decoding: $0, as: UTF8.self)
            return true
        }
        return result
    }

    private typealias Conversion = (
        prv_icu_text, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<CChar>?, Int32
    ) -> Int32

    private static func convert(
        _ name: UnsafeBufferPointer<UInt8>, _ conversion: Conversion, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { buffer in
            var errors: UInt32 = 0
            let count = name.withMemoryRebound(to: CChar.self) { name in
                buffer.withMemoryRebound(to: CChar.self) { buffer in
                    conversion(
                        prv_icu_text(bytes: name.baseAddress, length: name.count), &errors, buffer.baseAddress,
                        Int32(buffer.count))
                }
            }
            guard errors == 0, count > 0, count <= buffer.count else { return nil }
            return body(UnsafeBufferPointer(rebasing: buffer[..<Int(count)]))
        }
    }

    /// Letters, marks and numbers, and the few signs IDNA2008 adds: UTS #46 alone would let symbols and emoji pass,
    /// and map soft hyphens and circled letters to something else than what was seen.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return true }
        switch scalar {
        case "\u{B7}", "\u{375}", "\u{5F3}", "\u{5F4}", "\u{30FB}", "\u{200C}", "\u{200D}", "\u{3002}", "\u{FF0E}",
            "\u{FF61}":
            return true
        default: break
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }
}
