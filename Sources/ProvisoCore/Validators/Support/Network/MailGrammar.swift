internal import ByteBridge
internal import ProvisoMessages

/// Validates the two sides of an e-mail address byte by byte.
enum MailGrammar {
    /// Whether a string is an address by the rules below; false means that it is not known.
    ///
    /// Most addresses have at most 64 bytes, whose classes fit in one word each: comparing adjacent bytes needs no loop.
    static func isShortAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count > 0, bytes.count <= Int(PRV_BYTES_MOST), let start = bytes.baseAddress else { return false }
        let found = prv_mail_masks_of(start, bytes.count)
        let (at, dots) = (found.at, found.dots)
        guard at.nonzeroBitCount == 1 else { return false }
        let local = at &- 1
        let plain = found.letters | found.digits | dots | found.hyphens
        if plain & local != local, (prv_atom_mask_of(start, at.trailingZeroBitCount) | dots) & local != local {
            return false
        }
        let domain = ~(at | (at &- 1)) & (.max >> UInt64(64 - bytes.count))
        let hyphens = found.hyphens & domain
        guard (found.letters | found.digits | dots) & domain | hyphens == domain, dots & domain != 0 else {
            return false
        }
        // The borders of the parts: dots, the at sign, and both ends of the string.
        let borders = dots | at
        let begins = borders << 1 | 1
        let ends = borders >> 1 | 1 << UInt64(bytes.count - 1)
        if dots & (begins | ends) != 0 || hyphens & (begins | ends) != 0 || at & begins != 0 { return false }
        let lastLabel = domain & ~(.max >> UInt64(dots.leadingZeroBitCount))
        return lastLabel & ~found.digits != 0
    }

    /// The number of bytes of RFC 5321's dot-string; `nil` for any other string.
    ///
    /// `international` adds RFC 6531's code points beyond ASCII, and then it is that of the longest normalization form.
    static func length(ofLocalPart bytes: UnsafeBufferPointer<UInt8>, international: Bool) -> Int? {
        guard let isASCII = isDotString(bytes) else { return nil }
        if isASCII { return bytes.count }
        guard international, isInternational(bytes) else { return nil }
        return lengthOfForms(of: bytes).map { max($0, bytes.count) }
    }

    /// Whether all bytes are ASCII; `nil` if it is not a dot-string, also with code points beyond ASCII.
    private static func isDotString(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
        let classes = MailBytes.classes
        // The byte before, a dot at the start: no part may be empty.
        var last = MailBytes.dot
        var found: UInt8 = 0
        for byte in bytes {
            let this = classes[byte]
            found |= this & (MailBytes.notLocal | MailBytes.notASCII) | this & last & MailBytes.dot
            last = this
        }
        if found & (MailBytes.notLocal | MailBytes.dot) != 0 || last & MailBytes.dot != 0 { return nil }
        return found & MailBytes.notASCII == 0
    }

    /// The bytes of the longer one of the normalization forms C and KC; `nil` if one of them is not a local part:
    /// `\u{37E}` becomes a semicolon, `﹫` an at sign.
    private static func lengthOfForms(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        let text = String(decoding: bytes, as: UTF8.self)
        var longest = 0
        for form in [UnicodeText.nfc(text), UnicodeText.nfkc(text)] {
            guard var form else { return nil }
            let isLocalPart = form.withUTF8 { $0.count <= 64 && isDotString($0) != nil && isInternational($0) }
            if !isLocalPart { return nil }
            longest = max(longest, form.utf8.count)
        }
        return longest
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

    /// Whether there are at least two labels of letters, digits and inner hyphens, the last one not a number.
    static func isDomain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= 253 else { return false }
        let classes = MailBytes.classes
        var last = MailBytes.dot
        var found: UInt8 = 0
        var dots = 0
        for byte in bytes {
            let this = classes[byte]
            // No dot after a dot or hyphen, no hyphen after a dot.
            let clash = this & MailBytes.dot & (last | last >> 1) | this >> 1 & last & MailBytes.dot
            found |= this & MailBytes.notDomain | clash
            dots += Int(this & MailBytes.dot)
            last = this
        }
        if found != 0 || dots == 0 || last & (MailBytes.dot | MailBytes.hyphen) != 0 { return false }
        return endsInName(bytes) && (bytes.count <= 64 || hasShortLabels(bytes))
    }

    private static func endsInName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in bytes.reversed() where !byte.isDigit { return byte != UInt8(ascii: ".") }
        return false
    }

    private static func hasShortLabels(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var length = 0
        for byte in bytes {
            length = byte == UInt8(ascii: ".") ? 0 : length + 1
            if length > 63 { return false }
        }
        return true
    }
}

/// The classes of each byte in an address, one bit each.
private struct MailBytes: @unchecked Sendable {
    static let dot: UInt8 = 1
    static let hyphen: UInt8 = 2
    static let notLocal: UInt8 = 4
    static let notDomain: UInt8 = 8
    static let notASCII: UInt8 = 16

    static let classes = MailBytes()

    private let table: UnsafePointer<UInt8>

    private init() {
        let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
        let signs = Array("!#$%&'*+-/=?^_`{|}~.".utf8)
        for byte in UInt8.min...UInt8.max {
            var found: UInt8 = 0
            if byte == UInt8(ascii: ".") { found |= Self.dot }
            if byte == UInt8(ascii: "-") { found |= Self.hyphen }
            if byte >= 0x80 {
                found |= Self.notASCII | Self.notDomain
            } else if !byte.isLetterOrDigit {
                if !signs.contains(byte) { found |= Self.notLocal }
                if found & (Self.dot | Self.hyphen) == 0 { found |= Self.notDomain }
            }
            table[Int(byte)] = found
        }
        self.table = UnsafePointer(table)
    }

    subscript(byte: UInt8) -> UInt8 { table[Int(byte)] }
}
