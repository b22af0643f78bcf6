internal import ProvisoMessages

/// Finds mistakes in an expression before it runs: values of the wrong kind, and members that no rule names.
///
/// What the rules do not say can be anything: an expression is refused only if it can never be right.
struct ExprChecker {
    let facts: any ExprFacts
    /// The type of the value, and the path of the object it is a member of.
    let this: ExprType
    let parent: String?
    private var scopes: [(name: String, type: ExprType)] = []
    /// The places of members that the rules say are numbers.
    private(set) var numbers: Set<Int> = []

    init(_ facts: any ExprFacts, this: ExprType, parent: String?) {
        (self.facts, self.this, self.parent) = (facts, this, parent)
    }

    mutating func check(_ node: ExprNode, is wanted: ExprType) throws(ExprSyntaxError) {
        let found = try type(node)
        try need(found, wanted, node.offset, "the expression")
    }

    private func need(
        _ found: ExprType, _ wanted: ExprType, _ offset: Int, _ what: String
    ) throws(ExprSyntaxError) {
        guard !found.fits(wanted) else { return }
        throw ExprSyntaxError(offset: offset, reason: "\(what) must be \(wanted.word), but is \(found.word)")
    }

    mutating func type(_ node: ExprNode) throws(ExprSyntaxError) -> ExprType {
        let type = try found(node)
        switch node {
        case .name, .select, .index: if type == .number { numbers.insert(node.offset) }
        default: break
        }
        return type
    }

    private mutating func found(_ node: ExprNode) throws(ExprSyntaxError) -> ExprType {
        switch node {
        case .literal(let literal, _): return Self.type(literal)
        case .name(let name, let isRoot, _): return isRoot ? .any : named(name)
        case .select(let target, let field, let isOptional, let offset):
            let found = try member(try type(target), field, offset)
            return isOptional ? .optional : found
        case .has(let target, let field, let offset):
            _ = try member(try type(target), field, offset)
            return .bool
        case .index(let target, let index, let isOptional, let offset):
            let found = try item(try type(target), index, offset)
            return isOptional ? .optional : found
        case .call(let name, let target, let arguments, let offset): return try call(name, target, arguments, offset)
        case .list(let elements, _):
            var item: ExprType?
            for element in elements {
                let found = try type(element.value)
                item = item.map { $0.joined(found) } ?? found
            }
            return .list(item ?? .any)
        case .map(let entries, _), .message(_, let entries, _):
            for entry in entries {
                _ = try type(entry.key)
                _ = try type(entry.value)
            }
            return .map(.any)
        case .macro(let macro, let offset): return try self.macro(macro, offset)
        }
    }

    private static func type(_ literal: ExprLiteral) -> ExprType {
        switch literal {
        case .null: .null
        case .bool: .bool
        case .int, .uint, .double: .number
        case .string: .string
        case .bytes: .bytes
        }
    }

    private func named(_ name: String) -> ExprType {
        if let scope = scopes.last(where: { $0.name == name }) { return scope.type }
        if name == "this" { return this }
        if name == "parent", let parent { return .record(parent) }
        return facts.type(of: name) ?? .any
    }

    // MARK: members and items

    private func member(_ target: ExprType, _ field: String, _ offset: Int) throws(ExprSyntaxError) -> ExprType {
        switch target {
        case .record(let path):
            let known = facts.members(of: path)
            if let type = facts.type(of: "\(path).\(field)") { return type }
            guard !known.isEmpty, !known.contains("*") else { return .any }
            throw ExprSyntaxError(
                offset: offset, reason: "no rule names the member '\(field)' of '\(path)' (add a 'safe' rule for it)",
                suggestion: Suggestion.nearest(to: field, in: known))
        case .map(let value): return value
        case .any, .optional: return .any
        default:
            throw ExprSyntaxError(offset: offset, reason: "\(target.word) has no member '\(field)'")
        }
    }

    private mutating func item(
        _ target: ExprType, _ index: ExprNode, _ offset: Int
    ) throws(ExprSyntaxError) -> ExprType {
        let found = try type(index)
        switch target {
        case .record(let path):
            if case .literal(.string(let field), _) = index { return try member(target, field, offset) }
            return facts.type(of: "\(path).*") ?? .any
        case .list(let item):
            try need(found, .number, index.offset, "the index of a list")
            return item
        case .map(let value): return value
        case .any, .optional: return .any
        default: throw ExprSyntaxError(offset: offset, reason: "\(target.word) has no items")
        }
    }

    // MARK: macros

    /// The types of the names of a macro over a range.
    private func names(_ macro: ExprMacro, _ range: ExprType, _ offset: Int) throws(ExprSyntaxError) -> [ExprType] {
        let isPair = macro.names.count > 1
        switch range {
        case .record(let path):
            let item = facts.type(of: "\(path).*") ?? .any
            // With members but no items it is a map.
            let isList = facts.members(of: path).contains("*") || facts.members(of: path).isEmpty
            return isPair ? [.any, item] : [isList ? item : .string]
        case .list(let item): return isPair ? [.number, item] : [item]
        case .map(let value): return isPair ? [.string, value] : [.string]
        case .any: return macro.names.map { _ in .any }
        default: throw ExprSyntaxError(offset: offset, reason: "\(range.word) has no items")
        }
    }

    private mutating func macro(_ macro: ExprMacro, _ offset: Int) throws(ExprSyntaxError) -> ExprType {
        let range = try type(macro.range)
        let types: [ExprType]
        switch macro.kind {
        case .bind: types = [range]
        case .optMap, .optFlatMap:
            try need(range, .optional, macro.range.offset, "the value")
            types = [.any]
        default: types = try names(macro, range, offset)
        }
        let first = scopes.count
        for (name, type) in zip(macro.names, types) { scopes.append((name, type)) }
        defer { scopes.removeLast(scopes.count - first) }
        if let filter = macro.filter { try need(try type(filter), .bool, filter.offset, "the condition") }
        let result = try macro.result.map { node throws(ExprSyntaxError) in try type(node) }
        switch macro.kind {
        case .all, .exists, .existsOne: return .bool
        case .map, .transformList: return .list(result ?? .any)
        case .filter: return .list(types.first ?? .any)
        case .sortBy: return .list(types.first ?? .any)
        case .transformMap: return .map(result ?? .any)
        case .transformMapEntry: return .map(.any)
        case .bind: return result ?? .any
        case .optMap, .optFlatMap: return .optional
        }
    }
}
