extension Registry {
    /// Whether a rule changes its value, as `trim` does, also that of an item; a type of the rule set is not looked at.
    func changesValues(_ rule: Constraint) -> Bool {
        about(rule.type).changesValue || rule.inner.contains { changesValues($0) }
    }

    /// Whether a rule gives another attribute a value.
    fileprivate func writesAnother(_ rule: Constraint) -> Bool {
        if let date = rule.check?.holder as? ValidatorHolder<DateValidator> {
            return date.validator.settings.timestampAttribute != nil
        }
        return self[rule.type]?.option(.target).map { rule.options[$0.name] != nil } ?? false
    }
}

extension PlanBuilder {
    /// Whether a rule changes values, or one of those that its type is made of, also for items.
    func changesValues(_ rule: Constraint) -> Bool {
        any(of: rule) { registry.changesValues($0) }
    }

    /// Whether a rule changes its value or that of another attribute.
    func writesValues(_ rule: Constraint) -> Bool {
        any(of: rule) { registry.changesValues($0) || registry.writesAnother($0) }
    }

    /// Whether no value is invalid for the rule: it changes values, or only names the attribute.
    func neverRejects(_ rule: Constraint) -> Bool {
        shapes.uses.writtenOut(rule, in: registry).allSatisfy { registry.about($0.type).neverRejects }
    }

    /// Whether a test is true of one of the rules that a rule stands for, or of a rule within them.
    private func any(of rule: Constraint, _ test: (Constraint) -> Bool) -> Bool {
        var (left, seen, count) = ([rule], Set<RuleType>(), 0)
        while let next = left.popLast() {
            // Types within types can double with each line: each is looked at once.
            if next.options.isEmpty, registry[next.type]?.compose != nil, !seen.insert(next.type).inserted { continue }
            for part in shapes.uses.writtenOut(next, in: registry) {
                if test(part) { return true }
                left += part.inner
            }
            count += 1
            // A plan with as many rules is refused.
            if count > Composition.maximumRules { return true }
        }
        return false
    }
}

extension Constraint {
    /// The rules within the rule, for items or keys.
    package var inner: [Constraint] {
        if let each = check?.holder as? ValidatorHolder<EachValidator> { return [each.validator.rule] }
        return options.values.compactMap { if case .rule(let inner) = $0 { inner } else { nil } }
    }
}
