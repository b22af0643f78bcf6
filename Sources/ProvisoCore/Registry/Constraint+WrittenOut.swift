internal import ProvisoMessages

extension Constraint {
    /// What its type is made of, with the options of this rule; `nil` for other types.
    package func composition(in registry: Registry) -> Composition? {
        composition { registry[$0] }
    }

    fileprivate func composition(_ find: (RuleType) -> RuleDefinition?) -> Composition? {
        if let replacement { return replacement }
        guard check == nil, let compose = find(type)?.compose else { return nil }
        return try? compose(OptionReader(options))
    }

    /// The rules that it stands for: itself, or those that its type is made of, with the types in it written out.
    ///
    /// A `skipOnEmpty` of the rule is that of each of them.
    package func writtenOut(in registry: Registry) -> [Constraint] {
        writtenOut { registry[$0] }
    }

    /// The same by the definitions of rule types alone.
    package func writtenOut(_ find: (RuleType) -> RuleDefinition?) -> [Constraint] {
        var found: [Constraint] = []
        write(find, skips: nil, depth: 0, into: &found)
        return found
    }

    private func write(
        _ find: (RuleType) -> RuleDefinition?, skips: Bool?, depth: Int, into found: inout [Constraint]
    ) {
        // A plan with more is refused.
        guard found.count < Composition.maximumRules, depth <= Composition.maximumDepth else { return }
        let skips = skips ?? skipOnEmpty
        guard let composition = composition(find) else {
            var rule = self
            rule.skipOnEmpty = skips
            return found.append(rule)
        }
        for rule in composition.rules { rule.write(find, skips: skips, depth: depth + 1, into: &found) }
    }
}

extension Rule {
    /// The rules that it stands for: itself, or one for each that its type is made of.
    package func writtenOut(in registry: Registry) -> [Rule] {
        constraint.writtenOut(in: registry).map { part in
            var rule = self
            (rule.constraint, rule.skipOnEmpty) = (part, skipOnEmpty ?? part.skipOnEmpty)
            return rule
        }
    }
}

extension RuleSet {
    /// What the type of a rule is made of, if it is one of the rule set.
    package func composition(of rule: Constraint) -> Composition? {
        types.isEmpty ? nil : rule.composition { type in types.first { $0.type == type } }
    }

    /// The rules that a rule stands for, as far as the types of the rule set itself say it.
    package func writtenOut(_ rule: Constraint) -> [Constraint] {
        if types.isEmpty { return [rule] }
        return rule.writtenOut { type in types.first { $0.type == type } }
    }
}

extension Constraint {
    /// A closure that skips the empty values which another rule skips, so that it runs where that rule does.
    package static func check(
        like other: Constraint, in registry: Registry,
        _ body: @escaping @Sendable (borrowing Value, inout ValidationContext) -> Void
    ) -> Constraint {
        var facts = other.facts(in: registry)
        let parts = other.writtenOut(in: registry)
        // Each rule that a type stands for decides for itself: the closure runs where one of them does.
        if other.composition({ registry[$0] }) != nil {
            facts.skipsEmpty = parts.allSatisfy { $0.skipOnEmpty ?? $0.facts(in: registry).skipsEmpty }
        }
        return Constraint(type: "closure", check: Check(ClosureValidator(facts: facts, body: body)), codes: nil)
    }

    /// What the validator of its type says of empty values.
    private func facts(in registry: Registry) -> Skipping.Facts {
        let reader = OptionReader(options, services: registry.services)
        let made = check ?? registry[type].flatMap { try? $0.makeCheck(reader) }
        return made?.facts ?? Skipping.Facts()
    }
}
