/// The most steps that an expression can take, computed when a plan is made.
///
/// What nothing limits counts as a list of 1,000 items or a string of 10,000 bytes; a macro multiplies. The figure is not exact:
/// it tells what grows with the product of several lists from what grows with one.
struct ExprCost {
    /// How large a value can be: its items or bytes, and what each item can be.
    private struct Size {
        var count: Double
        var item: Double = 1

        static let scalar = Size(count: 1)
        static let unknown = Size(count: 1000, item: 1000)
    }

    /// The usual limit of an expression.
    static let usual = 7_500_000

    /// What to do about an expression that can take too long.
    static func reason(_ steps: Double, _ maximum: Int) -> String {
        let shown = steps < 1e15 ? "\(Int(steps))" : "\(steps)"
        return "it can take \(shown) steps, and at most \(maximum) are allowed: limit its lists with 'count' and its "
            + "strings with 'string', or raise 'maxCost'"
    }

    /// The maximum number of items or bytes of an attribute; `nil` if no rule says so.
    let limit: (String) -> Double?
    private var scopes: [(name: String, size: Size, path: String?)] = []

    init(limit: @escaping (String) -> Double?) { self.limit = limit }

    /// The steps that an expression can take.
    mutating func steps(_ node: ExprNode) -> Double { measure(node).steps }

    private mutating func measure(_ node: ExprNode) -> (steps: Double, size: Size) {
        switch node {
        case .literal(.string(let text), _): return (1, Size(count: Double(text.utf8.count)))
        case .literal(.bytes(let bytes), _): return (1, Size(count: Double(bytes.count)))
        case .literal: return (1, .scalar)
        case .name(let name, _, _):
            if let scope = scopes.last(where: { $0.name == name }), scope.path == nil { return (1, scope.size) }
            return (1, size(of: node))
        case .select(let target, _, _, _): return (measure(target).steps + 1, size(of: node))
        case .has(let target, _, _): return (measure(target).steps + 1, .scalar)
        case .index(let target, let index, _, _):
            let (steps, size) = measure(target)
            return (steps + measure(index).steps + 1, Size(count: size.item, item: 1000))
        case .list(let elements, _):
            let parts = elements.map { measure($0.value) }
            return (
                parts.reduce(1) { $0 + $1.steps },
                Size(count: Double(elements.count), item: parts.map(\.size.count).max() ?? 1)
            )
        case .map(let entries, _), .message(_, let entries, _):
            let steps = entries.reduce(1.0) { $0 + measure($1.key).steps + measure($1.value).steps }
            return (steps, Size(count: Double(entries.count), item: 1000))
        case .call(let name, let target, let arguments, _): return call(name, target, arguments)
        case .macro(let macro, _): return self.macro(macro)
        }
    }

    /// The path of the record that a node names; the variables of macros stand for the items of their range.
    private func path(_ node: ExprNode) -> String? {
        switch node {
        case .name(let name, _, _):
            if let scope = scopes.last(where: { $0.name == name }) { return scope.path }
            return name
        case .select(let target, let field, _, _): return path(target).map { "\($0).\(field)" }
        default: return nil
        }
    }

    private func size(of node: ExprNode) -> Size {
        path(node).flatMap(limit).map { Size(count: $0, item: 1000) } ?? .unknown
    }

    private mutating func call(
        _ name: String, _ target: ExprNode?, _ arguments: [ExprNode]
    ) -> (steps: Double, size: Size) {
        var parts = arguments.map { measure($0) }
        if let target { parts.insert(measure(target), at: 0) }
        let steps = parts.reduce(1) { $0 + $1.steps }
        let largest = parts.map(\.size.count).max() ?? 1
        let sum = parts.reduce(0) { $0 + $1.size.count }
        let item = parts.map(\.size.item).max() ?? 1
        switch name {
        case "range":
            if case .literal(.int(let count), _)? = arguments.first {
                return (steps + Double(count), Size(count: Double(count)))
            }
            return (steps + 1_000_000, Size(count: 1_000_000))
        case "_+_": return (steps + sum / 10, Size(count: sum, item: item))
        case "_==_", "_!=_", "@in", "_<_", "_<=_", "_>_", "_>=_": return (steps + largest / 10, .scalar)
        case "sort", "distinct", "sum", "min", "max", "isSorted", "reverse", "slice":
            return (steps + largest * 2, Size(count: name == "sum" ? 1 : largest, item: item))
        case "flatten": return (steps + largest * item, Size(count: largest * item))
        case "join": return (steps + largest * item / 10, Size(count: largest * item))
        case "split": return (steps + largest / 10, Size(count: largest, item: largest))
        case "replace":
            // Each byte can become the new text.
            let other = parts.count > 2 ? parts[2].size.count : 1
            return (steps + largest * max(1, other) / 10, Size(count: largest * max(1, other)))
        case "_?_:_": return (steps, Size(count: max(parts[1].size.count, parts[2].size.count), item: item))
        case "is": return (steps + 10 + largest / 10, .scalar)
        case "lookup": return (steps + 100, Size(count: 100))
        case "findAll", "extractAll": return (steps + largest, Size(count: largest, item: 100))
        case "find", "extract", "contains", "matches", "indexOf", "lastIndexOf", "format", "trim", "lowerAscii",
            "upperAscii", "substring":
            return (steps + sum / 10, Size(count: sum))
        default: return (steps, name.hasPrefix("_") ? .scalar : Size(count: 100))
        }
    }

    private mutating func macro(_ macro: ExprMacro) -> (steps: Double, size: Size) {
        let (first, range) = measure(macro.range)
        let isBinding = [.bind, .optMap, .optFlatMap].contains(macro.kind)
        let own = scopes.count
        let item = isBinding ? path(macro.range) : path(macro.range).map { "\($0).*" }
        for name in macro.names {
            scopes.append((name, isBinding ? range : Size(count: range.item, item: 1000), item))
        }
        let filter = macro.filter.map { measure($0) }
        let result = macro.result.map { measure($0) }
        scopes.removeLast(scopes.count - own)
        let each = 1 + (filter?.steps ?? 0) + (result?.steps ?? 0)
        if isBinding { return (first + each, result?.size ?? .scalar) }
        let size: Size =
            switch macro.kind {
            case .all, .exists, .existsOne: .scalar
            case .filter, .sortBy: range
            default: Size(count: range.count, item: result?.size.count ?? 1)
            }
        return (first + range.count * each, size)
    }
}
