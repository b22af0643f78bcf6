internal import ProvisoMessages

/// Finds mistakes in an expression before it runs: values of the wrong kind, and members that no rule names.
///
/// What the rules do not say can be anything: an expression is refused only if it can never be right.
struct ExprChecker {
    let facts: any ExprFacts
    /// The type of the value, and the path of the object it is a member of.
    let this: ExprType
    let parent: String?
    /// Whether `previous` is the row before.
    var hasRowBefore = false
    /// Whether the text is as someone wrote it: otherwise literals may be the values of variables.
    private let isWritten: Bool
    /// In how many choices the part is that is checked: another part of one may keep it from running.
    var choices = 0
    private var scopes: [(name: String, type: ExprType)] = []
    /// How values are read, by the places of the names and members.
    private(set) var readings: [Int: ValueReading] = [:]
    /// How the items of lists are read that functions take whole.
    var itemReadings: [Int: ValueReading] = [:]

    init(_ facts: any ExprFacts, this: ExprType, parent: String?, isWritten: Bool = true) {
        (self.facts, self.this, self.parent, self.isWritten) = (facts, this, parent, isWritten)
    }

    /// Whether a part may never run for the values that variables have now: `vars.list.size() > 0 && vars.list[0] > 1`.
    func mayBeLeftOut(_ offset: Int) -> Bool {
        choices > 0 && (!isWritten || offset >= ExprPlace.stride)
    }

    /// How the expression reads values.
    var allReadings: ExprReadings {
        var found = ExprReadings()
        (found.values, found.items) = (readings, itemReadings)
        return found
    }

