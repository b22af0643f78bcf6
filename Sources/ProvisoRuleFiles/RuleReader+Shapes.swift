internal import ProvisoCore
internal import ProvisoMessages

/// Reads shapes.
extension RuleReader {
    /// Reads shapes by name, in their order.
    mutating func shapes(_ node: RuleNode) -> [NamedShape] {
        guard let pairs = node.mapping else {
            report(node, "shapes must be a mapping of names to rules: 'card: { rules: […] }'")
            return []
        }
        var shapes: [NamedShape] = []
        for pair in pairs {
            guard let name = pair.key.text, !name.isEmpty else {
                report(pair.key, "expected a name")
                continue
            }
            guard let shape = shape(pair.value) else { continue }
            var named = NamedShape(name, shape)
            named.position = pair.key.position
            shapes.append(named)
        }
        return shapes
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
        var hasRules = false
        for (key, value) in pairs {
            switch known(key, ShapeKey.self) {
            case .rules:
                shape.rules = rules(value)
                hasRules = true
            case .closed: (shape.closed, shape.openParts) = closed(value)
            case .empty: shape.empty = emptiness(value)
            case .nullable:
                shape.nullable = names(value)
                shape.nullablePositions = places(value)
            case nil: break
            }
        }
        if !hasRules { report(node, "the shape's key 'rules' is missing") }
        return shape
    }

    /// Reads what counts as empty.
    mutating func emptiness(_ node: RuleNode) -> Emptiness? {
        let words = Emptiness.allCases.map(\.rawValue)
        if let empty = node.scalar.flatMap(Emptiness.init) { return empty }
        report(
            node, "empty must be one of \(words.joined(separator: ", "))",
            suggestion: node.scalar.flatMap { Suggestion.word(for: $0, in: words) })
        return nil
    }

    /// Reads `true`, or what a closed rule set or shape leaves open: `{ allow: "^x-", open: [extra] }`.
    mutating func closed(_ node: RuleNode) -> (isClosed: Bool, openParts: OpenParts) {
        guard let pairs = node.mapping else { return (truth(node) ?? false, OpenParts()) }
        var parts = OpenParts()
        for (key, value) in pairs {
            switch known(key, ClosedKey.self) {
            case .allow:
                parts.allow = value.text
                parts.positions[key.scalar ?? ""] = value.position
                warn(of: value, .pattern)
                if parts.allow == nil { report(value, "expected a regular expression of keys, such as '^x-'") }
            case .open:
                parts.paths = names(value)
                parts.positions.merge(places(value)) { $1 }
            case nil: break
            }
        }
        return (true, parts)
    }

    private mutating func rules(_ node: RuleNode) -> [Rule] {
        guard let items = node.list else {
            let meant = Self.listed(node.mapping?.first)
            let example = meant == nil ? ", such as '- [name, required]'" : ""
            report(node, "rules must be a list\(example)", suggestion: meant)
            return []
        }
        var rules: [Rule] = []
        for item in items {
            if let rule = rule(item) { rules.append(rule) }
        }
        return rules
    }
}
