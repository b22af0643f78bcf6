internal import ProvisoMessages

/// Reads the regular expressions that `SimplePattern` supports.
struct SimplePatternReader {
    private let bytes: [UInt8]
    private var index: Int
    private let end: Int

    /// The parts between `^` and `$`, or `nil` if there is anything else.
    static func read(_ pattern: String) -> [SimplePattern.Part]? {
        let bytes = Array(pattern.utf8)
        guard bytes.count >= 2, bytes.first == UInt8(ascii: "^"), bytes.last == UInt8(ascii: "$"),
            bytes.allSatisfy({ $0 < 0x80 })
        else { return nil }
        var reader = SimplePatternReader(bytes: bytes, index: 1, end: bytes.count - 1)
        var parts: [SimplePattern.Part] = []
        while reader.index < reader.end {
            guard let set = reader.atom(), let (least, most) = reader.quantifier() else { return nil }
            if most > 0 { parts.append(SimplePattern.Part(bytes: set, least: least, most: most)) }
        }
        return parts
    }

    private mutating func next() -> UInt8? {
        guard index < end else { return nil }
        index += 1
        return bytes[index - 1]
    }

    private func peek(_ byte: Character) -> Bool { index < end && bytes[index] == byte.asciiValue }

    private mutating func skip(_ byte: Character) -> Bool {
        guard peek(byte) else { return false }
        index += 1
        return true
    }

    private mutating func atom() -> ByteSet? {
        guard let byte = next() else { return nil }
        switch Character(Unicode.Scalar(byte)) {
        case "[": return bracket()
        case "\\": return escape()
        case ".":
            // RE2's dot matches everything but a line feed.
            return Self.one(0x0A).inverted
        case "^", "$", "(", ")", "|", "?", "*", "+", "{", "}", "]": return nil
        default: return Self.one(byte)
        }
    }

    private mutating func escape() -> ByteSet? {
        guard let byte = next() else { return nil }
        switch Character(Unicode.Scalar(byte)) {
        case "d": return Self.digits
        case "w": return Self.word
        case "s": return Self.space
        case "D": return Self.digits.inverted
        case "W": return Self.word.inverted
        case "S": return Self.space.inverted
        case "n": return Self.one(0x0A)
        case "r": return Self.one(0x0D)
        case "t": return Self.one(0x09)
        default: return byte.isLetterOrDigit || byte == UInt8(ascii: "_") ? nil : Self.one(byte)
        }
    }

    private mutating func bracket() -> ByteSet? {
        let isNegated = skip("^")
        var set = ByteSet()
        var isFirst = true
        while isFirst || !peek("]") {
            isFirst = false
            guard let byte = next(), byte != UInt8(ascii: "["), byte != UInt8(ascii: "]") else { return nil }
            var item = Self.one(byte)
            if byte == UInt8(ascii: "\\") {
                guard let escaped = escape() else { return nil }
                item = escaped
            }
            if peek("-"), index + 1 < end, bytes[index + 1] != UInt8(ascii: "]") {
                index += 1
                guard byte != UInt8(ascii: "\\"), let last = next(), last.isLetterOrDigit, last >= byte else {
                    return nil
                }
                set.insert(byte...last)
            } else {
                set.formUnion(item)
            }
        }
        guard skip("]") else { return nil }
        return isNegated ? set.inverted : set
    }

    private mutating func quantifier() -> (least: Int, most: Int)? {
        let found: (Int, Int)
        if skip("?") {
            found = (0, 1)
        } else if skip("*") {
            found = (0, .max)
        } else if skip("+") {
            found = (1, .max)
        } else if skip("{") {
            guard let least = count() else { return nil }
            var most = least
            if skip(",") {
                most = .max
                if !peek("}") {
                    guard let written = count() else { return nil }
                    most = written
                }
            }
            guard skip("}"), least <= most else { return nil }
            found = (least, most)
        } else {
            return (1, 1)
        }
        // A second quantifier, or a lazy one, is left to RE2.
        return peek("?") || peek("*") || peek("+") || peek("{") ? nil : found
    }

    /// A count up to RE2's own limit.
    private mutating func count() -> Int? {
        let first = index
        var number = 0
        while index < end, bytes[index].isDigit, number <= 1000 {
            number = number * 10 + Int(bytes[index] - UInt8(ascii: "0"))
            index += 1
        }
        return index > first && number <= 1000 ? number : nil
    }

    private static func one(_ byte: UInt8) -> ByteSet { of(byte...byte) }

    private static func of(_ ranges: ClosedRange<UInt8>...) -> ByteSet {
        ranges.reduce(into: ByteSet()) { $0.insert($1) }
    }

    private static let digits = of(0x30...0x39)
    private static let word = of(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
    private static let space = of(0x09...0x0A, 0x0C...0x0D, 0x20...0x20)
}
