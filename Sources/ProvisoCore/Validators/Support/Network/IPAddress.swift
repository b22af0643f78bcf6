internal import ProvisoMessages

/// An IP address: version 4 in the dotted form, or version 6 by RFC 4291, section 2.2.
package struct IPAddress: Sendable, Hashable {
    package let isVersion6: Bool
    /// The address itself, in the lowest 32 bits for version 4.
    package private(set) var bits: UInt128 = 0
    /// The start of the zone of an address that is not global (`%eth0`, RFC 4007), with its `%`; otherwise the end.
    package private(set) var zoneStart = 0

    package var width: Int { isVersion6 ? 128 : 32 }

    /// The version of a possible address: a string with a colon is version 6.
    package static func version(of text: UnsafeBufferPointer<UInt8>) -> Int { text.contains(UInt8(ascii: ":")) ? 6 : 4 }

    /// `nil` if it is not an address; numbers with leading zeros are not allowed.
    package init?(_ text: UnsafeBufferPointer<UInt8>) {
        isVersion6 = Self.version(of: text) == 6
        zoneStart = text.count
        if isVersion6 {
            if !read6(text) { return nil }
        } else {
            guard let address = Self.version4(text) else { return nil }
            bits = UInt128(address)
        }
    }

    package init?(_ text: String) {
        var text = text
        guard let address = text.withUTF8({ IPAddress($0) }) else { return nil }
        self = address
    }

    private static func version4(_ text: UnsafeBufferPointer<UInt8>) -> UInt32? {
        guard (7...15).contains(text.count) else { return nil }
        var address: UInt32 = 0
        var octets = 0
        var start = 0
        for index in 0...text.count where index == text.count || text[index] == UInt8(ascii: ".") {
            guard octets < 4, let octet = DecimalNumber.read(text.part(start..<index), most: 255) else { return nil }
            address = address << 8 | UInt32(octet)
            octets += 1
            start = index + 1
        }
        return octets == 4 ? address : nil
    }

    private mutating func read6(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        zoneStart = text.firstIndex(of: UInt8(ascii: "%")) ?? text.count
        guard zoneStart <= 45, readGroups(text.part(0..<zoneStart)) else { return false }
        if zoneStart == text.count { return true }
        let zone = text.part((zoneStart + 1)..<text.count)
        return mayHaveZone && (1...32).contains(zone.count) && zone.allSatisfy { Self.isInZone($0) }
    }

    /// Whether the address is of less than global scope (RFC 4007, section 4, and RFC 4291, section 2.7).
    private var mayHaveZone: Bool {
        // Link-local and, though deprecated, site-local unicast; the loopback address is of link-local scope.
        if bits >> 118 == 0x3FA || bits >> 118 == 0x3FB || bits == 1 { return true }
        let scope = bits >> 112 & 15
        return bits >> 120 == 0xFF && scope != 0 && scope < 14
    }

    private static func isInZone(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    private mutating func readGroups(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var groups = 0
        /// The number of groups before "::".
        var gap: Int?
        var index = 0
        if text.starts(with: "::".utf8) {
            gap = 0
            index = 2
        }
        while index < text.count {
            let end = text[index...].firstIndex(of: UInt8(ascii: ":")) ?? text.count
            let piece = text.part(index..<end)
            if end == text.count, piece.contains(UInt8(ascii: ".")) {
                guard let address = Self.version4(piece) else { return false }
                bits = bits << 32 | UInt128(address)
                groups += 2
                break
            }
            guard groups < 8, append(piece) else { return false }
            groups += 1
            if end == text.count { break }
            index = end + 1
            if text[safe: index] == UInt8(ascii: ":") {
                if gap != nil { return false }
                gap = groups
                index += 1
            } else if index == text.count {
                return false
            }
        }
        guard let gap else { return groups == 8 }
        if groups > 7 { return false }
        // Groups after the gap keep their place, groups before it move up.
        let low = (groups - gap) * 16
        let behind = low == 0 ? 0 : bits & (UInt128.max >> UInt128(128 - low))
        let before = low == 128 ? 0 : bits >> UInt128(low)
        bits = (gap == 0 ? 0 : before << UInt128(128 - gap * 16)) | behind
        return true
    }

    /// Appends one to four hexadecimal digits.
    private mutating func append(_ group: UnsafeBufferPointer<UInt8>) -> Bool {
        guard (1...4).contains(group.count), group.allSatisfy({ $0.isHexDigit }) else { return false }
        var number: UInt128 = 0
        for byte in group { number = number << 4 | UInt128(byte.isDigit ? byte & 15 : (byte & 15) + 9) }
        bits = bits << 16 | number
        return true
    }
}

/// Decimal digits without a sign and without leading zeros.
enum DecimalNumber {
    /// The number; `nil` for anything else and for numbers above `most`.
    static func read(_ digits: UnsafeBufferPointer<UInt8>, most: Int) -> Int? {
        guard (1...9).contains(digits.count), digits.count == 1 || digits[0] != UInt8(ascii: "0") else { return nil }
        var number = 0
        for byte in digits {
            guard byte.isDigit else { return nil }
            number = number * 10 + Int(byte & 15)
        }
        return number <= most ? number : nil
    }
}
