extension Constraint {
    /// Whether the rule changes values: `trim`, `default` or `filter`, also for each item.
    var changesValues: Bool {
        if [TrimValidator.type, DefaultValidator.type, FilterValidator.type].contains(type) { return true }
        if let each = check?.holder as? ValidatorHolder<EachValidator> { return each.validator.rule.changesValues }
        return options.values.contains { if case .rule(let inner) = $0 { inner.changesValues } else { false } }
    }
}
