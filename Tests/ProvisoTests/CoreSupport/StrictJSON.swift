import Proviso

/// JSON by RFC 8259, read slowly and plainly, to compare the real reader with.
struct StrictJSON {
    struct Malformed: Error {}

    private let bytes: [UInt8]
    private var index = 0

    static func value(_ bytes: [UInt8]) throws -> AnyValue {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Malformed() }
        var json = StrictJSON(bytes: bytes)
        json.skipBlanks()
        let value = try json.value(depth: 1)
        json.skipBlanks()
        guard json.index == bytes.count else { throw Malformed() }
        return value
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    private mutating func take(_ expected: String) throws {
        for byte in expected.utf8 {
            guard self.byte == byte else { throw Malformed() }
            index += 1
        }
    }

    private mutating func value(depth: Int) throws -> AnyValue {
        switch byte {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "t"):
            try take("true")
            return true
        case UInt8(ascii: "f"):
            try take("false")
            return false
        case UInt8(ascii: "n"):
            try take("null")
            return .null
        default: return try number()
        }
    }

    /// The items or members between two brackets; `item` reads one.
    private mutating func enclosed(_ close: String, depth: Int, _ item: (inout StrictJSON) throws -> Void) throws {
        guard depth <= 512 else { throw Malformed() }
        index += 1
        skipBlanks()
        if byte == close.utf8.first {
            index += 1
            return
        }
        while true {
            skipBlanks()
            try item(&self)
            skipBlanks()
            if byte == close.utf8.first {
                index += 1
                return
            }
            try take(",")
        }
    }

    private mutating func list(depth: Int) throws -> AnyValue {
        var items: [AnyValue] = []
        try enclosed("]", depth: depth) { items.append(try $0.value(depth: depth + 1)) }
        return .list(items)
    }

    private mutating func object(depth: Int) throws -> AnyValue {
        var members: [AnyValue.Member] = []
        try enclosed("}", depth: depth) { json in
            guard json.byte == UInt8(ascii: "\"") else { throw Malformed() }
            let key = try json.text()
            json.skipBlanks()
            try json.take(":")
            json.skipBlanks()
            let member = AnyValue.Member(key, try json.value(depth: depth + 1))
            if let first = members.firstIndex(where: { Array($0.key.utf8) == Array(key.utf8) }) {
                members[first] = member
            } else {
                members.append(member)
            }
        }
        return .object(members)
    }

    private mutating func text() throws -> String {
        index += 1
        var units: [UInt8] = []
        while let byte {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
            case 0..<0x20: throw Malformed()
            case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
            default: units.append(byte)
            }
        }
        throw Malformed()
    }

    private mutating func escape() throws -> Unicode.Scalar {
        guard let byte else { throw Malformed() }
        index += 1
        let plain: [UInt8: Unicode.Scalar] = [
            0x22: "\"", 0x5C: "\\", 0x2F: "/", 0x62: "\u{8}", 0x66: "\u{C}", 0x6E: "\n", 0x72: "\r", 0x74: "\t",
        ]
        if let scalar = plain[byte] { return scalar }
        guard byte == UInt8(ascii: "u") else { throw Malformed() }
        let high = try unit()
        if let scalar = Unicode.Scalar(high) { return scalar }
        guard high < 0xDC00 else { throw Malformed() }
        try take("\\u")
        let low = try unit()
        guard low >= 0xDC00, low < 0xE000 else { throw Malformed() }
        guard let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) else { throw Malformed() }
        return scalar
    }

    private mutating func unit() throws -> UInt32 {
        guard index + 4 <= bytes.count else { throw Malformed() }
        let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
        guard digits.utf8.allSatisfy({ UInt8(ascii: "+") != $0 && UInt8(ascii: "-") != $0 }) else { throw Malformed() }
        guard let unit = UInt32(digits, radix: 16) else { throw Malformed() }
        index += 4
        return unit
    }

    private mutating func number() throws -> AnyValue {
        let start = index
        if byte == UInt8(ascii: "-") { index += 1 }
        let integer = digits()
        guard !integer.isEmpty, integer.count == 1 || integer.first != UInt8(ascii: "0") else { throw Malformed() }
        if byte == UInt8(ascii: ".") {
            index += 1
            guard !digits().isEmpty else { throw Malformed() }
        }
        if let byte, byte | 0x20 == UInt8(ascii: "e") {
            index += 1
            if self.byte == UInt8(ascii: "+") || self.byte == UInt8(ascii: "-") { index += 1 }
            guard !digits().isEmpty else { throw Malformed() }
        }
        guard let number = Number(String(decoding: bytes[start..<index], as: UTF8.self)) else { throw Malformed() }
        return AnyValue(number)
    }

    private mutating func digits() -> ArraySlice<UInt8> {
        let start = index
        while let byte, byte &- 0x30 < 10 { index += 1 }
        return bytes[start..<index]
    }
}
