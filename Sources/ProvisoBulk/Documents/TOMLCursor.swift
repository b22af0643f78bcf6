internal import JSONBridge
internal import Proviso

/// A place in the text of a TOML document, which reads keys and scalars.
struct TOMLCursor {
    enum Scalar {
        case string([UInt8])
        /// As JSON spells it.
        case number(String)
        case boolean(Bool)
    }

    private let bytes: UnsafeRawBufferPointer
    private let base: Int
    private var at = 0

    init(_ bytes: UnsafeRawBufferPointer, base: Int) {
        self.bytes = bytes
        self.base = base
    }

    var offset: Int { base + at }

    var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

    func expected(_ what: String) -> DocumentFault {
        guard let byte = peek else { return fault("expected \(what), and the document ends") }
        let end = bytes[at...].dropFirst().firstIndex { $0 & 0xC0 != 0x80 } ?? bytes.count
        let found = String(decoding: bytes[at..<end], as: UTF8.self).visible
        return fault("expected \(what), found \(byte == 0x0A || byte == 0x0D ? "the end of the line" : "'\(found)'")")
    }

    func fault(_ reason: String, at place: Int? = nil) -> DocumentFault {
        DocumentFault(offset: base + (place ?? at), reason: "not TOML: \(reason)")
    }

    /// Throws for bytes that are not UTF-8, and for control characters.
    mutating func checkCharacters() throws(DocumentFault) {
        if prv_utf8_is_valid(bytes.assumingMemoryBound(to: CChar.self).baseAddress, bytes.count) == 0 {
            let fault = InputError.encoding(bytes)
            throw DocumentFault(offset: base + fault.offset, reason: fault.description)
        }
        for (place, byte) in bytes.enumerated() where byte < 0x20 && byte != 0x09 && byte != 0x0A || byte == 0x7F {
            if byte == 0x0D, place + 1 < bytes.count, bytes[place + 1] == 0x0A { continue }
            throw fault("a control character is written as an escape, such as \\u0007", at: place)
        }
    }

    // MARK: blanks

    mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 { at += 1 }
    }

    /// Skips blanks, comments and line breaks.
    mutating func skipAll() {
        while let byte = peek {
            if byte == UInt8(ascii: "#") {
                at = bytes.first(.lineBreak, from: at, to: bytes.count) ?? bytes.count
            } else if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
                at += 1
            } else {
                return
            }
        }
    }

    /// Reads to the end of a line, which may have only a comment.
    mutating func endLine() throws(DocumentFault) {
        skipBlanks()
        guard let byte = peek else { return }
        guard byte == UInt8(ascii: "#") || byte == 0x0A || byte == 0x0D else { throw expected("the end of the line") }
    }

    mutating func take(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        let part = bytes.part(at..<min(at + length, bytes.count))
        guard part.elementsEqual(UnsafeRawBufferPointer(start: word.utf8Start, count: length)) else { return false }
        at += length
        return true
    }

    // MARK: keys

    mutating func key() throws(DocumentFault) -> String {
        switch peek {
        case UInt8(ascii: "\""): return String(decoding: try basic(isLong: false), as: UTF8.self)
        case UInt8(ascii: "'"): return String(decoding: try literal(isLong: false), as: UTF8.self)
        default:
            let start = at
            while let byte = peek, Self.isBare(byte) { at += 1 }
            if at == start { throw expected("a key") }
            return String(decoding: bytes[start..<at], as: UTF8.self)
        }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    // MARK: scalars

    mutating func scalar() throws(DocumentFault) -> Scalar {
        switch peek {
        case UInt8(ascii: "\""): return .string(try basic(isLong: take("\"\"\"")))
        case UInt8(ascii: "'"): return .string(try literal(isLong: take("'''")))
        default: return try word()
        }
    }

    /// Reads a number, a date or a Boolean.
    private mutating func word() throws(DocumentFault) -> Scalar {
        let start = at
        func skipWord() {
            while let byte = peek, Self.isBare(byte) || "+.:".utf8.contains(byte) { at += 1 }
        }
        skipWord()
        // A date may have a space before its time.
        if at - start == 10, peek == 0x20, at + 1 < bytes.count, bytes[at + 1] &- 0x30 < 10,
            TOMLDate(String(decoding: bytes[start..<at], as: UTF8.self)) != nil
        {
            at += 1
            skipWord()
        }
        if at == start { throw expected("a value") }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        switch text {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "inf", "+inf": return .number(YAMLReader.infinity)
        case "-inf": return .number(YAMLReader.negativeInfinity)
        case "nan", "+nan", "-nan": return .string(Array("nan".utf8))
        default: break
        }
        if let date = TOMLDate(text) { return .string(Array(date.text.utf8)) }
        if let number = Self.number(text) { return .number(number) }
        at = start
        throw fault("'\(text.visible)' is not a value: write a string in quotes")
    }

    /// A number as JSON spells it; `nil` for anything else.
    private static func number(_ text: String) -> String? {
        let digits = text.utf8.filter { $0 != UInt8(ascii: "_") }
        // An underscore has digits on both sides.
        var before: UInt8 = 0
        for (byte, next) in zip(text.utf8, Array(text.utf8.dropFirst()) + [0]) {
            let isRadix = text.hasPrefix("0x")
            if byte == UInt8(ascii: "_"), !isDigit(before, isRadix) || !isDigit(next, isRadix) { return nil }
            before = byte
        }
        let plain = String(decoding: digits, as: UTF8.self)
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where plain.hasPrefix(prefix) {
            let number = plain.dropFirst(2)
            if text.dropFirst(2).hasPrefix("_") || number.first == "+" || number.first == "-" { return nil }
            return Int64(number, radix: radix).map { "\($0)" }
        }
        let unsigned = plain.drop { $0 == "+" || $0 == "-" }
        guard plain.count - unsigned.count < 2, unsigned.first?.isNumber == true else { return nil }
        let whole = unsigned.prefix { $0.isNumber }
        if whole.first == "0", whole.count > 1 { return nil }
        let number = (plain.hasPrefix("-") ? "-" : "") + unsigned
        if whole.count == unsigned.count { return Int64(number).map { _ in number } }
        // What JSON spells so, too.
        return Array(number.utf8).withUnsafeBytes { CoreScalar($0) } == .number ? number : nil
    }

    private static func isDigit(_ byte: UInt8, _ isRadix: Bool) -> Bool {
        byte &- 0x30 < 10 || isRadix && (byte | 0x20) &- 0x61 < 6
    }

    // MARK: strings

    /// Reads a string in quotation marks; those before a long one have been read.
    private mutating func basic(isLong: Bool) throws(DocumentFault) -> [UInt8] {
        var string: [UInt8] = []
        if isLong { skipFirstBreak() } else { at += 1 }
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                if !isLong {
                    at += 1
                    return string
                }
                if try endsLong("\"", &string) { return string }
            case UInt8(ascii: "\\"): try escape(isLong: isLong, &string)
            case 0x0A where !isLong, 0x0D where !isLong: throw fault("the string has no closing '\"'")
            default:
                string.append(byte)
                at += 1
            }
        }
        throw fault("the string has no end")
    }

    private mutating func literal(isLong: Bool) throws(DocumentFault) -> [UInt8] {
        var string: [UInt8] = []
        if isLong { skipFirstBreak() } else { at += 1 }
        while let byte = peek {
            if byte == UInt8(ascii: "'") {
                if !isLong {
                    at += 1
                    return string
                }
                if try endsLong("'", &string) { return string }
                continue
            }
            if !isLong, byte == 0x0A || byte == 0x0D { throw fault("the string has no closing \"'\"") }
            string.append(byte)
            at += 1
        }
        throw fault("the string has no end")
    }

    /// Reads quotation marks in a long string: three end it, and up to two before them belong to it.
    private mutating func endsLong(_ mark: Unicode.Scalar, _ string: inout [UInt8]) throws(DocumentFault) -> Bool {
        let byte = UInt8(ascii: mark)
        let start = at
        while peek == byte, at - start < 6 { at += 1 }
        let count = at - start
        if count == 6 { throw fault("expected the end of the line, found another quotation mark", at: at - 1) }
        string += Array(repeating: byte, count: count < 3 ? count : count - 3)
        return count >= 3
    }

    private mutating func skipFirstBreak() {
        if !take("\r\n") { _ = take("\n") }
    }

    private mutating func escape(isLong: Bool, _ string: inout [UInt8]) throws(DocumentFault) {
        let start = at
        at += 1
        guard let byte = peek else { throw fault("the string has no end") }
        if isLong, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            skipBlanks()
            guard peek == 0x0A || peek == 0x0D else { throw fault("unknown escape '\\ '", at: start) }
            while let blank = peek, blank == 0x20 || blank == 0x09 || blank == 0x0A || blank == 0x0D { at += 1 }
            return
        }
        at += 1
        switch Unicode.Scalar(byte) {
        case "b": string.append(0x08)
        case "t": string.append(0x09)
        case "n": string.append(0x0A)
        case "f": string.append(0x0C)
        case "r": string.append(0x0D)
        case "\"", "\\": string.append(byte)
        case "u", "U":
            let length = byte == UInt8(ascii: "u") ? 4 : 8
            let digits = String(decoding: bytes.part(at..<min(at + length, bytes.count)), as: UTF8.self)
            guard digits.utf8.count == length, digits.allSatisfy(\.isHexDigit), let code = UInt32(digits, radix: 16),
                let scalar = Unicode.Scalar(code)
            else { throw fault("the escape is not a character", at: start) }
            string += String(scalar).utf8
            at += length
        default:
            throw fault(
                "unknown escape '\\\(String(Unicode.Scalar(byte)).visible)': write '\\\\' for a backslash", at: start)
        }
    }
}
