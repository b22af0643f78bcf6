internal import ProvisoMessages

extension RuleSet {
    /// A name below a path; the record itself is the path, and a name that begins with it is unchanged.
    package static func prefixed(_ name: String, _ prefix: String) -> String {
        if name.hasPrefix("!") { return "!" + prefixed(String(name.dropFirst()), prefix) }
        if name == ValuePath.record || name == prefix { return prefix }
        return name.hasPrefix("\(prefix).") ? name : "\(prefix).\(name)"
    }

    /// The attribute of the whole record that a name in a shape means: `currency` for `record.currency`.
    package static func nameInRecord(_ name: String) -> String? {
        let beginning = "record."
        guard name.hasPrefix(beginning), name.utf8.count > beginning.utf8.count else { return nil }
        return String(name.dropFirst(beginning.count))
    }

    /// The rule set for the members of an attribute: all its attributes are below a path, also in options and conditions.
    public func prefixed(by prefix: String) -> RuleSet {
        func below(_ name: String) -> String { Self.prefixed(name, prefix) }
        func keys<Value>(_ table: [String: Value]) -> [String: Value] {
            Dictionary(table.map { (below($0.key), $0.value) }) { $1 }
        }
        var all = self
        all.rules = rules.map { rule in
            var rule = rule
            rule.attributes = rule.attributes.map(below)
            rule.attributePositions = keys(rule.attributePositions)
            rule.prefix = rule.prefix.map(below) ?? prefix
            rule.id = rule.id.map { "\(prefix).\($0)" }
            return rule
        }
        // In shapes, only the names of the record are below the path.
        all.shapes = shapes.mapValues { shape in
            var shape = shape
            for index in shape.rules.indices {
                shape.rules[index].prefix = shape.rules[index].prefix.map(below) ?? prefix
            }
            return shape
        }
        for name in define.keys { all.definePrefixes[name] = definePrefixes[name].map(below) ?? prefix }
        all.attributes = attributes?.map(below)
        all.scenarios = scenarios.mapValues { $0.map(below) }
        (all.labels, all.hints, all.labelForms) = (keys(labels), keys(hints), keys(labelForms))
        all.optional = optional.map(below)
        all.nullable = nullable.map(below)
        all.positions = Dictionary(positions.map { ($0.key.renamed(below), $0.value) }) { $1 }
        return all
    }
}
