/// A part of an expression with its place in the text.
package indirect enum ExprNode: Sendable {
    case literal(ExprLiteral, Int)
    /// A variable, or the first part of a qualified name; a leading dot means the outermost scope.
    case name(String, isRoot: Bool, Int)
    /// `target.field`, or `target.?field`.
    case select(ExprNode, field: String, isOptional: Bool, Int)
    /// `has(target.field)`.
    case has(ExprNode, field: String, Int)
    /// `target[index]`, or `target[?index]`.
    case index(ExprNode, ExprNode, isOptional: Bool, Int)
    /// A function, with the value before the dot if there is one; operators have the names of cel-spec (`_+_`).
    case call(String, target: ExprNode?, arguments: [ExprNode], Int)
    case list([Element], Int)
    case map([Entry], Int)
    /// `name{field: value}`, which needs a schema of messages.
    case message(String, [Entry], Int)
    case macro(ExprMacro, Int)

    /// An item of a list; an optional one is left out if it has no value.
    package struct Element: Sendable {
        package let value: ExprNode
        let isOptional: Bool
    }

    /// A member of a map; an optional one is left out if it has no value.
    package struct Entry: Sendable {
        let key: ExprNode
        package let value: ExprNode
        let isOptional: Bool
    }

    /// The offset in the text, in bytes: of an operator its own, of a call that of its name.
    package var offset: Int {
        switch self {
        case .literal(_, let offset), .name(_, _, let offset), .select(_, _, _, let offset), .has(_, _, let offset),
            .index(_, _, _, let offset), .call(_, _, _, let offset), .list(_, let offset), .map(_, let offset),
            .message(_, _, let offset), .macro(_, let offset):
            offset
        }
    }
}

/// A literal of an expression.
package enum ExprLiteral: Sendable {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case double(Double)
    case string(String)
    case bytes([UInt8])
}

/// A macro: something that is done with each item of a list or each entry of a map.
package struct ExprMacro: Sendable {
    package enum Kind: Sendable {
        case all, exists, existsOne, map, filter, transformList, transformMap, transformMapEntry
        /// A variable for a value: `cel.bind(name, value, result)`, and optMap, optFlatMap.
        case bind, optMap, optFlatMap, sortBy
    }

    package let kind: Kind
    package let range: ExprNode
    /// The item's name; with two names the first is the index or key.
    package let names: [String]
    /// The condition, or for `map` an optional filter.
    package let filter: ExprNode?
    /// What is made of each item.
    package let result: ExprNode?

    package init(kind: Kind, range: ExprNode, names: [String], filter: ExprNode?, result: ExprNode?) {
        (self.kind, self.range, self.names, self.filter, self.result) = (kind, range, names, filter, result)
    }
}

/// Why an expression cannot be used, with the place in its text.
package struct ExprSyntaxError: Error, Sendable {
    /// The offset in bytes.
    package let offset: Int
    package let reason: String
    package let suggestion: String?

    package init(offset: Int, reason: String, suggestion: String? = nil) {
        (self.offset, self.reason, self.suggestion) = (offset, reason, suggestion)
    }
}
