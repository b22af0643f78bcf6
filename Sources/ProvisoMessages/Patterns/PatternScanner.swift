/// The bytes of a pattern and the current position.
struct PatternScanner {
    let bytes: [UInt8]
    var position = 0
    /// The position of an apostrophe that quotes a placeholder, which is almost always a mistake.
    private(set) var hidingQuote: Int?

    init(_ source: String) {
        self.init(bytes: Array(source.utf8))
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        position += 1
        return byte
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    mutating func skipWhiteSpace() {
        while let (scalar, length) = scalar(), scalar.properties.isPatternWhitespace { position += length }
    }

    /// Reads up to the next character of Unicode's Pattern_Syntax or Pattern_White_Space.
    mutating func identifier() -> String {
        taking { scanner in
            while let (scalar, length) = scanner.scalar() {
                if scalar.properties.isPatternWhitespace || Self.isSyntax(scalar.value) { break }
                scanner.position += length
            }
        }
    }

    mutating func letters() -> String {
        taking { scanner in
            while let byte = scanner.peek, byte.isLetter { scanner.position += 1 }
        }
    }

    mutating func numberCharacters() -> String {
        taking { scanner in
            while let byte = scanner.peek, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) {
                scanner.position += 1
            }
        }
    }

    /// Reads the style of a simple argument, up to its closing brace; braces are paired, and quoted ones are skipped.
    mutating func style(opening: Int) throws(MessageSyntaxError) -> String {
        let start = position
        var depth = 0
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "'"):
                position += 1
                guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "'")) else {
                    throw MessageSyntaxError(offset: position - 1, in: bytes, reason: .unendedQuote)
                }
                position = end
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                if depth == 0 { return String(decoding: bytes[start..<position], as: UTF8.self) }
                depth -= 1
            default: break
            }
            position += 1
        }
        throw MessageSyntaxError(offset: opening, in: bytes, reason: .unmatchedBrace)
    }

    /// Reads what follows an apostrophe: two are one apostrophe, before a brace (or `#`) it quotes, else it is literal.
    mutating func readApostrophe(into literal: inout [UInt8], quotingHash: Bool) {
        let apostrophe = UInt8(ascii: "'")
        guard let byte = peek else {
            literal.append(apostrophe)
            return
        }
        let quotes = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") || quotingHash && byte == UInt8(ascii: "#")
        guard quotes else {
            literal.append(apostrophe)
            if byte == apostrophe { position += 1 }
            return
        }
        let (opening, start) = (position - 1, literal.count)
        while let quoted = next() {
            if quoted == apostrophe && !skip(apostrophe) { break }
            literal.append(quoted)
        }
        if hidingQuote == nil, hides(literal[start...], behind: opening) { hidingQuote = opening }
    }

    /// Whether quoted text hides a placeholder, or a word's apostrophe quotes words: `l'{attribute}`, `d'# mètres`.
    private func hides(_ quoted: ArraySlice<UInt8>, behind opening: Int) -> Bool {
        let isElision = opening > 0 && (bytes[opening - 1].isLetter || bytes[opening - 1] >= 0x80)
        if isElision, quoted.contains(where: { $0.isLetter || $0 >= 0x80 }) { return true }
        var scanner = PatternScanner(bytes: Array(quoted))
        while let byte = scanner.next() {
            guard byte == UInt8(ascii: "{") else { continue }
            scanner.skipWhiteSpace()
            let name = scanner.identifier()
            scanner.skipWhiteSpace()
            if !name.isEmpty, scanner.peek == UInt8(ascii: "}") || scanner.peek == UInt8(ascii: ",") { return true }
        }
        return false
    }

    private mutating func taking(_ advance: (inout PatternScanner) -> Void) -> String {
        let start = position
        advance(&self)
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private func scalar() -> (Unicode.Scalar, Int)? {
        guard let first = peek else { return nil }
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = UInt32(first) & (0xFF >> UInt32(length + 1))
        for byte in bytes[(position + 1)..<min(position + length, bytes.count)] {
            value = value << 6 | UInt32(byte & 0x3F)
        }
        return Unicode.Scalar(value).map { ($0, length) }
    }

    /// Whether the scalar has the property Pattern_Syntax, which never changes in Unicode.
    private static func isSyntax(_ value: UInt32) -> Bool {
        if value < 0x80 {
            return switch value {
            case 0x21...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x60, 0x7B...0x7E: true
            default: false
            }
        }
        return switch value {
        case 0xA1...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xBB, 0xBF, 0xD7, 0xF7: true
        case 0x2010...0x2027, 0x2030...0x203E, 0x2041...0x2053, 0x2055...0x205E, 0x2190...0x245F: true
        case 0x2500...0x2775, 0x2794...0x2BFF, 0x2E00...0x2E7F: true
        case 0x3001...0x3003, 0x3008...0x3020, 0x3030, 0xFD3E, 0xFD3F, 0xFE45, 0xFE46: true
        default: false
        }
    }
}
