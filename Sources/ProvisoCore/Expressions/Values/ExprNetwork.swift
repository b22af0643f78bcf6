/// An IP address.
package struct ExprAddress: Hashable, Sendable {
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads `192.168.0.1`, `2001:db8::1`; no zone, no IPv4 within IPv6.
    init?(_ text: String) {
        if let bytes = Self.version4(text[...]) {
            self.bytes = bytes
            return
        }
        guard let bytes = Self.version6(text) else { return nil }
        self.bytes = bytes
    }

    /// The IPv4 address that an IPv6 address such as `::ffff:c0a8:1` stands for, or the address itself.
    var unmapped: ExprAddress {
        let isMapped = bytes.count == 16 && bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
        return isMapped ? ExprAddress(bytes: Array(bytes[12...])) : self
    }

    var isVersion4: Bool { bytes.count == 4 }

    private static func version4(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (48...57).contains($0) }),
                part.utf8.count == 1 || part.first != "0", let byte = UInt8(part)
            else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func version6(_ text: String) -> [UInt8]? {
        guard text.utf8.allSatisfy({ $0 == 58 || Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        var parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 3 else { return nil }
        if parts[0].isEmpty {
            guard parts[1].isEmpty else { return nil }
            parts.removeFirst()
        }
        if parts[parts.count - 1].isEmpty {
            guard parts[parts.count - 2].isEmpty else { return nil }
            parts.removeLast()
        }
        let gaps = parts.indices.filter { parts[$0].isEmpty }
        guard gaps.count <= 1, gaps.isEmpty ? parts.count == 8 : parts.count <= 8 else { return nil }
        var groups: [UInt16] = []
        for part in parts {
            if part.isEmpty {
                groups += [UInt16](repeating: 0, count: 9 - parts.count)
            } else {
                guard part.utf8.count <= 4, let group = UInt16(part, radix: 16) else { return nil }
                groups.append(group)
            }
        }
        return groups.count == 8 ? groups.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] } : nil
    }

    /// The usual form: RFC 5952 for IPv6.
    package var text: String {
        if isVersion4 { return bytes.map { String($0) }.joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        var (start, length) = (0, 0)
        for index in groups.indices {
            let run = groups[index...].prefix { $0 == 0 }.count
            if run > length { (start, length) = (index, run) }
        }
        func hex(_ groups: ArraySlice<UInt16>) -> String {
            groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        return length < 2 ? hex(groups[...]) : "\(hex(groups[..<start]))::\(hex(groups[(start + length)...]))"
    }

    var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }
    var isLoopback: Bool { isVersion4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1 }
    var isGlobalUnicast: Bool {
        !(isUnspecified || isLoopback || isMulticast || isLinkLocalUnicast || bytes == [255, 255, 255, 255])
    }
    var isMulticast: Bool { isVersion4 ? bytes[0] & 0xF0 == 224 : bytes[0] == 255 }
    var isLinkLocalMulticast: Bool {
        isVersion4 ? bytes.starts(with: [224, 0, 0]) : bytes[0] == 255 && bytes[1] & 15 == 2
    }
    var isLinkLocalUnicast: Bool {
        isVersion4 ? bytes.starts(with: [169, 254]) : bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }
}

/// A range of IP addresses.
package struct ExprNetwork: Hashable, Sendable {
    let address: ExprAddress
    let prefixLength: Int

    /// Reads `10.0.0.0/8`.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let address = ExprAddress(String(parts[0])), (1...3).contains(parts[1].utf8.count),
            parts[1].utf8.allSatisfy({ (48...57).contains($0) }), parts[1].count == 1 || parts[1].first != "0",
            let length = Int(parts[1]), length <= address.bytes.count * 8
        else { return nil }
        (self.address, prefixLength) = (address, length)
    }

    private init(_ address: ExprAddress, _ prefixLength: Int) {
        (self.address, self.prefixLength) = (address, prefixLength)
    }

    package var text: String { "\(address.text)/\(prefixLength)" }

    /// The network with all bits after the prefix set to 0.
    var masked: ExprNetwork {
        let bytes = address.bytes.enumerated().map { index, byte -> UInt8 in
            let bits = min(8, max(0, prefixLength - index * 8))
            return byte & UInt8(truncatingIfNeeded: 0xFF00 >> bits)
        }
        return ExprNetwork(ExprAddress(bytes: bytes), prefixLength)
    }

    func contains(_ other: ExprAddress) -> Bool {
        other.bytes.count == address.bytes.count && ExprNetwork(other, prefixLength).masked == masked
    }

    func contains(_ other: ExprNetwork) -> Bool { prefixLength <= other.prefixLength && contains(other.address) }
}
