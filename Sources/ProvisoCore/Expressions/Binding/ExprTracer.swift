internal import ProvisoMessages

/// Runs an expression part by part, in its order, and keeps the values.
///
/// What was not needed and has no value is left out: the other branch of `?:`, and what follows an operand of `&&` and
/// `||` that decided.
struct ExprTracer {
    /// Runs a part; `nil` if it cannot be run on its own.
    let run: (ExprNode) -> ExprValue?
    private(set) var parts: [EvaluatedPart] = []
    private var seen: Set<String> = []

    /// How many parts are kept.
    private static let most = 100
    /// How large a value that is shown may be.
    private static let largest = 100_000
    private static let largeOnes = 100
    private let mostShown: Int
    /// Gets how much of the record's values each part shows.
    private let keep: (Int) -> Void
    /// How many items are tried to find the one that decided.
    private static let mostItems = 1_000

    /// With `isFull`, only small values are shown.
    init(isFull: Bool, keep: @escaping (Int) -> Void, run: @escaping (ExprNode) -> ExprValue?) {
        (self.run, self.keep) = (run, keep)
        mostShown = isFull ? Self.largeOnes : Self.largest
    }

    /// Keeps the values of the parts of a node, and then its own.
    @discardableResult
    mutating func trace(_ node: ExprNode) -> ExprValue? {
        switch node {
        case .literal: return run(node)
        case .name, .has: break
        // A path is one value.
        case .select(let target, _, _, _): if !target.isPath { trace(target) }
        case .index(let target, let index, _, _):
            trace(target)
            trace(index)
        case .call(let name, let target, let arguments, _): trace(name, target, arguments)
        case .list(let elements, _): for element in elements { trace(element.value) }
        case .map(let entries, _), .message(_, let entries, _): for entry in entries { trace(entry.value) }
        case .macro(let macro, let offset):
            trace(macro.range)
            if let item = item(of: macro, offset) { keep(item) }
        }
        guard let value = run(node) else { return nil }
        let error = value.error
        // `nil` alone would be a null.
        let weight = value.weight(atMost: mostShown)
        let isShown = error == nil && weight <= mostShown
        if isShown { keep(weight * 16) }
        let shown: AnyValue? = isShown ? .some(value.owned.plain) : .none
        keep(EvaluatedPart(ExprText.text(node), shown, note: error?.reason ?? (isShown ? nil : "too large to show")))
        return value
    }

    private mutating func keep(_ part: EvaluatedPart) {
        if parts.count < Self.most, seen.insert(part.text + (part.note ?? "")).inserted { parts.append(part) }
    }

    private mutating func trace(_ name: String, _ target: ExprNode?, _ arguments: [ExprNode]) {
        switch name {
        case "_?_:_" where arguments.count == 3:
            switch trace(arguments[0])?.truth {
            case true?: trace(arguments[1])
            case false?: trace(arguments[2])
            case nil: return
            }
        case "_&&_" where arguments.count == 2, "_||_" where arguments.count == 2:
            let isDecided = trace(arguments[0])?.truth == (name == "_||_")
            if !isDecided || run(arguments[1]).map({ $0.error == nil }) ?? false { trace(arguments[1]) }
        // The names of a rule type and of a collection have no values.
        case "is" where target == nil, "lookup" where target == nil: for node in arguments.dropFirst() { key(node) }
        default:
            if let target, !target.isSpace { trace(target) }
            for argument in arguments { trace(argument) }
        }
    }

    /// The value that is passed to `is` or `lookup`; options are literals.
    private mutating func key(_ node: ExprNode) {
        if case .map(let entries, _) = node { for entry in entries { trace(entry.value) } } else { trace(node) }
    }

    /// The item that decided a macro: for `all` the first one that is false, for `exists` the first one that is true,
    /// and for every macro the first one that has no value.
    private func item(of macro: ExprMacro, _ offset: Int) -> EvaluatedPart? {
        guard macro.names.count == 1, let items = run(macro.range)?.listItems, items.count <= Self.mostItems else {
            return nil
        }
        let wanted: Bool? = macro.kind == .all ? false : macro.kind == .exists ? true : nil
        switch macro.kind {
        case .all, .exists, .existsOne, .map, .filter: break
        default: return nil
        }
        for (index, item) in items.enumerated() {
            let one = ExprNode.index(
                macro.range, .literal(.int(Int64(index)), offset), isOptional: false, offset)
            let single = ExprMacro(
                kind: macro.kind, range: .list([.init(value: one, isOptional: false)], offset), names: macro.names,
                filter: macro.filter, result: macro.result)
            guard let value = run(.macro(single, offset)) else { return nil }
            let tested = (wanted == nil ? macro.result : macro.filter) ?? macro.filter ?? macro.result
            let text = tested.map(ExprText.text) ?? ""
            let place = "item \(index + 1)"
            if let error = value.error {
                return EvaluatedPart(macro.names[0], item.owned.plain, note: "\(place): \(text): \(error.reason)")
            }
            if let wanted, value.truth == wanted {
                return EvaluatedPart(macro.names[0], item.owned.plain, note: "\(place): \(text) is \(wanted)")
            }
        }
        return nil
    }
}

extension AnyValue {
    /// The value with integers as people write them: 10, not 10.0.
    fileprivate var plain: AnyValue {
        switch self {
        case .double(let number) where number.magnitude < 0x1p53: Int64(exactly: number).map { .integer($0) } ?? self
        case .list(let items): .list(items.map(\.plain))
        case .object(let members): .object(members.map { Member($0.key, $0.value.plain) })
        default: self
        }
    }
}

extension ExprNode {
    /// Whether the node is a name, or names with dots.
    fileprivate var isPath: Bool {
        switch self {
        case .name: true
        case .select(let target, _, _, _): target.isPath
        default: false
        }
    }
}
