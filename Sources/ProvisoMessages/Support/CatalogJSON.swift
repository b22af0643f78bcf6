/// A strict JSON reader for catalogs: UTF-8 only, no duplicate keys, no comments, limited depth.
package struct CatalogJSON {
    package struct Node: Sendable {
        package let offset: Int
        package let value: Value

        package init(offset: Int = 0, value: Value) {
            self.offset = offset
            self.value = value
        }
    }

    package enum Value: Sendable {
        case string(String)
        case object([Member])
        case array([Node])
        case boolean(Bool)
        /// A number, as it is written in the file.
        case number(String)
        case null
    }

    package struct Member: Sendable {
        package let name: String
        package let offset: Int
        package let node: Node

        package init(name: String, offset: Int = 0, node: Node) {
            self.name = name
            self.offset = offset
            self.node = node
        }
    }

    package struct Failure: Error {
        package let offset: Int
        package let text: String
    }

    static let maximumDepth = 16
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Reads the one value in `bytes`.
    package static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> Node {
        if let place = firstInvalid(in: bytes) { throw Failure(offset: place, text: "this is not UTF-8") }
        var reader = CatalogJSON(bytes: bytes)
        reader.skipSpace()
        let node = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.peek == nil else { throw reader.failure("unexpected text after the end of the value") }
        return node
    }

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func failure(_ text: String) -> Failure { Failure(offset: position, text: text) }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) throws(Failure) -> Node {
        guard depth < Self.maximumDepth else { throw failure("values are nested too deeply") }
        let start = position
        let value: Value
        switch peek {
        case UInt8(ascii: "{"): value = .object(try object(depth: depth))
        case UInt8(ascii: "["): value = .array(try array(depth: depth))
        case UInt8(ascii: "\""): value = .string(try string())
        case UInt8(ascii: "-"), (0x30...0x39)?: value = .number(try number())
        default: value = try word()
        }
        return Node(offset: start, value: value)
    }

    private mutating func object(depth: Int) throws(Failure) -> [Member] {
        var members: [Member] = []
        var names: Set<String> = []
        // Small objects, of which a catalog has hundreds, are searched without a set.
        let fewest = 8
        position += 1
        skipSpace()
        if skip(UInt8(ascii: "}")) { return members }
        while true {
            let start = position
            guard peek == UInt8(ascii: "\"") else { throw failure("expected a key in double quotes") }
            let name = try string()
            if members.count == fewest { names = Set(members.map(\.name)) }
            let isNew = members.count < fewest ? !members.contains { $0.name == name } : names.insert(name).inserted
            guard isNew else {
                throw Failure(offset: start, text: "duplicate key \"\(name)\"")
            }
            skipSpace()
            guard skip(UInt8(ascii: ":")) else { throw failure("expected a colon") }
            skipSpace()
            members.append(Member(name: name, offset: start, node: try value(depth: depth + 1)))
            skipSpace()
            if skip(UInt8(ascii: "}")) { return members }
            guard skip(UInt8(ascii: ",")) else { throw failure("expected a comma or }") }
            skipSpace()
        }
    }

    private mutating func array(depth: Int) throws(Failure) -> [Node] {
        var nodes: [Node] = []
        position += 1
        skipSpace()
        if skip(UInt8(ascii: "]")) { return nodes }
        while true {
            nodes.append(try value(depth: depth + 1))
            skipSpace()
            if skip(UInt8(ascii: "]")) { return nodes }
            guard skip(UInt8(ascii: ",")) else { throw failure("expected a comma or ]") }
            skipSpace()
        }
    }

    private mutating func word() throws(Failure) -> Value {
        let words: [(StaticString, Value)] = [("true", .boolean(true)), ("false", .boolean(false)), ("null", .null)]
        for (word, value) in words {
            let text = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
            guard bytes[position...].starts(with: text) else { continue }
            position += text.count
            return value
        }
        throw failure("expected a value")
    }

    private mutating func number() throws(Failure) -> String {
        let start = position
        _ = skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try digits() }
        if skip(UInt8(ascii: ".")) { try digits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            _ = skip(UInt8(ascii: "+")) || skip(UInt8(ascii: "-"))
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(Failure) {
        let start = position
        while let byte = peek, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { throw failure("expected a digit") }
    }

    private mutating func string() throws(Failure) -> String {
        let opening = position
        position += 1
        let start = position
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        let plain = bytes[start..<position]
        if skip(UInt8(ascii: "\"")) { return String(decoding: plain, as: UTF8.self) }
        var text = Array(plain)
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text.append(contentsOf: String(try escaped()).utf8)
            case 0..<0x20:
                throw failure("a control character must be escaped")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw Failure(offset: opening, text: "this string is not closed")
    }

    private mutating func escaped() throws(Failure) -> Unicode.Scalar {
        let start = position
        position += 1
        guard let byte = peek else { throw failure("this escape is incomplete") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw Failure(offset: start, text: "unknown escape")
        }
        var value = try hexadecimal()
        if (0xD800..<0xDC00).contains(value), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) {
            let low = try hexadecimal()
            if (0xDC00..<0xE000).contains(low) { value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) }
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw Failure(offset: start, text: "a surrogate without its other half")
        }
        return scalar
    }

    private mutating func hexadecimal() throws(Failure) -> UInt32 {
        let end = position + 4
        guard end <= bytes.count, bytes[position..<end].allSatisfy({ isxdigit($0) }),
            let value = UInt32(String(decoding: bytes[position..<end], as: UTF8.self), radix: 16)
        else { throw failure("expected four hexadecimal digits") }
        position = end
        return value
    }

    private func isxdigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }

    private static func firstInvalid(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }
}
