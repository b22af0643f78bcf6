extension Constraint {
    /// The rules that its type is made of, with the options of this rule; empty for other types.
    package func composition(in registry: Registry) -> [Constraint] {
        guard check == nil, let definition = registry[type], case .ruleSet = definition.origin,
            let made = try? definition.makeCheck(OptionReader(options, services: registry.services)),
            let holder = made.holder as? ValidatorHolder<ComposedValidator>
        else { return [] }
        return holder.validator.rules
    }
}

extension Constraint {
    /// A closure that skips the empty values which another rule skips, so that it runs where that rule does.
    package static func check(
        like other: Constraint, in registry: Registry,
        _ body: @escaping @Sendable (borrowing Value, inout ValidationContext) -> Void
    ) -> Constraint {
        let reader = OptionReader(other.options, services: registry.services)
        let check = other.check ?? (try? registry[other.type]?.makeCheck(reader))
        var facts = check?.facts ?? Skipping.Facts()
        // The rules that the type is made of decide, each for itself.
        if !other.composition(in: registry).isEmpty { facts = Skipping.Facts() }
        return Constraint(type: "closure", check: Check(ClosureValidator(facts: facts, body: body)), codes: nil)
    }
}
