/// Finds attributes that only the rules of shapes name, for labels and hints.
struct ShapeNames {
    private let ruleSet: RuleSet
    /// The rules of the record that apply shapes.
    private var applying: [Rule] = []

    init(_ ruleSet: RuleSet) {
        self.ruleSet = ruleSet
        applying = ruleSet.rules.filter { !rules(appliedBy: $0.constraint).isEmpty }
    }

    /// Whether a path leads to something that a rule of a shape names.
    func contains(_ name: String) -> Bool { contains(name[...], in: applying, depth: 0) }

    private func contains(_ name: Substring, in rules: [Rule], depth: Int) -> Bool {
        if depth > Record.maximumDepth { return false }
        for rule in rules {
            let inner = self.rules(appliedBy: rule.constraint)
            if inner.isEmpty { continue }
            for attribute in rule.attributes.map(RuleSet.plain) {
                guard let rest = rest(of: name, after: attribute), !rest.isEmpty else { continue }
                let isOption = ruleSet.writtenOut(rule.constraint).contains { Self.option(of: $0) == String(rest) }
                if isOption || inner.contains(where: { $0.attributes.contains { Self.holds(RuleSet.plain($0), rest) } })
                    || contains(rest, in: inner, depth: depth + 1)
                {
                    return true
                }
            }
        }
        return false
    }

    private func rest(of name: Substring, after attribute: String) -> Substring? {
        if attribute == ValuePath.record { return name }
        return name.hasPrefix("\(attribute).") ? name.dropFirst(attribute.count + 1) : nil
    }

    /// Whether a rule's path is a name, or leads through it.
    private static func holds(_ path: String, _ name: Substring) -> Bool {
        path == name || path.hasPrefix("\(name).")
    }

    private func rules(appliedBy rule: Constraint) -> [Rule] {
        ruleSet.writtenOut(rule).flatMap(rules(ofPart:))
    }

    private func rules(ofPart rule: Constraint) -> [Rule] {
        let held = (rule.check?.holder as? ValidatorHolder<ShapeValidator>)?.validator.name
        if let name = held ?? rule.text(.shape) {
            return ruleSet.shapes[name]?.rules ?? []
        }
        guard case .shapes(let shapes)? = rule.options["shapes"] else { return [] }
        return shapes.flatMap(\.shape.rules)
    }

    /// The member that says which shape a value has.
    private static func option(of rule: Constraint) -> String? {
        rule.text(.discriminator)
    }
}
