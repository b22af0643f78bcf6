/// Makes a copy of an expression with other parts in the place of some.
struct ExprRewriter {
    typealias Rewrite = (ExprNode, Set<String>) throws(ExprSyntaxError) -> ExprNode
    typealias Replace = (ExprNode, Set<String>, Rewrite) throws(ExprSyntaxError) -> ExprNode

    /// What is added to the offsets.
    let moved: Int
    /// Whether a part is replaced, where macros have these names.
    let isReplaced: (ExprNode, Set<String>) -> Bool
    /// Gets each part that is replaced, and a function that copies what is in it.
    let replace: Replace

    init(moved: Int, isReplaced: @escaping (ExprNode, Set<String>) -> Bool, replace: @escaping Replace) {
        (self.moved, self.isReplaced, self.replace) = (moved, isReplaced, replace)
    }

    /// The copy of a part, where macros have the names in `bound`.
    func copy(_ node: ExprNode, _ bound: Set<String>) throws(ExprSyntaxError) -> ExprNode {
        func part(_ node: ExprNode, _ bound: Set<String>) throws(ExprSyntaxError) -> ExprNode {
            try copy(node, bound)
        }
        func parts(_ nodes: [ExprNode]) throws(ExprSyntaxError) -> [ExprNode] {
            var copies: [ExprNode] = []
            for node in nodes { copies.append(try part(node, bound)) }
            return copies
        }
        func entries(_ entries: [ExprNode.Entry]) throws(ExprSyntaxError) -> [ExprNode.Entry] {
            var copies: [ExprNode.Entry] = []
            for entry in entries {
                copies.append(
                    ExprNode.Entry(
                        key: try part(entry.key, bound), value: try part(entry.value, bound),
                        isOptional: entry.isOptional))
            }
            return copies
        }
        if isReplaced(node, bound) { return try replace(node, bound, copy) }
        switch node {
        case .literal(let literal, let offset): return .literal(literal, offset + moved)
        case .name(let name, let isRoot, let offset): return .name(name, isRoot: isRoot, offset + moved)
        case .select(let target, let field, let isOptional, let offset):
            return .select(try part(target, bound), field: field, isOptional: isOptional, offset + moved)
        case .has(let target, let field, let offset):
            return .has(try part(target, bound), field: field, offset + moved)
        case .index(let target, let index, let isOptional, let offset):
            return .index(try part(target, bound), try part(index, bound), isOptional: isOptional, offset + moved)
        case .call(let name, let target, let arguments, let offset):
            // The first argument names a rule type or a collection.
            let isNamed = target == nil && (name == "is" || name == "lookup")
            let first = isNamed ? Array(arguments.prefix(1)) : []
            let rest = try parts(Array(arguments.dropFirst(first.count)))
            return .call(
                name, target: try target.map { node throws(ExprSyntaxError) in try part(node, bound) },
                arguments: first + rest, offset + moved)
        case .list(let elements, let offset):
            var copies: [ExprNode.Element] = []
            for element in elements {
                copies.append(
                    ExprNode.Element(value: try part(element.value, bound), isOptional: element.isOptional))
            }
            return .list(copies, offset + moved)
        case .map(let list, let offset): return .map(try entries(list), offset + moved)
        case .message(let name, let list, let offset): return .message(name, try entries(list), offset + moved)
        case .macro(let macro, let offset):
            let inner = bound.union(macro.names)
            return .macro(
                ExprMacro(
                    kind: macro.kind, range: try part(macro.range, bound), names: macro.names,
                    filter: try macro.filter.map { node throws(ExprSyntaxError) in try part(node, inner) },
                    result: try macro.result.map { node throws(ExprSyntaxError) in try part(node, inner) }),
                offset + moved)
        }
    }
}

extension ExprNode {
    /// The parts of which a part is made.
    package var children: [ExprNode] {
        switch self {
        case .literal, .name: []
        case .select(let target, _, _, _), .has(let target, _, _): [target]
        case .index(let target, let index, _, _): [target, index]
        case .call(_, let target, let arguments, _): (target.map { [$0] } ?? []) + arguments
        case .list(let elements, _): elements.map(\.value)
        case .map(let entries, _), .message(_, let entries, _): entries.flatMap { [$0.key, $0.value] }
        case .macro(let macro, _): [macro.range] + [macro.filter, macro.result].compactMap { $0 }
        }
    }

    /// How many parts there are, with those within others.
    var size: Int { children.reduce(1) { $0 + $1.size } }

    /// The names that macros in it give to items and values.
    var macroNames: Set<String> {
        var names: Set<String> = if case .macro(let macro, _) = self { Set(macro.names) } else { [] }
        for child in children { names.formUnion(child.macroNames) }
        return names
    }

    /// Whether it has a name as a value, which no macro gives to something else.
    func uses(_ name: String) -> Bool { offset(of: name) != nil }

    /// Where it has a name first as a value, which no macro gives to something else.
    func offset(of name: String) -> Int? {
        switch self {
        case .name(name, isRoot: false, let offset): return offset
        case .macro(let macro, _) where macro.names.contains(name): return macro.range.offset(of: name)
        // The first argument names a rule type or a collection.
        case .call("is", nil, let arguments, _), .call("lookup", nil, let arguments, _):
            return arguments.dropFirst().lazy.compactMap { $0.offset(of: name) }.first
        default: return children.lazy.compactMap { $0.offset(of: name) }.first
        }
    }

    /// Whether it is a literal, or a path of names, which costs nothing to repeat.
    var isPlain: Bool {
        switch self {
        case .literal, .name: true
        case .select(let target, _, _, _): target.isPlain
        default: false
        }
    }

    /// The first name of a path.
    var firstName: String? {
        switch self {
        case .name(let name, _, _): name
        case .select(let target, _, _, _): target.firstName
        default: nil
        }
    }
}
