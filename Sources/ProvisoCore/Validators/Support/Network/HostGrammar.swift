internal import ProvisoMessages

/// The grammar of ASCII host names, the same for all rule types: labels separated by dots.
///
/// A label has 1 to 63 letters, digits and hyphens and does not begin or end with a hyphen; the name has at most 253
/// bytes (RFC 1123). `email` has its own loops for the same grammar, which a test compares.
package enum HostGrammar {
    /// The labels of a name.
    package struct Labels {
        /// 0 if it is not a host.
        package let count: Int
        /// Whether there are two hyphens in a row, as in all labels with further rules.
        package let hasDoubledHyphen: Bool

        static let none = Labels(count: 0, hasDoubledHyphen: false)
    }

    /// The labels of a name; with `underscores`, these are allowed after a label's first letter.
    package static func labels(_ name: UnsafeBufferPointer<UInt8>, underscores: Bool = false) -> Labels {
        guard name.count <= 253 else { return .none }
        var labels = 1
        var length = 0
        var last = UInt8(ascii: ".")
        var isDoubled = false
        for byte in name {
            let isHyphen = byte == UInt8(ascii: "-")
            if byte == UInt8(ascii: ".") {
                if length == 0 || length > 63 || last == UInt8(ascii: "-") { return .none }
                labels += 1
                length = 0
            } else {
                let joins = isHyphen || underscores && byte == UInt8(ascii: "_")
                guard byte.isLetterOrDigit || joins && length > 0 else { return .none }
                if isHyphen, last == byte { isDoubled = true }
                length += 1
            }
            last = byte
        }
        guard length > 0, length <= 63, last != UInt8(ascii: "-") else { return .none }
        return Labels(count: labels, hasDoubledHyphen: isDoubled)
    }

    /// Whether the last label has only digits.
    static func endsInDigits(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in name.reversed() where !byte.isDigit { return byte == UInt8(ascii: ".") }
        return true
    }

    /// Whether a browser reads a host as no IP address, or as one of version 4 (WHATWG, "ends in a number").
    static func isNameOrAddress(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = host.lastIndex(of: UInt8(ascii: ".")).map { $0 + 1 } ?? 0
        // The last label of nearly all names begins with a letter.
        guard start < host.count, host[start].isDigit else { return true }
        let last = host.part(start..<host.count)
        return !last.allSatisfy { $0.isDigit } && number(last) == nil || isAddress(host)
    }

    /// Whether the host is one to four numbers, the last one for all remaining bytes; `0x` and `0` before them as in C.
    private static func isAddress(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
        var left = 4
        var start = 0
        for index in 0...host.count where index == host.count || host[index] == UInt8(ascii: ".") {
            guard left > 0, let number = number(host.part(start..<index)) else { return false }
            if index == host.count { return number < UInt64(1) << UInt64(8 * left) }
            if number > 255 { return false }
            left -= 1
            start = index + 1
        }
        return false
    }

    /// The value of digits in base 10, 16 or 8, at most 2^32; `nil` for anything else.
    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> UInt64? {
        guard let first = text.first else { return nil }
        var base: UInt64 = 10
        var digits = text[...]
        if first == UInt8(ascii: "0"), text.count > 1 {
            base = text[1] | 0x20 == UInt8(ascii: "x") ? 16 : 8
            digits = text[(base == 16 ? 2 : 1)...]
        }
        var number: UInt64 = 0
        for byte in digits {
            guard byte.isHexDigit else { return nil }
            let digit = UInt64(byte.isDigit ? byte & 15 : (byte & 15) + 9)
            guard digit < base else { return nil }
            number = min(number * base + digit, 1 << 32)
        }
        return number
    }
}
