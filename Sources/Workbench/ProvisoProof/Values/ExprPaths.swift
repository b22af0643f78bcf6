import Proviso

/// The places of a record that parts of an expression read.
struct ExprPaths {
    /// Where names of attributes begin.
    let base: Steps
    let place: Steps
    var record: AnyValue
    /// What pays for the values that it finds.
    let effort: Effort
    /// The paths of the names that macros bind to items.
    var names: [String: Steps] = [:]
    /// How many macros are around.
    private(set) var depth = 0
    /// Macros in more others are looked at for one item: each item more would double the work at each level.
    static let mostBranching = 2

    /// The concrete path that a part of an expression names; `nil` if it is computed.
    func path(_ node: ExprNode) -> Steps? {
        switch node {
        case .name(let name, _, _):
            if let bound = names[name] { return bound }
            if name == "this" { return place }
            if name == "record" { return [] }
            if name == "parent" { return Steps(place.dropLast()) }
            return (base + ValuePath(RuleSet.plain(name)).components).aligned(with: place).concrete
        case .select(let inner, let field, _, _), .has(let inner, let field, _):
            return path(inner).map { $0 + [.key(field)] }
        case .index(let inner, .literal(.int(let index), _), _, _):
            return path(inner).map { $0 + [.index(Int(clamping: index))] }
        case .index(let inner, .literal(.string(let key), _), _, _): return path(inner).map { $0 + [.key(key)] }
        default: return nil
        }
    }

    /// The paths of all places that an expression reads, those of a macro in the first items.
    func all(_ node: ExprNode) -> [Steps] {
        if let path = path(node) { return [path] }
        switch node {
        case .literal, .name, .message: return []
        case .select(let inner, _, _, _), .has(let inner, _, _): return all(inner)
        case .index(let inner, let key, _, _): return all(inner) + all(key)
        // The first argument names a rule type or a collection.
        case .call("is", nil, let arguments, _), .call("lookup", nil, let arguments, _):
            return arguments.dropFirst().flatMap(all)
        case .call(_, let target, let arguments, _):
            return (target.map { $0.isSpace ? [] : all($0) } ?? []) + arguments.flatMap(all)
        case .list(let elements, _): return elements.flatMap { all($0.value) }
        case .map(let entries, _): return entries.flatMap { all($0.value) }
        case .macro(let macro, _):
            var found = all(macro.range)
            for index in 0..<(depth < Self.mostBranching ? 2 : 1) {
                let inner = binding(macro, index)
                found += [macro.filter, macro.result].compactMap { $0 }.flatMap(inner.all)
            }
            return found
        }
    }

    /// The same with the names of a macro bound to one item.
    func binding(_ macro: ExprMacro, _ index: Int) -> ExprPaths {
        var copy = self
        copy.depth += 1
        guard let range = path(macro.range), let name = macro.names.last else { return copy }
        let value = record.at(range)
        let members = value.members
        copy.names[name] =
            macro.kind == .bind
            ? range
            : range + [members.indices.contains(index) ? .key(members[index].key) : .index(index)]
        return copy
    }

    /// The expression with the names of this record in place of `this`, `parent` and those of items.
    func free(_ node: ExprNode, bound: Set<String> = []) -> ExprNode {
        func chain(_ path: Steps, _ offset: Int) -> ExprNode {
            path.reduce(ExprNode.name("this", isRoot: false, offset)) { inner, step in
                if case .index(let index) = step {
                    return .index(inner, .literal(.int(Int64(index)), offset), isOptional: false, offset)
                }
                return .index(inner, .literal(.string(step.word), offset), isOptional: false, offset)
            }
        }
        switch node {
        case .name(let name, _, let offset) where !bound.contains(name):
            return path(node).map { chain($0, offset) } ?? node
        case .literal, .name, .message: return node
        case .select(let inner, let field, let isOptional, let offset):
            return .select(free(inner, bound: bound), field: field, isOptional: isOptional, offset)
        case .has(let inner, let field, let offset): return .has(free(inner, bound: bound), field: field, offset)
        case .index(let inner, let key, let isOptional, let offset):
            return .index(free(inner, bound: bound), free(key, bound: bound), isOptional: isOptional, offset)
        case .call(let name, let target, let arguments, let offset):
            return .call(
                name, target: target.map { $0.isSpace ? $0 : free($0, bound: bound) },
                arguments: arguments.map { free($0, bound: bound) }, offset)
        case .list, .map: return node
        case .macro(let macro, let offset):
            let names = bound.union(macro.names)
            return .macro(
                ExprMacro(
                    kind: macro.kind, range: free(macro.range, bound: bound), names: macro.names,
                    filter: macro.filter.map { free($0, bound: names) },
                    result: macro.result.map { free($0, bound: names) }),
                offset)
        }
    }

    /// The value of a part of the expression for a record; `nil` if it has none.
    func value(_ node: ExprNode, in record: AnyValue, now: Int64) -> AnyValue? {
        guard !effort.isSpent, let program = try? FreeExpression(free(node)) else { return nil }
        effort.spend(compiling: program)
        return try? program.value(for: record, now: now) { effort.spend(steps: $0) }
    }

    /// The constants of an expression.
    static func literals(_ node: ExprNode) -> [AnyValue] {
        switch node {
        case .literal(let literal, _):
            switch literal {
            case .int(let number): return [.integer(number)]
            case .uint(let number): return [.unsigned(number)]
            case .double(let number): return [.double(number)]
            case .string(let text): return [.text(text)]
            case .bool(let truth): return [.boolean(truth)]
            case .null: return [.null]
            case .bytes: return []
            }
        case .name, .message: return []
        case .select(let inner, _, _, _), .has(let inner, _, _): return literals(inner)
        case .index(let inner, let key, _, _): return literals(inner) + literals(key)
        case .call(_, let target, let arguments, _): return (target.map(literals) ?? []) + arguments.flatMap(literals)
        case .list(let elements, _): return elements.flatMap { literals($0.value) }
        case .map(let entries, _): return entries.flatMap { literals($0.value) }
        case .macro(let macro, _):
            return literals(macro.range) + [macro.filter, macro.result].compactMap { $0 }.flatMap(literals)
        }
    }
}
