/// An element of an XML document.
struct XMLElement {
    /// What is in an element, in order.
    enum Content {
        case text(String)
        case element(XMLElement)
    }

    /// The name with its prefix, as written.
    let name: String
    let attributes: [String: String]
    let line: Int
    var content: [Content] = []

    /// The elements in it.
    var children: [XMLElement] {
        content.compactMap { if case .element(let child) = $0 { child } else { nil } }
    }
}

/// Reads an XML 1.0 document in UTF-8 without a document type, so that no entity can grow.
///
/// It throws `Translations.Failure` with the line. Names are not checked against the tables of Unicode.
struct XMLReader {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    /// Elements in each other; files of translators have ten at most.
    private static let mostLevels = 100

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// Reads a document; returns its only element.
    static func read(_ text: String) throws(Translations.Failure) -> XMLElement {
        var reader = XMLReader(text)
        try reader.skipMisc()
        guard reader.peek == UInt8(ascii: "<") else { throw reader.failure("expected an XML element") }
        let root = try reader.element(level: 1)
        try reader.skipMisc()
        if reader.peek != nil { throw reader.failure("expected the end of the document after </\(root.name)>") }
        return root
    }

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private func failure(_ reason: String) -> Translations.Failure {
        Translations.Failure(line: line, reason: reason)
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where place < bytes.count {
            if bytes[place] == UInt8(ascii: "\n") { line += 1 }
            place += 1
        }
    }

    private func begins(_ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard place + length <= bytes.count else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(bytes[place..<place + length]) }
    }

    /// The text up to a mark, which is read too.
    private mutating func text(upTo mark: StaticString, in what: String) throws(Translations.Failure) -> String {
        let (start, first) = (place, line)
        while place < bytes.count, !begins(mark) { advance() }
        guard place < bytes.count else {
            throw Translations.Failure(line: first, reason: "\(what) has no end: expected '\(mark)'")
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        advance(mark.utf8CodeUnitCount)
        return text
    }

    private mutating func skipBlanks() {
        while let byte = peek, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { advance() }
    }

    /// Skips blanks, comments and instructions outside of the element.
    private mutating func skipMisc() throws(Translations.Failure) {
        while true {
            skipBlanks()
            if begins("<!DOCTYPE") { throw failure("a document type is not read: remove it") }
            guard try skipNote() else { return }
        }
    }

    /// Skips a comment or an instruction; false if there is none.
    private mutating func skipNote() throws(Translations.Failure) -> Bool {
        if begins("<!--") {
            _ = try text(upTo: "-->", in: "a comment")
        } else if begins("<?") {
            _ = try text(upTo: "?>", in: "an instruction")
        } else {
            return false
        }
        return true
    }

    private mutating func name() throws(Translations.Failure) -> String {
        let start = place
        while let byte = peek, !" \t\r\n=/<>\"'".utf8.contains(byte) { advance() }
        if start == place { throw failure("expected a name") }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private mutating func expect(_ mark: StaticString, in what: String) throws(Translations.Failure) {
        guard begins(mark) else { throw failure("expected '\(mark)' in \(what)") }
        advance(mark.utf8CodeUnitCount)
    }

    private mutating func element(level: Int) throws(Translations.Failure) -> XMLElement {
        if level > Self.mostLevels { throw failure("more than \(Self.mostLevels) elements in each other") }
        let first = line
        advance()
        let name = try name()
        var attributes: [String: String] = [:]
        skipBlanks()
        while let byte = peek, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") {
            let key = try self.name()
            skipBlanks()
            try expect("=", in: "<\(name)>")
            skipBlanks()
            let isDouble = begins("\"")
            guard isDouble || begins("'") else { throw failure("expected the value of '\(key)' in quotation marks") }
            advance()
            let raw = try text(upTo: isDouble ? "\"" : "'", in: "the value of '\(key)'")
            guard attributes.updateValue(try resolved(raw), forKey: key) == nil else {
                throw failure("<\(name)> has '\(key)' twice")
            }
            skipBlanks()
        }
        var element = XMLElement(name: name, attributes: attributes, line: first)
        if begins("/>") {
            advance(2)
            return element
        }
        try expect(">", in: "<\(name)>")
        element.content = try content(of: element, level: level)
        return element
    }

    private mutating func content(
        of element: XMLElement, level: Int
    ) throws(Translations.Failure) -> [XMLElement.Content] {
        var (content, text): ([XMLElement.Content], String) = ([], "")
        func flush() {
            if !text.isEmpty { content.append(.text(text)) }
            text = ""
        }
        while let byte = peek {
            if begins("</") {
                advance(2)
                let end = try name()
                guard end == element.name else {
                    throw failure("expected </\(element.name)>, which begins on line \(element.line), found </\(end)>")
                }
                skipBlanks()
                try expect(">", in: "</\(end)>")
                flush()
                return content
            }
            if begins("<![CDATA[") {
                advance(9)
                text += try self.text(upTo: "]]>", in: "CDATA")
            } else if try skipNote() {
                continue
            } else if byte == UInt8(ascii: "<") {
                flush()
                content.append(.element(try self.element(level: level + 1)))
            } else {
                let start = place
                while let byte = peek, byte != UInt8(ascii: "<") { advance() }
                text += try resolved(String(decoding: bytes[start..<place], as: UTF8.self))
            }
        }
        throw Translations.Failure(line: element.line, reason: "<\(element.name)> has no end")
    }

    /// Text with its references replaced, and line ends as XML reads them.
    private func resolved(_ raw: String) throws(Translations.Failure) -> String {
        let raw =
            raw.contains("\r\n") || raw.contains("\r")
            ? raw.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : raw
        if !raw.utf8.contains(UInt8(ascii: "&")) { return raw }
        let parts = raw.split(separator: "&", omittingEmptySubsequences: false)
        var text = String(parts[0])
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: ";"), let character = Self.character(part[..<end]) else {
                throw failure("'&\(part.prefix(12))' is not a reference: write '&amp;' for '&'")
            }
            text.unicodeScalars.append(character)
            text += part[part.index(after: end)...]
        }
        return text
    }

    private static func character(_ name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
        }
    }
}
