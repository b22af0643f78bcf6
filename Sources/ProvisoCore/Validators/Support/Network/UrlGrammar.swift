internal import ByteBridge
internal import ProvisoMessages

/// Validates the form of a URL byte by byte.
struct UrlGrammar: Sendable {
    /// In lowercase.
    private let schemes: [[UInt8]]
    private let takesHTTP: Bool
    private let takesHTTPS: Bool
    private let isInternational: Bool

    /// Throws for a string that cannot be a scheme (RFC 3986, section 3.1).
    init(schemes: [String], option: String, isInternational: Bool) throws(OptionError) {
        for scheme in schemes {
            let isScheme = scheme.utf8.allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
            guard isScheme, let first = scheme.utf8.first, first.isLetterOrDigit, !first.isDigit else {
                throw OptionError(
                    option: option, reason: "'\(scheme)' is not a scheme: letters, digits, '+', '-' and '.' only")
            }
        }
        if schemes.isEmpty { throw OptionError(option: option, reason: "must name at least one scheme") }
        let known = schemes.map { $0.lowercased() }
        self.schemes = known.map { Array($0.utf8) }
        takesHTTP = known.contains("http")
        takesHTTPS = known.contains("https")
        self.isInternational = isInternational
    }

    /// Where the first "://" begins, unless a path, query or fragment begins before it.
    static func endOfScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        for (index, byte) in bytes.enumerated() where endsHost(byte) {
            if byte != UInt8(ascii: ":") { return nil }
            if index + 2 < bytes.count, bytes[index + 1] == UInt8(ascii: "/"), bytes[index + 2] == UInt8(ascii: "/") {
                return index
            }
        }
        return nil
    }

    func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = startOfHost(bytes) else { return false }
        if !isInternational, Self.isShort(bytes, from: start) { return true }
        var end = start
        while end < bytes.count, !Self.endsHost(bytes[end]) { end += 1 }
        guard isHost(bytes.part(start..<end)), let rest = endOfPort(bytes, from: end) else { return false }
        guard rest == bytes.count || bytes[rest] != UInt8(ascii: ":") else { return false }
        return isVisible(bytes.part(rest..<bytes.count))
    }

    /// Whether the part after the scheme is a plain host and visible ASCII; false means that it is not known.
    ///
    /// Most URLs have at most 64 bytes, whose classes fit a word each.
    private static func isShort(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
        guard bytes.count > start, bytes.count - start < Int(PRV_BYTES_MOST), let first = bytes.baseAddress else {
            return false
        }
        let (text, count) = (first + start, bytes.count - start)
        let found = prv_url_masks_of(text, count)
        if found.visible != 1 << UInt64(count) - 1 { return false }
        let end = min(found.host_ends.trailingZeroBitCount, count)
        guard end > 0, end == count || text[end] != UInt8(ascii: ":") else { return false }
        let host: UInt64 = 1 << UInt64(end) - 1
        let (dots, names) = (found.dots & host, found.names & host)
        if dots == 0 || dots >> UInt64(end - 1) != 0 || text[64 - dots.leadingZeroBitCount].isDigit { return false }
        let ends = dots >> 1 | 1 << UInt64(end - 1)
        let areLabels = (dots << 1 | 1) & ~names == 0 && ends & found.hyphens == 0
        return areLabels && (names | dots | found.hyphens | found.underscores) & host == host
    }

    /// Where the host begins after an allowed scheme; nearly every URL begins with one of two.
    private func startOfHost(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        if bytes.count > 8, let start = bytes.baseAddress {
            let word = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self).littleEndian
            // Setting the bit 0x20 makes letters lowercase.
            if takesHTTPS, word | 0x20_2020_2020 == Self.https { return 8 }
            if takesHTTP, (word | 0x2020_2020) & .max >> 8 == Self.http { return 7 }
        }
        guard let scheme = Self.endOfScheme(bytes), isKnown(bytes, scheme) else { return nil }
        return scheme + 3
    }

    private static let https = UInt64(0x2F2F_3A73_7074_7468)
    private static let http = UInt64(0x2F_2F3A_7074_7468)

    private func isKnown(_ bytes: UnsafeBufferPointer<UInt8>, _ count: Int) -> Bool {
        for scheme in schemes where scheme.count == count {
            var index = 0
            // Setting the bit 0x20 makes letters lowercase and keeps digits.
            while index < count, scheme[index] == bytes[index] | (bytes[index].isLetterOrDigit ? 0x20 : 0) {
                index += 1
            }
            if index == count { return true }
        }
        return false
    }

    private func isHost(_ host: UnsafeBufferPointer<UInt8>) -> Bool {
        if !isInternational || DomainName.isPlain(host) { return Self.isPlainHost(host) }
        return DomainName.withASCII(host, .web) { Self.isPlainHost($0) } ?? false
    }

    private static func endsHost(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    /// At least two labels, optionally a dot after them, and no numbers except IP addresses.
    private static func isPlainHost(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let host = bytes.last == UInt8(ascii: ".") ? bytes.part(0..<(bytes.count - 1)) : bytes
        return HostGrammar.labels(host, underscores: true).count > 1 && HostGrammar.isNameOrAddress(host)
    }

    /// Where the port ends; `nil` if a colon is followed by anything except a number of 16 bits.
    private func endOfPort(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count, bytes[start] == UInt8(ascii: ":") else { return start }
        var end = start + 1
        var port = 0
        while end < bytes.count, bytes[end].isDigit {
            port = min(port * 10 + Int(bytes[end] & 15), 1 << 16)
            end += 1
        }
        guard end > start + 1, port < 1 << 16, end == bytes.count || Self.endsHost(bytes[end]) else { return nil }
        return end
    }

    /// Whether a byte would end the attribute or header in which a URL is written: RFC 3986, appendix C.
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }

    /// The number of leading bytes that are certainly visible ASCII and not delimiters, tested eight at a time.
    private static func plainStart(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var offset = 0
        while offset + 8 <= bytes.count {
            let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            // Below 0x21 a byte borrows its top bit, from 0x7F on it carries into it.
            let low = word &- 0x2121_2121_2121_2121
            let high = word &+ 0x0101_0101_0101_0101
            // A zero byte, which borrows too, means `"`, and with the bit between them cleared `<` and `>`.
            let quotes = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
            let brackets = (word & ~0x0202_0202_0202_0202 ^ 0x3C3C_3C3C_3C3C_3C3C) &- 0x0101_0101_0101_0101
            if (word | low | high | quotes | brackets) & 0x8080_8080_8080_8080 != 0 { return offset }
            offset += 8
        }
        return offset
    }

    /// Whether a URL is safe to show and to write: no white space, control character, delimiter or noncharacter, and no
    /// directional mark (RFC 3987, section 4.1).
    private func isVisible(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var isASCII = true
        for byte in bytes.part(Self.plainStart(bytes)..<bytes.count) {
            if byte <= 0x20 || byte == 0x7F || Self.isDelimiter(byte) { return false }
            if byte >= 0x80 { isASCII = false }
        }
        return isASCII || bytes.allScalars { !Self.isHidden($0) }
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.isWhitespace || properties.generalCategory == .control || properties.isBidiControl
            || properties.isNoncharacterCodePoint
    }
}
