/// Scans JSON and calls a builder for what is in it; allocates nothing itself.
///
/// Open lists and objects are kept in bits instead of in nested calls, so that hostile text cannot exhaust the call
/// stack.
struct JSONScanner<Builder: JSONBuilder> {
    typealias Problem = JSONProblem

    private let bytes: UnsafeBufferPointer<UInt8>
    private let maximumDepth: Int
    private var index = 0
    private var depth = 0
    /// A bit for each level up to `StrictJSON.maximumDepth`: whether it is an object.
    private var objects = InlineArray<8, UInt64>(repeating: 0)
    private(set) var builder: Builder

    init(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int, builder: Builder) {
        self.bytes = bytes
        maximumDepth = min(depth, StrictJSON.maximumDepth)
        self.builder = builder
    }

    mutating func scan() throws(Problem) {
        while true {
            skipBlanks()
            let start = index
            if take(UInt8(ascii: "{")) {
                try open(isObject: true, from: start)
                if peek != UInt8(ascii: "}") {
                    try key()
                    continue
                }
            } else if take(UInt8(ascii: "[")) {
                try open(isObject: false, from: start)
                if peek != UInt8(ascii: "]") { continue }
            } else {
                try scalar()
            }
            if try close() { return }
        }
    }

    private mutating func open(isObject: Bool, from start: Int) throws(Problem) {
        guard depth < maximumDepth else { throw problem(.tooDeep(maximumDepth), at: start) }
        let bit = UInt64(1) << UInt64(depth & 63)
        if isObject { objects[depth >> 6] |= bit } else { objects[depth >> 6] &= ~bit }
        depth += 1
        if let kind = builder.open(at: start) { throw problem(kind, at: start) }
        skipBlanks()
    }

    /// Scans what follows a value, closing brackets and a comma; returns whether it is the end.
    private mutating func close() throws(Problem) -> Bool {
        while true {
            skipBlanks()
            guard depth > 0 else {
                if index == bytes.count { return true }
                throw problem(.end)
            }
            let level = depth - 1
            let isObject = objects[level >> 6] >> UInt64(level & 63) & 1 != 0
            if take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
                depth = level
                builder.close(isObject: isObject)
            } else if take(UInt8(ascii: ",")) {
                skipBlanks()
                if isObject { try key() }
                return false
            } else {
                throw problem(isObject ? .commaOrBrace : .commaOrBracket)
            }
        }
    }

    private mutating func key() throws(Problem) {
        let start = index
        guard peek == UInt8(ascii: "\"") else { throw problem(.key) }
        let string = try string()
        if Builder.keepsValues, let kind = builder.add(key: try text(of: string), at: start) {
            throw problem(kind, at: start)
        }
        skipBlanks()
        guard take(UInt8(ascii: ":")) else { throw problem(.colon) }
    }

    private mutating func scalar() throws(Problem) {
        let start = index
        let value: StrictJSON.Value
        switch peek {
        case UInt8(ascii: "\""):
            let string = try string()
            if !Builder.keepsValues { return }
            value = .string(try text(of: string))
        case UInt8(ascii: "t") where isWord("true"): value = .boolean(true)
        case UInt8(ascii: "f") where isWord("false"): value = .boolean(false)
        case UInt8(ascii: "n") where isWord("null"): value = .null
        case UInt8(ascii: "-"), (0x30...0x39)?:
            try number()
            if !Builder.keepsValues { return }
            value = .number(String(decoding: bytes[start..<index], as: UTF8.self))
        default: throw problem(.value)
        }
        if let kind = builder.add(value, at: start) { throw problem(kind, at: start) }
    }

    /// Takes a word that no other letter or digit follows.
    private mutating func isWord(_ word: StaticString) -> Bool {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, end == bytes.count || !bytes[end].isInWord else { return false }
        for place in index..<end where bytes[place] != word.utf8Start[place - index] { return false }
        index = end
        return true
    }

    private mutating func number() throws(Problem) {
        let start = index
        _ = take(UInt8(ascii: "-"))
        let first = index
        try digits()
        if index > first + 1, bytes[first] == UInt8(ascii: "0") { throw problem(.leadingZero, at: start) }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
    }

    private mutating func digits() throws(Problem) {
        let first = index
        while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
        if index == first { throw problem(.digit) }
    }

    /// A string without its quotes.
    private struct Content {
        let range: Range<Int>
        let hasEscapes: Bool
    }

    private mutating func string() throws(Problem) -> Content {
        let opening = index
        var hasEscapes = false
        index += 1
        while true {
            // A tight loop over the bytes that need nothing done.
            var next = index
            while next < bytes.count, bytes[next] >= 0x20, bytes[next] != UInt8(ascii: "\""),
                bytes[next] != UInt8(ascii: "\\")
            {
                next += 1
            }
            index = next
            switch peek {
            case UInt8(ascii: "\""):
                index += 1
                return Content(range: opening + 1..<next, hasEscapes: hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                _ = try escape()
            case nil: throw problem(.unclosedString, at: opening)
            default: throw problem(.controlCharacter)
            }
        }
    }

    private mutating func text(of string: Content) throws(Problem) -> String {
        guard string.hasEscapes else { return String(decoding: bytes[string.range], as: UTF8.self) }
        let end = index
        defer { index = end }
        var characters: [UInt8] = []
        index = string.range.lowerBound
        while index < string.range.upperBound {
            if bytes[index] == UInt8(ascii: "\\") {
                characters.append(contentsOf: String(try escape()).utf8)
            } else {
                characters.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    private mutating func escape() throws(Problem) -> Unicode.Scalar {
        let start = index
        index += 1
        // The string is not closed then, which is reported at its opening quote.
        guard let byte = peek else { return "\\" }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try codePoint(from: start)
        default:
            index -= 1
            throw problem(.escape, at: start)
        }
    }

    private mutating func codePoint(from start: Int) throws(Problem) -> Unicode.Scalar {
        var value = try codeUnit(from: start)
        if value & 0xFC00 == 0xD800, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let low = try codeUnit(from: start)
            if low & 0xFC00 == 0xDC00 { value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF }
        }
        guard let scalar = Unicode.Scalar(value) else { throw problem(.surrogate, at: start) }
        return scalar
    }

    private mutating func codeUnit(from start: Int) throws(Problem) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = peek?.hexDigit else { throw problem(.hexDigits, at: start) }
            unit = unit << 4 | digit
            index += 1
        }
        return unit
    }

    private func problem(_ kind: Problem.Kind, at offset: Int? = nil) -> Problem {
        Problem(kind: kind, offset: offset ?? index, found: index, isNested: depth > 0)
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

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

extension UInt8 {
    fileprivate var hexDigit: UInt32? {
        switch self {
        case 0x30...0x39: UInt32(self & 0xF)
        case 0x41...0x46, 0x61...0x66: UInt32(self & 0xF) + 9
        default: nil
        }
    }
}