    /// Makes names known that are values of any type: the parameters of a function.
    mutating func add(_ names: [String]) {
        for name in names { scopes.append((name, .any)) }
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
        case .name, .select, .index:
            if case .read(let reading) = type.wrapped ?? type { readings[node.offset] = reading }
        default: break
        }
        return type
    }

    private mutating func found(_ node: ExprNode) throws(ExprSyntaxError) -> ExprType {
        switch node {
        case .literal(let literal, _): return Self.type(literal)
        case .name(let name, let isRoot, let offset): return try named(name, isRoot: isRoot, offset)
        case .select(let target, let field, let isOptional, let offset):
            if let name = typeName(node) { return Self.isType(name) ? .type : .any }
            try checkMember(field, of: target, offset)
            let found = try member(try owner(target, field), field, offset)
            return isOptional ? .optional(found.wrapped ?? found) : found
        case .has(let target, let field, let offset):
            _ = try member(try owner(target, field), field, offset)
            return .bool
        case .index(let target, let index, let isOptional, let offset):
            try checkIndex(index, of: target)
            let found = try item(try type(target), index, offset)
            return isOptional ? .optional(found.wrapped ?? found) : found
        case .call(let name, let target, let arguments, let offset): return try call(name, target, arguments, offset)
        case .list(let elements, _):
            var item: ExprType?
            for element in elements {
                let found = try type(element.value)
                item = item.map { $0.joined(found) } ?? found
            }
            return .list(item ?? .any)
        case .map(let entries, _), .message(_, let entries, _):
            var value: ExprType?
            for entry in entries {
                _ = try type(entry.key)
                let found = try type(entry.value)
                value = value.map { $0.joined(found) } ?? found
            }
            return .map(value ?? .any)
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

    private func named(
        _ name: String, isRoot: Bool, before field: String? = nil, _ offset: Int
    ) throws(ExprSyntaxError) -> ExprType {
        if !isRoot {
            if let scope = scopes.last(where: { $0.name == name }) { return scope.type }
            if name == "this" { return this }
            if name == "record" || hasRowBefore && name == ExprPath.previous { return .record(ExprPath.whole) }
            if name == "parent", let parent { return .record(parent) }
        }
        if let found = facts.type(of: ExprPath.escaped(name)) { return found }
        if !isRoot, Self.isType(name) { return .type }
        var (reason, suggestion) = facts.unknown(name, before: field)
        if suggestion == nil, case .record(let path) = this, facts.members(of: path).contains(name) {
            (reason, suggestion) = ("unknown attribute '\(name)': it is a member of the value", "this.\(name)")
        }
        throw ExprSyntaxError(offset: offset, reason: reason, suggestion: suggestion)
    }

    /// The type of what a member belongs to.
    private mutating func owner(_ node: ExprNode, _ field: String) throws(ExprSyntaxError) -> ExprType {
        guard case .name(let name, let isRoot, let offset) = node else { return try type(node) }
        _ = try named(name, isRoot: isRoot, before: field, offset)
        return try type(node)
    }

    /// Whether a name is that of a type, which is a value.
    static func isType(_ name: String) -> Bool { ExprCompiler.types[name] != nil }

    /// The name with dots of a type that is not an attribute: `google.protobuf.Timestamp`.
    private func typeName(_ node: ExprNode) -> String? {
        guard let (name, _) = ExprCompiler.qualified(node), let first = name.split(separator: ".").first,
            ["google", "net"].contains(first), facts.type(of: String(first)) == nil,
            !scopes.contains(where: { $0.name == first })
        else { return nil }
        return name
    }

    /// Whether a node is an attribute that has the name of a type, such as `list`.
    func isAttributeNamedAsType(_ node: ExprNode) -> String? {
        guard case .name(let name, isRoot: false, _) = node, Self.isType(name),
            !scopes.contains(where: { $0.name == name }), facts.type(of: name) != nil
        else { return nil }
        return name
    }

    /// How the items of a list are read; `nil` if they need no reading.
    func itemReading(_ type: ExprType) -> ValueReading? {
        switch type {
        case .record(let path):
            if case .read(let reading)? = facts.type(of: ExprPath.items(of: path)) { return reading }
        case .list(.read(let reading)): return reading
        default: break
        }
        return nil
    }

    /// The type of the items of a list, as functions see them that take it whole.
    func itemType(_ list: ExprType) -> ExprType {
        switch list {
        case .list(let item): item.plain
        case .record(let path): (facts.type(of: ExprPath.items(of: path)) ?? .any).plain
        default: .any
        }
    }

    /// The type of one value or another; an empty list or map says nothing of what is in it.
    func joined(_ one: ExprType, _ node: ExprNode, _ two: ExprType, _ other: ExprNode) -> ExprType {
        if other.isEmptyLiteral, one.mayHoldOthers { return one }
        if node.isEmptyLiteral, two.mayHoldOthers { return two }
        return one.joined(two)
    }

    // MARK: members and items

    func member(_ target: ExprType, _ field: String, _ offset: Int) throws(ExprSyntaxError) -> ExprType {
        switch target {
        case .record(let path):
            if let type = facts.type(of: ExprPath.member(field, of: path)) { return type }
            if path == ExprPath.whole {
                throw ExprSyntaxError(
                    offset: offset, reason: "no rule names the attribute '\(field)': add '[\(field), safe]'",
                    suggestion: field.utf8.count > 2 ? facts.suggestion(for: field, of: path) : nil)
            }
            let known = facts.members(of: path)
            guard !known.isEmpty, !known.contains("*") else { return .any }
            throw ExprSyntaxError(
                offset: offset,
                reason: "no rule names the member '\(field)' of '\(ExprPath.words(path))' (add a 'safe' rule for it)",
                suggestion: facts.suggestion(for: field, of: path))
        case .map(let value): return value
        case .optional(let inner): return .optional(try member(inner, field, offset))
        case .any: return .any
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
            return facts.type(of: ExprPath.items(of: path)) ?? .any
        case .list(let item):
            try need(found, .number, index.offset, "the index of a list")
            return item
        case .map(let value): return value
        case .optional(let inner): return .optional(try item(inner, index, offset))
        case .any: return .any
        default: throw ExprSyntaxError(offset: offset, reason: "\(target.word) has no items")
        }
    }

    // MARK: macros

    /// The types of the names of a macro over a range.
    private func names(_ macro: ExprMacro, _ range: ExprType, _ offset: Int) throws(ExprSyntaxError) -> [ExprType] {
        let isPair = macro.names.count > 1
        switch range {
        case .record(let path):
            let item = facts.type(of: ExprPath.items(of: path)) ?? .any
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
            try need(range, .optional(.any), macro.range.offset, "the value")
            types = [range.wrapped ?? .any]
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
        case .optMap: return .optional(result ?? .any)
        case .optFlatMap: return .optional(result?.wrapped ?? .any)
        }
    }
}

extension ExprNode {
    /// Whether the node is `[]` or `{}`.
    fileprivate var isEmptyLiteral: Bool {
        switch self {
        case .list(let elements, _): elements.isEmpty
        case .map(let entries, _): entries.isEmpty
        default: false
        }
    }
}

extension ExprType {
    fileprivate var mayHoldOthers: Bool {
        switch self {
        case .record, .list, .map: true
        default: false
        }
    }
}
