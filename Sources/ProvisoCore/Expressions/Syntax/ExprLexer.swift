/// Cuts an expression into tokens, by the grammar of cel-spec.
struct ExprLexer {
    enum Token: Equatable {
        case name(String)
        /// A name between backticks, which may have any characters but backticks and line ends.
        case quotedName(String)
        case int(String)
        case uint(String)
        case double(String)
        case string(String)
        case bytes([UInt8])
        case sign(String)
        case end
    }

    struct Placed {
        let token: Token
        let offset: Int
        let end: Int
    }

    private let text: [UInt8]
    private var place = 0

    static func tokens(_ text: String) throws(ExprSyntaxError) -> [Placed] {
        var lexer = ExprLexer(text: Array(text.utf8))
        var tokens: [Placed] = []
        repeat { tokens.append(try lexer.next()) } while tokens.last?.token != .end
        return tokens
    }

    private init(text: [UInt8]) { self.text = text }

    private func byte(_ ahead: Int = 0) -> UInt8 { place + ahead < text.count ? text[place + ahead] : 0 }

    private func error(_ reason: String, at offset: Int? = nil) -> ExprSyntaxError {
        ExprSyntaxError(offset: offset ?? place, reason: reason)
    }

    private mutating func skipSpace() {
        while place < text.count {
            switch text[place] {
            case 0x20, 0x09, 0x0A, 0x0C, 0x0D: place += 1
            case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
                while place < text.count, text[place] != 0x0A { place += 1 }
            default: return
            }
        }
    }

    private mutating func next() throws(ExprSyntaxError) -> Placed {
        skipSpace()
        let start = place
        guard place < text.count else { return Placed(token: .end, offset: start, end: start) }
        let token = try token()
        return Placed(token: token, offset: start, end: place)
    }

