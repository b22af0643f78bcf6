extension RuleType {
    /// The types whose rules only change values.
    package static let changing: [RuleType] = [
        TrimValidator.type, DefaultValidator.type, FilterValidator.type, TransliterateValidator.type,
    ]
}

extension Constraint {
    /// Whether the rule changes its value, as `trim` does, also that of an item; a type of the rule set is not looked at.
    var changesValues: Bool {
        if RuleType.changing.contains(type) { return true }
        if let each = check?.holder as? ValidatorHolder<EachValidator> { return each.validator.rule.changesValues }
        return options.values.contains { if case .rule(let inner) = $0 { inner.changesValues } else { false } }
    }

    /// Whether the rule gives another attribute a value.
    fileprivate var writesAnother: Bool {
        if let date = check?.holder as? ValidatorHolder<DateValidator> {
            return date.validator.settings.timestampAttribute != nil
        }
        return options["timestampAttribute"] != nil
    }
}

extension PlanBuilder {
    /// Whether a rule changes values, or one of those that its type is made of, also for items.
    func changesValues(_ rule: Constraint) -> Bool {
        any(of: rule) { $0.changesValues }
    }

    /// Whether a rule changes its value or that of another attribute.
    func writesValues(_ rule: Constraint) -> Bool {
        any(of: rule) { $0.changesValues || $0.writesAnother }
    }

    /// Whether a test is true of one of the rules that a rule stands for, or of a rule within them.
    private func any(of rule: Constraint, depth: Int = 0, _ test: (Constraint) -> Bool) -> Bool {
        guard depth < Composition.maximumDepth else { return false }
        return shapes.uses.writtenOut(rule, in: registry).contains { part in
            test(part) || part.inner.contains { any(of: $0, depth: depth + 1, test) }
        }
    }
}

extension Constraint {
    /// The rules within the rule, for items or keys.
    package var inner: [Constraint] {
        if let each = check?.holder as? ValidatorHolder<EachValidator> { return [each.validator.rule] }
        return options.values.compactMap { if case .rule(let inner) = $0 { inner } else { nil } }
    }
}
