internal import ProvisoMessages

extension RuleSet {
    /// The rule set with each path as it is printed, so that one attribute has one name.
    func withCanonicalNames() -> RuleSet {
        guard holdsEscapes else { return self }
        var all = self
        all.rules = rules.map { rule in
            var rule = rule
            rule.attributes = rule.attributes.map(ValuePath.canonical)
            rule.attributePositions = Self.canonical(rule.attributePositions)
            return rule
        }
        all.attributes = attributes?.map(ValuePath.canonical)
        all.openParts.paths = openParts.paths.map(ValuePath.canonical)
        all.optional = optional.map(ValuePath.canonical)
        all.scenarios = scenarios.mapValues { $0.map(ValuePath.canonical) }
        all.labels = Self.canonical(labels)
        all.labelForms = Self.canonical(labelForms)
        all.hints = Self.canonical(hints)
        all.positions = Dictionary(positions.map { ($0.key.renamed(ValuePath.canonical), $0.value) }) { $1 }
        return all
    }

    private var holdsEscapes: Bool {
        func holds(_ names: some Sequence<String>) -> Bool { names.contains { $0.utf8.contains(PathText.escape) } }
        return rules.contains { holds($0.attributes) } || holds(attributes ?? []) || holds(optional)
            || holds(openParts.paths)
            || holds(labels.keys) || holds(hints.keys) || scenarios.values.contains { holds($0) }
    }

    private static func canonical<Value>(_ table: [String: Value]) -> [String: Value] {
        Dictionary(table.map { (ValuePath.canonical($0.key), $0.value) }) { $1 }
    }
}
