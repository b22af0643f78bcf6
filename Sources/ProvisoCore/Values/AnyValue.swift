internal import JSONBridge
package import ProvisoABI
internal import ProvisoMessages

/// An owned value: an option of a rule, a default, or what a record holds after a check.
///
/// JSON text has at most 512 nested lists and objects. Swift code can build deeper values: `json`, records and validators
/// see the text "…" in place of what is deeper, `Codable` throws, and `==` compares all of it. Releasing a value of more
/// than some 50,000 levels (3,000 on a thread of 512 KiB) exhausts the stack, as it does for any nested Swift array.
public enum AnyValue: Sendable, Hashable {
    /// There is no value.
    case absent
    /// A null.
    case null
    /// A Boolean.
    case boolean(Bool)
    /// An integer that fits a signed 64-bit number.
    case integer(Int64)
    /// An integer above `Int64.max`.
    case unsigned(UInt64)
    /// A floating-point number.
    case double(Double)
    /// A number's own text, where none of the kinds above holds it exactly.
    case decimal(String)
    /// A string.
    case text(String)
    /// A list.
    case list([AnyValue])
    /// Members in the order of the data.
    case object([Member])

    /// A member of an object.
    public struct Member: Sendable, Hashable {
        /// The key.
        public var key: String
        /// The value.
        public var value: AnyValue

        /// Creates a member.
        public init(_ key: String, _ value: AnyValue) {
            self.key = key
            self.value = value
        }
    }
}

extension AnyValue {
    /// Copies a borrowed value with everything below it.
    public init(_ value: borrowing ProvisoCore.Value) {
        self.init(raw: value.raw)
    }

    package init(raw: proviso_value) {
        switch raw.kindOrAbsent {
        case .absent: self = .absent
        case .null: self = .null
        case .boolean: self = .boolean(raw.as.boolean != 0)
        case .integer: self = .integer(raw.as.integer)
        case .unsigned: self = .unsigned(raw.as.unsigned_integer)
        case .double: self = .double(raw.as.number)
        case .decimal: self = .decimal(Self.string(raw))
        case .text, .bytes: self = .text(Self.string(raw))
        case .list: self = .list(raw.nodes.map { AnyValue(raw: $0.value) })
        case .object: self = .object(raw.nodes.map { Member($0.keyString, AnyValue(raw: $0.value)) })
        }
    }

    /// A number as a value.
    public init(_ number: Number) {
        switch number {
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number): self = .double(number)
        case .decimal(let text): self = .decimal(text)
        }
    }

    private static func string(_ raw: proviso_value) -> String { String(decoding: raw.textBytes, as: UTF8.self) }

    /// What the value holds.
    public var kind: ValueKind {
        switch self {
        case .absent: .absent
        case .null: .null
        case .boolean: .boolean
        case .integer: .integer
        case .unsigned: .unsigned
        case .double: .double
        case .decimal: .decimal
        case .text: .text
        case .list: .list
        case .object: .object
        }
    }

    /// The value of a key, `nil` if the value is not an object or does not have the key.
    public subscript(key: String) -> AnyValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// Calls `body` with a borrowed view of the value.
    public func withValue<Result>(_ body: (borrowing ProvisoCore.Value) throws -> Result) rethrows -> Result {
        let arena = Arena()
        let raw = raw(in: arena)
        return try withExtendedLifetime(arena) { try body(unsafe ProvisoCore.Value(unsafe: raw)) }
    }

    /// How many lists and objects may be nested.
    package static let maximumDepth = StrictJSON.maximumDepth

    /// Writes the value, with everything below it, to an arena; `depth` is how many lists and objects it is in.
    package func raw(in arena: Arena, depth: Int = 0) -> proviso_value {
        var raw = proviso_value(kind: kind)
        switch self {
        case .absent, .null: break
        case .boolean(let truth): raw.as.boolean = truth ? 1 : 0
        case .integer(let number): raw.as.integer = number
        case .unsigned(let number): raw.as.unsigned_integer = number
        case .double(let number): raw.as.number = number
        case .decimal(let text): return proviso_value(text: text, in: arena, kind: .decimal)
        case .text(let text): return proviso_value(text: text, in: arena)
        case .list where depth == Self.maximumDepth, .object where depth == Self.maximumDepth:
            return proviso_value(text: "…", in: arena)
        case .list(let items):
            let nodes = arena.nodes(items.count)
            for (index, item) in items.enumerated() { nodes[index].value = item.raw(in: arena, depth: depth + 1) }
            return proviso_value(nodes: nodes, count: items.count, kind: .list)
        case .object(let members):
            let nodes = arena.nodes(members.count)
            for (index, member) in members.enumerated() {
                nodes[index].value = member.value.raw(in: arena, depth: depth + 1)
                nodes[index].key = arena.copy(member.key)
                nodes[index].key_length = UInt32(member.key.utf8.count)
            }
            return proviso_value(nodes: nodes, count: members.count, kind: .object)
        }
        return raw
    }
}

extension AnyValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates the value from a literal.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates the value from a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates the value from a literal.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// Creates the value from a literal.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates a null from `nil`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates the value from a literal.
    public init(arrayLiteral elements: AnyValue...) { self = .list(elements) }
    /// Creates the value from a literal.
    public init(dictionaryLiteral elements: (String, AnyValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}
