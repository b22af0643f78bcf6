public import ProvisoCore

/// A type of a framework that is decoded from what rules and properties take for it, not as its own coding says.
package protocol SpelledInData: AttributeValue {}

extension AnyValue {
    /// Makes a `Decodable` type from the value, as a JSON decoder does from a string.
    ///
    /// With `import ProvisoFoundation`, a `Date` is decoded from RFC 3339, and `Data` from Base64, as properties are.
    /// Strings that rules accept as a number or a Boolean are decoded as one: "7", which `integer` accepts, decodes as 7.
    /// A number that does not fit its type is an error. Throws a `DecodingError`.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type = Decoded.self) throws -> Decoded {
        try ValueDecoder(self, []).decode(type)
    }
}

/// Decodes from one value.
private struct ValueDecoder: Decoder, SingleValueDecodingContainer {
    let value: AnyValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ value: AnyValue, _ path: [any CodingKey]) {
        self.value = value
        codingPath = path
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = value.object else { throw mismatch([String: AnyValue].self, "an object") }
        return KeyedDecodingContainer(MemberDecoder<Key>(members: members, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let items = value.list else { throw mismatch([AnyValue].self, "a list") }
        return ItemDecoder(items: items, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value.isNull }

    func decode(_ type: Bool.Type) throws -> Bool {
        switch value {
        case .boolean(let truth): return truth
        case .text("true"), .text("1"), .integer(1): return true
        case .text("false"), .text("0"), .integer(0): return false
        default: throw mismatch(type, "true or false")
        }
    }

    func decode(_ type: String.Type) throws -> String {
        guard let text = value.text else { throw mismatch(type, "a string") }
        return text
    }

    func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        if let value = value as? Decoded { return value }
        guard codingPath.count <= AnyValue.maximumDepth else {
            throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: AnyValue.tooDeep))
        }
        if let number = type as? any AttributeValue.Type, type is any Numeric.Type {
            guard let number = number.init(attribute: spelled) as? Decoded else {
                throw mismatch(type, "such a number")
            }
            return number
        }
        // Types that data spells in another way than their own decoding expects: a date is a string.
        if let spelledType = type as? any SpelledInData.Type {
            guard let held = spelledType.init(attribute: value) as? Decoded else {
                throw mismatch(type, "what '\(type)' is made from")
            }
            return held
        }
        return try Decoded(from: self)
    }

    /// The number that a string spells, else the value itself.
    private var spelled: AnyValue {
        guard case .text(let text) = value, let number = Number(text) else { return value }
        return AnyValue(number)
    }

    private func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "expected \(expected), found \(value)")
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
}

private struct MemberDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [String: AnyValue]
    let codingPath: [any CodingKey]

    var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue].map { $0 != .absent } ?? false }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

    func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey key: Key) throws -> Decoded {
        try decoder(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { ValueDecoder(AnyValue(members), codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> ValueDecoder {
        guard contains(key), let value = members[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "there is no member '\(key.stringValue)'"))
        }
        return ValueDecoder(value, codingPath + [key])
    }
}

private struct ItemDecoder: UnkeyedDecodingContainer {
    let items: [AnyValue]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(items: [AnyValue], codingPath: [any CodingKey]) {
        self.items = items
        self.codingPath = codingPath
    }

    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex == items.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, items[currentIndex].isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        let value = try decoder().decode(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try superDecoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try decoder()
        currentIndex += 1
        return decoder
    }

    private func decoder() throws -> ValueDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                AnyValue.self, .init(codingPath: codingPath, debugDescription: "there is no item \(currentIndex)"))
        }
        return ValueDecoder(items[currentIndex], codingPath + [AnyKey(String(currentIndex))])
    }
}

extension Record {
    /// Makes a `Decodable` type from the values, as `AnyValue.decode` does.
    public func decode<Decoded: Decodable>(_ type: Decoded.Type = Decoded.self) throws -> Decoded {
        try values.decode(type)
    }
}
