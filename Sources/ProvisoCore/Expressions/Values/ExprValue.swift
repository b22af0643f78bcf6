internal import JSONBridge
package import ProvisoABI

/// A value of an expression while it runs.
///
/// Scalars, and lists and objects of the record, are held without memory of their own.
package enum ExprValue {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    /// Text of the record, which outlives the run.
    case text(UnsafeBufferPointer<UInt8>)
    case string(String)
    case bytes([UInt8])
    case timestamp(ExprTime)
    case duration(ExprTime)
    /// A list or an object of the record.
    case node(proviso_value)
    case list(ExprList)
    case map(ExprMap)
    case optional(ExprOptional)
    case type(String)
    case address(ExprAddress)
    case network(ExprNetwork)
    case error(ExprError)
}

/// A list that an expression made.
package final class ExprList {
    let items: [ExprValue]
    init(_ items: [ExprValue]) { self.items = items }
}

/// A map that an expression made, in the order of its keys.
package final class ExprMap {
    let entries: [(key: ExprValue, value: ExprValue)]
    private let places: [ExprKey: Int]

    /// `nil` if a key is repeated.
    init?(_ entries: [(key: ExprValue, value: ExprValue)]) {
        var places: [ExprKey: Int] = [:]
        for (index, entry) in entries.enumerated() {
            guard let key = ExprKey(entry.key), places.updateValue(index, forKey: key) == nil else { return nil }
        }
        (self.entries, self.places) = (entries, places)
    }

    subscript(_ key: ExprKey) -> ExprValue? { places[key].map { entries[$0].value } }
}

/// A value that may be missing.
package final class ExprOptional {
    let value: ExprValue?
    init(_ value: ExprValue?) { self.value = value }
}

/// A key of a map: numbers of all kinds that are equal are one key.
package enum ExprKey: Hashable {
    case int(Int64)
    case uint(UInt64)
    case bool(Bool)
    case string(String)

    /// `nil` for values that no map has as keys.
    init?(_ value: ExprValue) {
        switch value {
        case .int(let number): self = .int(number)
        case .uint(let number): self = number <= UInt64(Int64.max) ? .int(Int64(number)) : .uint(number)
        case .double(let number):
            if let whole = Int64(exactly: number) {
                self = .int(whole)
            } else if let whole = UInt64(exactly: number) {
                self = .uint(whole)
            } else {
                return nil
            }
        case .bool(let truth): self = .bool(truth)
        case .string, .text: self = .string(value.string ?? "")
        default: return nil
        }
    }
}

/// Why an expression has no value.
package struct ExprError: Error, Sendable, Equatable {
    package enum Kind: Sendable {
        case noOverload, noKey, noName, overflow, division, range, conversion, regex, argument, cost
        /// A value of the data is absent, or null where that means nothing.
        case missing
    }

    package let kind: Kind
    package let reason: String
    /// What is missing, as the expression names it.
    let name: String?

    init(_ kind: Kind, _ reason: String, name: String? = nil) {
        (self.kind, self.reason, self.name) = (kind, reason, name)
    }

    static let noOverload = ExprError(.noOverload, "the kinds of the values do not fit the operation")
    static let overflow = ExprError(.overflow, "a number is too large")
    static let timeRange = ExprError(.range, "a time is outside the years 1 to 9999")
    static let durationRange = ExprError(.range, "a duration is too long")
    static let cost = ExprError(.cost, "it takes too many steps")
}

extension ExprValue {
    static func failure(_ kind: ExprError.Kind, _ reason: String) -> ExprValue { .error(ExprError(kind, reason)) }

    static var noOverload: ExprValue { .error(.noOverload) }

    /// The error that a value of the data is absent, or null where that means nothing.
    static func missing(_ name: String?) -> ExprValue {
        .error(ExprError(.missing, name.map { "'\($0)' is absent or null" } ?? "a value is null", name: name))
    }

    /// Whether something is missing.
    var isMissing: Bool {
        if case .error(let error) = self { error.kind == .missing } else { false }
    }

    /// Whether there is nothing: a value that is missing, null, or an optional without a value.
    var isNothing: Bool {
        switch self {
        case .null: true
        case .optional(let optional): optional.value == nil
        default: isMissing
        }
    }

    /// A value of the record; `nil` if it is absent.
    init?(_ raw: proviso_value) {
        switch raw.kind {
        case ValueKind.absent.rawValue: return nil
        case ValueKind.null.rawValue: self = .null
        case ValueKind.boolean.rawValue: self = .bool(raw.as.boolean != 0)
        case ValueKind.integer.rawValue: self = .int(raw.as.integer)
        case ValueKind.unsigned.rawValue: self = .uint(raw.as.unsigned_integer)
        case ValueKind.double.rawValue: self = .double(raw.as.number)
        case ValueKind.decimal.rawValue: self = .double(Double(Self.string(raw)) ?? .nan)
        case ValueKind.list.rawValue, ValueKind.object.rawValue: self = .node(raw)
        default: self = .text(Self.bytes(raw))
        }
    }