    private mutating func token() throws(ExprSyntaxError) -> Token {
        let first = byte()
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try quoted(isRaw: false, isBytes: false) }
        if Self.isLetter(first) {
            if let token = try prefixed() { return token }
            let start = place
            while Self.isLetter(byte()) || Self.isDigit(byte()) { place += 1 }
            return .name(String(decoding: text[start..<place], as: UTF8.self))
        }
        if first == UInt8(ascii: "`") { return try backticked() }
        if Self.isDigit(first) || first == UInt8(ascii: ".") && Self.isDigit(byte(1)) { return try number() }
        for sign in ["==", "!=", "<=", ">=", "&&", "||", "??"] where Array(sign.utf8) == [first, byte(1)] {
            place += 2
            return .sign(sign)
        }
        guard "+-*/%<>!?:.,()[]{}".utf8.contains(first) else {
            let character = String(decoding: text[place...].prefix(4), as: UTF8.self).first.map { String($0) } ?? ""
            // The third sign of `!==` is alone here.
            let triple = String(decoding: text[Swift.max(0, place - 2)...].prefix(3), as: UTF8.self)
            let after = String(decoding: text[place...].prefix(2), as: UTF8.self)
            let meant = Self.meant[triple] ?? Self.meant[after] ?? Self.meant[character]
            throw ExprSyntaxError(
                offset: place, reason: "unexpected character '\(character)'", suggestion: meant)
        }
        place += 1
        return .sign(String(decoding: [first], as: UTF8.self))
    }

    private static let meant = [
        "!==": "!=", "=>": ">=", "=<": "<=", "=": "==", "&": "&&", "|": "||", "≤": "<=", "≥": ">=", "≠": "!=",
    ]

    private mutating func backticked() throws(ExprSyntaxError) -> Token {
        let start = place
        place += 1
        while place < text.count, text[place] != UInt8(ascii: "`") {
            // More than cel-spec has: JSON names members by any text.
            guard text[place] >= 0x20 else { throw error("the name in backticks does not end", at: start) }
            place += 1
        }
        guard place < text.count, place > start + 1 else {
            throw error("the name in backticks does not end", at: start)
        }
        place += 1
        return .quotedName(String(decoding: text[start + 1..<place - 1], as: UTF8.self))
    }

    /// A string with a prefix: `r"…"`, `b"…"`, `br"…"`.
    private mutating func prefixed() throws(ExprSyntaxError) -> Token? {
        var (isRaw, isBytes, length) = (false, false, 0)
        while length < 2 {
            let letter = byte(length) | 0x20
            if letter == UInt8(ascii: "r"), !isRaw {
                isRaw = true
            } else if letter == UInt8(ascii: "b"), !isBytes {
                isBytes = true
            } else {
                break
            }
            length += 1
        }
        guard length > 0, byte(length) == UInt8(ascii: "\"") || byte(length) == UInt8(ascii: "'") else { return nil }
        place += length
        return try quoted(isRaw: isRaw, isBytes: isBytes)
    }

    private mutating func quoted(isRaw: Bool, isBytes: Bool) throws(ExprSyntaxError) -> Token {
        let start = place
        let mark = byte()
        let isTriple = byte(1) == mark && byte(2) == mark
        place += isTriple ? 3 : 1
        var bytes: [UInt8] = []
        while true {
            guard place < text.count else { throw error("the string does not end", at: start) }
            let next = text[place]
            if next == mark, !isTriple || byte(1) == mark && byte(2) == mark {
                place += isTriple ? 3 : 1
                break
            }
            if next == 0x0A || next == 0x0D, !isTriple { throw error("the string does not end on its line", at: start) }
            if next == UInt8(ascii: "\\"), !isRaw {
                try escape(&bytes, isBytes)
                continue
            }
            bytes.append(next)
            place += 1
        }
        return isBytes ? .bytes(bytes) : .string(String(decoding: bytes, as: UTF8.self))
    }

    private mutating func escape(_ bytes: inout [UInt8], _ isBytes: Bool) throws(ExprSyntaxError) {
        let start = place
        place += 1
        let letter = byte()
        place += 1
        switch letter {
        case UInt8(ascii: "a"): bytes.append(7)
        case UInt8(ascii: "b"): bytes.append(8)
        case UInt8(ascii: "f"): bytes.append(12)
        case UInt8(ascii: "n"): bytes.append(10)
        case UInt8(ascii: "r"): bytes.append(13)
        case UInt8(ascii: "t"): bytes.append(9)
        case UInt8(ascii: "v"): bytes.append(11)
        case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "?"):
            bytes.append(letter)
        case UInt8(ascii: "x"), UInt8(ascii: "X"): try code(2, 16, start, &bytes, isBytes)
        case UInt8(ascii: "u") where !isBytes: try code(4, 16, start, &bytes, false)
        case UInt8(ascii: "U") where !isBytes: try code(8, 16, start, &bytes, false)
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            place -= 1
            try code(3, 8, start, &bytes, isBytes)
        default: throw error("unknown escape in a string", at: start)
        }
    }

    private mutating func code(
        _ digits: Int, _ radix: Int, _ start: Int, _ bytes: inout [UInt8], _ isBytes: Bool
    ) throws(ExprSyntaxError) {
        let end = place + digits
        guard end <= text.count,
            text[place..<end].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let number = UInt32(String(decoding: text[place..<end], as: UTF8.self), radix: radix)
        else { throw error("an escape needs \(digits) digits", at: start) }
        place = end
        if isBytes {
            bytes.append(UInt8(truncatingIfNeeded: number))
            return
        }
        guard let scalar = Unicode.Scalar(number) else {
            throw error("the escape is not a Unicode character", at: start)
        }
        bytes += String(Character(scalar)).utf8
    }

    private mutating func number() throws(ExprSyntaxError) -> Token {
        let start = place
        if byte() == UInt8(ascii: "0"), byte(1) | 0x20 == UInt8(ascii: "x") {
            place += 2
            while Character(Unicode.Scalar(byte())).isHexDigit { place += 1 }
        } else {
            while Self.isDigit(byte()) { place += 1 }
            var isDouble = false
            if byte() == UInt8(ascii: "."), Self.isDigit(byte(1)) {
                isDouble = true
                place += 1
                while Self.isDigit(byte()) { place += 1 }
            }
            let sign = "+-".utf8.contains(byte(1)) ? 1 : 0
            if byte() | 0x20 == UInt8(ascii: "e"), Self.isDigit(byte(1 + sign)) {
                isDouble = true
                place += 1 + sign
                while Self.isDigit(byte()) { place += 1 }
            }
            if isDouble { return .double(String(decoding: text[start..<place], as: UTF8.self)) }
        }
        let digits = String(decoding: text[start..<place], as: UTF8.self)
        if byte() | 0x20 == UInt8(ascii: "u") {
            place += 1
            return .uint(digits)
        }
        if Self.isLetter(byte()) { throw error("a number is followed by a letter", at: start) }
        return .int(digits)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
