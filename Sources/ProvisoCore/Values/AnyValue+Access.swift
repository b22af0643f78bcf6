/// Reading values without a `switch`.
extension AnyValue {
    /// The text, `nil` for anything else.
    public var text: String? { if case .text(let text) = self { text } else { nil } }

    /// The Boolean, `nil` for anything else.
    public var bool: Bool? { if case .boolean(let truth) = self { truth } else { nil } }

    /// The number without loss, `nil` for anything else and for one that is not finite.
    public var number: Number? { Number(self) }

    /// The integer, `nil` for anything else and where it does not fit; 5.0 is whole.
    public var int: Int? { Int(whole: self) }

    /// The number as the nearest `Double`, `nil` for anything else.
    public var double: Double? { Double(nearest: self) }

    /// The items, `nil` if the value is not a list.
    public var list: [AnyValue]? { if case .list(let items) = self { items } else { nil } }

    /// The members by key, `nil` if the value is not an object; of members with the same key the last one counts.
    public var object: [String: AnyValue]? {
        guard case .object(let members) = self else { return nil }
        return Dictionary(members.map { ($0.key, $0.value) }) { $1 }
    }

    /// Whether the value is null or absent.
    public var isNull: Bool { self == .null || self == .absent }

    /// The item at a position, `nil` if the value is not a list or is shorter.
    public subscript(index: Int) -> AnyValue? {
        guard case .list(let items) = self, items.indices.contains(index) else { return nil }
        return items[index]
    }

    /// An object, its members in the order of their names.
    public init(_ members: [String: AnyValue]) {
        self = .object(members.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
    }

    package var members: [Member] { if case .object(let members) = self { members } else { [] } }

    package var string: String? { text }
}

extension AnyValue: CustomStringConvertible {
    /// The value as JSON, `absent` where there is none.
    public var description: String { self == .absent ? "absent" : json }
}
