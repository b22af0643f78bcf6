extension Handwritten {
    /// White space alone, or nothing.
    static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first else { return true }
        if first > 0x20, first < 0x7F { return false }
        return String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    static func codePoints(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
        return count
    }

    /// RFC 5321 without quoted names and bracketed addresses; at least two labels, the last one no number.
    static func isAddress(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > 0, at <= 64 else {
            return false
        }
        var last = UInt8(ascii: ".")
        for byte in bytes[..<at] {
            if byte == UInt8(ascii: ".") {
                if last == byte { return false }
            } else if !isAtom(byte) {
                return false
            }
            last = byte
        }
        return last != UInt8(ascii: ".") && isDomain(UnsafeBufferPointer(rebasing: bytes[(at + 1)...]))
    }

    static func isURL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard var start = bytes.firstIndex(of: UInt8(ascii: ":")), isWeb(bytes[..<start]) else { return false }
        guard bytes.count > start + 3, bytes[start + 1] == UInt8(ascii: "/"), bytes[start + 2] == UInt8(ascii: "/")
        else {
            return false
        }
        start += 3
        var end = start
        while end < bytes.count, !endsHost(bytes[end]) { end += 1 }
        guard isHost(bytes[start..<end]) else { return false }
        if end < bytes.count, bytes[end] == UInt8(ascii: ":") {
            let port = end + 1
            end = port
            while end < bytes.count, isDigit(bytes[end]) { end += 1 }
            guard (1...5).contains(end - port), end == bytes.count || endsHost(bytes[end]) else { return false }
            if end < bytes.count, bytes[end] == UInt8(ascii: ":") { return false }
        }
        var isASCII = true
        for byte in bytes[end...] {
            if byte <= 0x20 || byte == 0x7F { return false }
            if byte >= 0x80 { isASCII = false }
        }
        return isASCII
            || String(decoding: bytes[end...], as: UTF8.self).unicodeScalars.allSatisfy {
                !$0.properties.isWhitespace && $0.properties.generalCategory != .control
            }
    }

    private static func isWeb(_ scheme: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard scheme.count == 4 || scheme.count == 5 else { return false }
        return zip(scheme, "https".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    private static func isHost(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var labels = 0
        var isStart = true
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                if isStart { return false }
                labels += 1
                isStart = true
            } else {
                let joins = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                if !isLetter(byte), !isDigit(byte), isStart || !joins { return false }
                isStart = false
            }
        }
        return labels > 0 && !isStart
    }

    private static func isDomain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
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
                } else if !isLetter(byte), !isDigit(byte) {
                    return false
                }
                if !isDigit(byte) { hasLetter = true }
                length += 1
            }
            last = byte
        }
        return labels > 0 && length > 0 && length <= 63 && last != UInt8(ascii: "-") && hasLetter
    }

    private static func endsHost(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    private static func isAtom(_ byte: UInt8) -> Bool {
        if isLetter(byte) || isDigit(byte) { return true }
        switch Unicode.Scalar(byte) {
        case "!", "#", "$", "%", "&", "'", "*", "+", "-", "/", "=", "?", "^", "_", "`", "{", "|", "}", "~": return true
        default: return false
        }
    }
}
