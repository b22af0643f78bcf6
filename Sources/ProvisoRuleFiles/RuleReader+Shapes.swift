internal import ProvisoCore
internal import ProvisoMessages

/// The keys of a shape.
private enum ShapeKey: String, CaseIterable {
    case rules, closed
}

/// Reads shapes.
extension RuleReader {
    /// Reads shapes by name, in their order.
    mutating func shapes(_ node: RuleNode) -> [NamedShape] {
        guard let pairs = node.mapping else {
            report(node, "shapes must be a mapping of names to rules: 'card: { rules: […] }'")
            return []
        }
        return pairs.compactMap { key, value in
            guard let name = key.text, !name.isEmpty else {
                report(key, "expected a name")
                return nil
            }
            return shape(value).map { shape in
                var named = NamedShape(name, shape)
                named.position = key.position
                return named
            }
        }
    }

    /// Reads `{ closed: true, rules: […] }`, or the list of rules alone.
    private mutating func shape(_ node: RuleNode) -> RuleShape? {
        var shape = RuleShape()
        shape.position = node.position
        if node.list != nil {
            shape.rules = rules(node)
            return shape
        }
        guard let pairs = node.mapping else {
            report(node, "a shape must be a mapping with the key 'rules'")
            return nil
        }
        for (key, value) in pairs {
            switch key.scalar.flatMap(ShapeKey.init) {
            case .rules: shape.rules = rules(value)
            case .closed: shape.closed = truth(value) ?? false
            case nil:
                let names = ShapeKey.allCases.map(\.rawValue)
                report(
                    key, "a shape has no key '\(key.scalar ?? "")' (it has rules and closed)",
                    suggestion: Suggestion.nearest(to: key.scalar ?? "", in: names))
            }
        }
        if !pairs.contains(where: { $0.key.scalar == ShapeKey.rules.rawValue }) {
            report(node, "the shape's key 'rules' is missing")
        }
        return shape
    }

    private mutating func rules(_ node: RuleNode) -> [Rule] {
        guard let items = node.list else {
            report(node, "rules must be a list", suggestion: Self.listed(node.mapping?.first))
            return []
        }
        return items.compactMap { rule($0) }
    }
}
