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
