/// What is known of a part of an expression before it runs.
indirect enum ExprType: Equatable, Sendable {
    /// Nothing is known.
    case any
    case null, bool, number, string, bytes, timestamp, duration, type, network
    /// What may have a value, with the type of the value.
    case optional(ExprType)
    /// Text of the data that can be a time.
    case text
    case list(ExprType)
    case map(ExprType)
    /// A value of the record by its path, of which rules may name members.
    case record(String)
    /// A value of the record that is read as the rules for it read it.
    case read(ValueReading)

    /// The type of the values.
    var plain: ExprType { if case .read(let reading) = self { reading.type } else { self } }

    /// The word for people.
    var word: String {
        switch self {
        case .read(let reading): reading.type.word
        case .any, .record: "a value"
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string, .text: "a string"
        case .bytes: "bytes"
        case .timestamp: "a time"
        case .duration: "a duration"
        case .type: "a type"
        case .optional: "an optional"
        case .network: "a network"
        case .list: "a list"
        case .map: "a map"
        }
    }

    var isUnknown: Bool {
        switch self {
        case .any, .record: true
        default: false
        }
    }

    /// Whether a value can be of both types.
    func fits(_ other: ExprType) -> Bool {
        if isUnknown || other.isUnknown { return true }
        switch (plain, other.plain) {
        case (.text, .string), (.string, .text), (.text, .timestamp), (.timestamp, .text), (.text, .duration):
            return true
        case (.list, .list), (.map, .map), (.optional, .optional): return true
        case (let one, let two): return one == two
        }
    }

    /// The type of both branches of a choice.
    func joined(_ other: ExprType) -> ExprType {
        if self == other { return self }
        switch (plain, other.plain) {
        case (.optional(let one), .optional(let two)): return .optional(one.joined(two))
        case (.list(let one), .list(let two)): return .list(one.joined(two))
        case (let one, let two): return one == two ? one : .any
        }
    }

    /// The type of what an optional has.
    var wrapped: ExprType? { if case .optional(let type) = self { type } else { nil } }
}

extension ValueReading {
    var type: ExprType { kind == .time ? .timestamp : .number }
}

/// What the rules say of the record, for the checker.
protocol ExprFacts {
    /// The type of an attribute by its path; `record` if only its members are known, `nil` if nothing names it.
    func type(of path: String) -> ExprType?
    /// The members that rules name below a path; empty if they name none.
    func members(of path: String) -> [String]
    /// A member of a path that is similar to a name that is none.
    func suggestion(for field: String, of path: String) -> String?
    /// The error of a name that nothing has; `field` is what follows it and a dot.
    func unknown(_ name: String, before field: String?) -> (reason: String, suggestion: String?)
}
