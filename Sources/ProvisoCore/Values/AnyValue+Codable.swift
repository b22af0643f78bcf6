/// Values as parts of `Codable` types.
///
/// Decoders that give members no order (`JSONDecoder`) give them sorted by name; `AnyValue(json:)` keeps theirs.
extension AnyValue: Codable {
    /// Decodes the value.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.maximumDepth else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: Self.tooDeep))
        }
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            let keys = container.allKeys.sorted { $0.stringValue < $1.stringValue }
            self = .object(try keys.map { Member($0.stringValue, try container.decode(AnyValue.self, forKey: $0)) })
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [AnyValue] = []
            while !container.isAtEnd { items.append(try container.decode(AnyValue.self)) }
            self = .list(items)
        } else {
            self = try Self(scalar: decoder.singleValueContainer())
        }
    }

    private init(scalar container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .boolean(truth)
        } else if let number = try? container.decode(Int64.self) {
            self = .integer(number)
        } else if let number = try? container.decode(UInt64.self) {
            self = .unsigned(number)
        } else if let number = try? container.decode(Double.self) {
            self = .double(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    package static let tooDeep = "more than \(maximumDepth) lists and objects are nested"

    /// A number that no `Double` holds exactly is encoded as text; `absent` as null.
    public func encode(to encoder: any Encoder) throws {
        guard encoder.codingPath.count <= Self.maximumDepth else {
            throw EncodingError.invalidValue(
                kind, .init(codingPath: encoder.codingPath, debugDescription: Self.tooDeep))
        }
        switch self {
        case .list(let items):
            var container = encoder.unkeyedContainer()
            for item in items { try container.encode(item) }
        case .object(let members):
            var container = encoder.container(keyedBy: AnyKey.self)
            for member in members { try container.encode(member.value, forKey: AnyKey(member.key)) }
        case .absent, .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .boolean(let truth): try truth.encode(to: encoder)
        case .integer(let number): try number.encode(to: encoder)
        case .unsigned(let number): try number.encode(to: encoder)
        case .double(let number): try number.encode(to: encoder)
        case .decimal(let text), .text(let text): try text.encode(to: encoder)
        }
    }
}

/// The name of a member, whatever it is.
package struct AnyKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { Int(stringValue) }

    package init(_ name: String) { stringValue = name }
    package init?(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { stringValue = String(intValue) }
}