    private static func bytes(_ raw: proviso_value) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: UnsafeRawPointer(raw.as.text)?.assumingMemoryBound(to: UInt8.self), count: Int(raw.length))
    }

    private static func string(_ raw: proviso_value) -> String { String(decoding: bytes(raw), as: UTF8.self) }

    /// The error, if the value is one.
    var error: ExprError? {
        if case .error(let error) = self { error } else { nil }
    }

    var isError: Bool {
        if case .error = self { true } else { false }
    }

    /// The string, `nil` for anything else.
    var string: String? {
        switch self {
        case .string(let text): text
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        default: nil
        }
    }

    /// The name of the value's type in cel-spec.
    package var typeName: String {
        switch self {
        case .null: "null_type"
        case .bool: "bool"
        case .int: "int"
        case .uint: "uint"
        case .double: "double"
        case .text, .string: "string"
        case .bytes: "bytes"
        case .timestamp: "google.protobuf.Timestamp"
        case .duration: "google.protobuf.Duration"
        case .list: "list"
        case .map: "map"
        case .node(let raw): raw.kind == ValueKind.list.rawValue ? "list" : "map"
        case .optional: "optional_type"
        case .type: "type"
        case .address: "net.IP"
        case .network: "net.CIDR"
        case .error: "error"
        }
    }

    /// The bytes of a string.
    func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        switch self {
        case .text(let bytes): return body(bytes)
        case .string(var text): return text.withUTF8(body)
        default: return nil
        }
    }
}

// MARK: lists and maps

extension ExprValue {
    /// The number of items of a list, `nil` for anything else.
    var listCount: Int? {
        switch self {
        case .list(let list): list.items.count
        case .node(let raw) where raw.kind == ValueKind.list.rawValue: Int(raw.length)
        default: nil
        }
    }

    /// An item of a list whose count is known.
    func item(_ index: Int) -> ExprValue {
        switch self {
        case .list(let list): list.items[index]
        case .node(let raw): ExprValue(Self.nodes(raw)[index].value) ?? .null
        default: .noOverload
        }
    }

    var listItems: [ExprValue]? {
        if case .list(let list) = self { return list.items }
        return listCount.map { count in (0..<count).map { item($0) } }
    }

    static func nodes(_ raw: proviso_value) -> UnsafeBufferPointer<prv_node> {
        guard let handle = raw.as.handle else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: handle.assumingMemoryBound(to: prv_node.self), count: Int(raw.length))
    }

    /// The number of entries of a map, `nil` for anything else.
    var mapCount: Int? {
        switch self {
        case .map(let map): map.entries.count
        case .node(let raw) where raw.kind == ValueKind.object.rawValue: Int(raw.length)
        default: nil
        }
    }

    /// An entry of a map whose count is known.
    func entry(_ index: Int) -> (key: ExprValue, value: ExprValue) {
        switch self {
        case .map(let map): return map.entries[index]
        case .node(let raw):
            let node = Self.nodes(raw)[index]
            let start = UnsafeRawPointer(node.key)?.assumingMemoryBound(to: UInt8.self)
            return (
                .text(UnsafeBufferPointer(start: start, count: Int(node.key_length))), ExprValue(node.value) ?? .null
            )
        default: return (.noOverload, .noOverload)
        }
    }

    /// The value of a member, `nil` if there is none or the value is not a map.
    func member(_ name: StaticKey) -> ExprValue? {
        switch self {
        case .node(let raw) where raw.kind == ValueKind.object.rawValue:
            let nodes = Self.nodes(raw)
            // The last of repeated names counts.
            for index in nodes.indices.reversed() where name.equals(nodes[index]) {
                return ExprValue(nodes[index].value)
            }
            return nil
        case .map(let map): return map[.string(name.text)]
        default: return nil
        }
    }

    /// The value of a key of any kind in a map.
    func member(of key: ExprValue) -> ExprValue? {
        switch self {
        case .map(let map): return ExprKey(key).flatMap { map[$0] }
        case .node: return key.string.flatMap { member(StaticKey($0)) }
        default: return nil
        }
    }

    /// A name of a member, with its bytes.
    struct StaticKey {
        let text: String
        private let bytes: [UInt8]

        init(_ text: String) { (self.text, bytes) = (text, Array(text.utf8)) }

        func equals(_ node: prv_node) -> Bool {
            node.key != nil && equals(UnsafeRawPointer(node.key), Int(node.key_length))
        }

        /// Whether bytes are those of the text.
        func equals(_ start: UnsafeRawPointer?, _ count: Int) -> Bool {
            guard count == bytes.count else { return false }
            guard let start else { return count == 0 }
            return bytes.withUnsafeBytes { own in
                for index in 0..<own.count where own[index] != start.load(fromByteOffset: index, as: UInt8.self) {
                    return false
                }
                return true
            }
        }
    }
}

extension ExprValue {
    /// A list of values.
    package init(items: [ExprValue]) { self = .list(ExprList(items)) }

    /// A map of values; an error if a key is repeated.
    package init(entries: [(ExprValue, ExprValue)]) {
        let map = ExprMap(entries.map { (key: $0.0, value: $0.1) })
        self = map.map { .map($0) } ?? .failure(.argument, "a key is repeated")
    }
}
