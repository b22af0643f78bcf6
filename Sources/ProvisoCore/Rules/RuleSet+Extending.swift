internal import ProvisoMessages

extension RuleSet {
    /// The rule set with those of another one before its own: what a base class is to a class.
    ///
    /// The rules of `base` run first. Labels, hints, messages and scenarios of this one count where both have them for the
    /// same attribute, locale, code or name. Rules that carry the same `id` are refused when a plan is made, as ever.
    public func extending(_ base: RuleSet) -> RuleSet {
        var both = self
        both.rules = base.rules + rules
        if attributes != nil || base.attributes != nil {
            let named = (base.attributes ?? base.ruledAttributes) + (attributes ?? ruledAttributes)
            both.attributes = named.withoutRepetition()
        }
        both.scenarios = base.scenarios.merging(scenarios) { $1 }
        both.labels = base.labels.merging(labels) { $0.merging($1) { $1 } }
        both.labelForms = base.labelForms.merging(labelForms) { $0.merging($1) { $1 } }
        both.hints = base.hints.merging(hints) { $0.merging($1) { $1 } }
        both.messages = base.messages.merging(messages) { $0.merging($1) { $1 } }
        both.positions = base.positions.merging(positions) { $1 }
        return both
    }

    /// A rule set that extends the one on the left: `Person.ruleSet + RuleSet(rules: [Rule("salary", .required)])`.
    public static func + (base: RuleSet, own: RuleSet) -> RuleSet { own.extending(base) }
}
