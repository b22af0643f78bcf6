internal import ICUBridge

/// International domain names by IDNA2008 (RFC 5890 to 5893), mapped by UTS #46 (non-transitional).
package enum DomainName {
    /// What a name may contain besides what IDNA2008 allows.
    package struct Policy {
        /// Hyphens at the third and fourth place of an ASCII label, which RFC 5890 reserves: `r3---sn` is in use.
        let allowsReserved: Bool
        /// Underscores, which DNS names have but host names do not.
        let allowsUnderscores: Bool

        /// For names that may be international: hosts of mail, host names with `enableIDN`.
        package static let international = Policy(allowsReserved: false, allowsUnderscores: false)
        /// For names that must be ASCII: only their `xn--` labels have rules beyond RFC 1123.
        package static let plain = Policy(allowsReserved: true, allowsUnderscores: false)
        static let web = Policy(allowsReserved: true, allowsUnderscores: true)
    }

    /// Whether the name is ASCII without hyphens at the third and fourth place of a label: nothing must be converted.
    static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var start = 0
        for (index, byte) in bytes.enumerated() {
            if byte >= 0x80 { return false }
            if byte == UInt8(ascii: ".") { start = index + 1 }
            if byte == UInt8(ascii: "-"), index == start + 3, bytes[start + 2] == byte { return false }
        }
        return true
    }

    /// Calls `body` with the ASCII form of a name, or returns `nil` if it has none.
    package static func withASCII(
        _ name: UnsafeBufferPointer<UInt8>, _ policy: Policy, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool? {
        // No name of 253 ASCII bytes is longer than this in UTF-8.
        guard name.count <= 1024, prv_icu_idna_may_be_mapped(bridged(name)) else { return nil }
        return convert(name, policy, prv_icu_idna_to_ascii) { ascii in
            let isName = convert(ascii, policy, prv_icu_idna_to_unicode) { isAllowed($0, of: ascii, policy) }
            return isName == true && body(ascii)
        }
    }

    /// Whether the Unicode form of a name is valid by RFC 5891 and has the given ASCII form.
    private static func isAllowed(
        _ unicode: UnsafeBufferPointer<UInt8>, of ascii: UnsafeBufferPointer<UInt8>, _ policy: Policy
    ) -> Bool {
        guard prv_icu_idna_is_allowed(bridged(unicode), policy.allowsUnderscores), hyphensFit(unicode, policy) else {
            return false
        }
        // Punycode can encode a label in more than one way, and also encode plain ASCII.
        return convert(unicode, policy, prv_icu_idna_to_ascii) { $0.elementsEqual(ascii) } ?? false
    }

    /// Whether no label has hyphens at its third and fourth place, except ASCII labels if they are allowed there.
    private static func hyphensFit(_ name: UnsafeBufferPointer<UInt8>, _ policy: Policy) -> Bool {
        for label in name.split(separator: UInt8(ascii: ".")) {
            var characters = 0
            var isASCII = true
            var hyphens = 0
            for byte in label where byte & 0xC0 != 0x80 {
                characters += 1
                if byte >= 0x80 { isASCII = false }
                if byte == UInt8(ascii: "-"), characters == 3 || characters == 4 { hyphens += 1 }
            }
            if hyphens == 2, !isASCII || !policy.allowsReserved { return false }
        }
        return true
    }

    /// The ASCII form of an international name in lowercase, or `nil` if it has none.
    static func ascii(_ name: UnsafeBufferPointer<UInt8>) -> String? {
        if isPlain(name) { return String(decoding: name, as: UTF8.self).lowercased() }
        var result: String?
        _ = withASCII(name, .international) {
            result = String(decoding: $0, as: UTF8.self)
            return true
        }
        return result
    }

    private typealias Conversion = (
        prv_icu_text, Bool, UnsafeMutablePointer<UInt32>?, UnsafeMutablePointer<CChar>?, Int32
    ) -> Int32

    /// ICU's error bit for hyphens at the third and fourth place; the policy decides about these.
    private static let hyphenError: UInt32 = 0x20

    private static func convert(
        _ name: UnsafeBufferPointer<UInt8>, _ policy: Policy, _ conversion: Conversion,
        _ body: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { buffer in
            var errors: UInt32 = 0
            let count = buffer.withMemoryRebound(to: CChar.self) { buffer in
                conversion(
                    bridged(name), policy.allowsUnderscores, &errors, buffer.baseAddress, Int32(buffer.count))
            }
            guard errors & ~hyphenError == 0, count > 0, count <= buffer.count else { return nil }
            return body(UnsafeBufferPointer(rebasing: buffer[..<Int(count)]))
        }
    }

    private static func bridged(_ name: UnsafeBufferPointer<UInt8>) -> prv_icu_text {
        prv_icu_text(
            bytes: UnsafeRawPointer(name.baseAddress)?.assumingMemoryBound(to: CChar.self), length: name.count)
    }
}
