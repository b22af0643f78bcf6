internal import ProvisoMessages

/// The form of a JSON text, validated byte by byte; what is open is in a small stack instead of in calls.
struct JSONGrammar {
    static let maximumDepth = 512

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// The brackets that close what is open.
    private let open: UnsafeMutableBufferPointer<UInt8>
    private var depth = 0

    static func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maximumDepth) { open in
            var grammar = JSONGrammar(bytes: bytes, open: open)
            return grammar.isValue()
        }
    }

    private init(bytes: UnsafeBufferPointer<UInt8>, open: UnsafeMutableBufferPointer<UInt8>) {
        self.bytes = bytes
        self.open = open
    }

    private mutating func isValue() -> Bool {
        while true {
            skipBlanks()
            if take(UInt8(ascii: "{")) {
                guard enter(UInt8(ascii: "}")) else { return false }
                if bytes[safe: index] != UInt8(ascii: "}") {
                    guard isName() else { return false }
                    continue
                }
            } else if take(UInt8(ascii: "[")) {
                guard enter(UInt8(ascii: "]")) else { return false }
                if bytes[safe: index] != UInt8(ascii: "]") { continue }
            } else if !isScalar() {
                return false
            }
            switch leave() {
            case .next: continue
            case .end: return index == bytes.count
            case .fault: return false
            }
        }
    }

    private enum Sequel { case next, end, fault }

    /// What follows a value: closing signs, then a comma or the end.
    private mutating func leave() -> Sequel {
        while true {
            skipBlanks()
            if depth == 0 { return .end }
            if take(open[depth - 1]) {
                depth -= 1
            } else if take(UInt8(ascii: ",")) {
                return open[depth - 1] == UInt8(ascii: "]") || isName() ? .next : .fault
            } else {
                return .fault
            }
        }
    }

    private mutating func enter(_ closing: UInt8) -> Bool {
        if depth == Self.maximumDepth { return false }
        open[depth] = closing
        depth += 1
        skipBlanks()
        return true
    }

    private mutating func isName() -> Bool {
        skipBlanks()
        guard isString() else { return false }
        skipBlanks()
        return take(UInt8(ascii: ":"))
    }

    private mutating func isScalar() -> Bool {
        switch bytes[safe: index] {
        case UInt8(ascii: "\""): isString()
        case UInt8(ascii: "t"): isWord("true")
        case UInt8(ascii: "f"): isWord("false")
        case UInt8(ascii: "n"): isWord("null")
        default: isNumber()
        }
    }

    private mutating func isWord(_ word: StaticString) -> Bool {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        for place in index..<end where bytes[place] != word.utf8Start[place - index] { return false }
        index = end
        return true
    }

    private mutating func isNumber() -> Bool {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")), !skipDigits() { return false }
        if take(UInt8(ascii: ".")), !skipDigits() { return false }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            return skipDigits()
        }
        return true
    }

    private mutating func isString() -> Bool {
        guard take(UInt8(ascii: "\"")) else { return false }
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte < 0x20 || byte == UInt8(ascii: "\\") && !isEscape() { return false }
        }
        return false
    }

    private mutating func isEscape() -> Bool {
        guard let byte = bytes[safe: index] else { return false }
        index += 1
        switch Unicode.Scalar(byte) {
        case "\"", "\\", "/", "b", "f", "n", "r", "t": return true
        case "u":
            guard let unit = codeUnit(), unit & 0xFC00 != 0xDC00 else { return false }
            if unit & 0xFC00 != 0xD800 { return true }
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = codeUnit() else { return false }
            return low & 0xFC00 == 0xDC00
        default: return false
        }
    }

    private mutating func codeUnit() -> UInt16? {
        guard index + 4 <= bytes.count else { return nil }
        var unit: UInt16 = 0
        for byte in bytes[index..<(index + 4)] {
            guard byte.isHexDigit else { return nil }
            unit = unit << 4 | UInt16(byte.isDigit ? byte & 0x0F : (byte & 0x0F) + 9)
        }
        index += 4
        return unit
    }

    private mutating func skipDigits() -> Bool {
        let first = index
        while index < bytes.count, bytes[index].isDigit { index += 1 }
        return index > first
    }

    private mutating func skipBlanks() {
        while index < bytes.count,
            bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09
        {
            index += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The byte at an index, `nil` past the end.
    subscript(safe index: Int) -> UInt8? { index < count ? self[index] : nil }
}
