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
    /// What the rule says of empty values counts for each of them.
    package func writtenOut(in registry: Registry) -> [Constraint] {
        writtenOut { registry[$0] }
    }

    /// The same by the definitions of rule types alone.
    package func writtenOut(_ find: (RuleType) -> RuleDefinition?) -> [Constraint] {
        var found: [Constraint] = []
        _ = write(find, OwnWishes(), depth: 0, into: &found)
        return found
    }

    /// Returns `false` if there are too many, or they are too deep: a plan with them is refused, so the rest is left out.
    private func write(
        _ find: (RuleType) -> RuleDefinition?, _ outer: OwnWishes, depth: Int, into found: inout [Constraint]
    ) -> Bool {
        guard found.count < Composition.maximumRules, depth <= Composition.maximumDepth else { return false }
        guard let composition = composition(find) else {
            found.append(outer.given(to: self))
            return true
        }
        let wishes = outer.over(wishes)
        return composition.rules.allSatisfy { $0.write(find, wishes, depth: depth + 1, into: &found) }
    }
}

extension Rule {
    /// The rules that it stands for: itself, or one for each that its type is made of.
    package func writtenOut(in registry: Registry) -> [Rule] {
        constraint.writtenOut(in: registry).map { part in
            var rule = self
            rule.constraint = part
            rule.skipOnEmpty = skipOnEmpty ?? part.skipOnEmpty
            rule.empty = empty ?? part.empty
            rule.nullable = nullable ?? part.nullable
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
        // Of the rules that a type stands for, one that runs is enough.
        let facts = other.writtenOut(in: registry).map { part in
            let reader = OptionReader(part.options, services: registry.services)
            let check = part.check ?? (try? registry[part.type]?.makeCheck(reader))
            var facts = check?.facts ?? Skipping.Facts()
            if let skips = part.skipOnEmpty { facts.skipsEmpty = skips }
            return facts
        }
        let chosen = facts.first { !$0.skipsEmpty } ?? facts.first { $0.validatesEmptyCollections } ?? facts.first
        let validator = ClosureValidator(facts: chosen ?? Skipping.Facts(), body: body)
        return Constraint(type: "closure", check: Check(validator), codes: nil)
    }
}
