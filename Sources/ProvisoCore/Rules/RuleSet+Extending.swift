internal import ProvisoMessages

extension RuleSet {
    /// The rule set with the rules of another one before its own, as a class extends its base class.
    ///
    /// The rules of `base` run first. If both have a label, hint, message or scenario for the same attribute, locale,
    /// code or name, this rule set's is used. Two rules with the same `id` are refused when a plan is made.
    public func extending(_ base: RuleSet) -> RuleSet {
        var both = self
        let base = base.keepingEmpty(besides: empty)
        both.rules = base.rules + rules
        both.dataset = base.dataset + dataset
        both.nullable = (base.nullable + nullable).withoutRepetition()
        if attributes != nil || base.attributes != nil {
            let named = (base.attributes ?? base.ruledAttributes) + (attributes ?? ruledAttributes)
            both.attributes = named.withoutRepetition()
        }
        both.scenarios = base.scenarios.merging(scenarios) { $1 }
        both.labels = base.labels.merging(labels) { $0.merging($1) { $1 } }
        both.labelForms = base.labelForms.merging(labelForms) { $0.merging($1) { $1 } }
        both.hints = base.hints.merging(hints) { $0.merging($1) { $1 } }
        both.messages = base.messages.merging(messages) { $0.merging($1) { $1 } }
        both.closed = base.closed || closed
        both.openParts = openParts.merging(base.openParts)
        both.shapes = base.shapes.merging(shapes) { $1 }
        both.define = base.define.merging(define) { $1 }
        both.variableNames = base.variableNames + variableNames
        both.definePrefixes = base.definePrefixes.filter { define[$0.key] == nil }.merging(definePrefixes) { $1 }
        both.data = data.over(base.data)
        both.types = base.types + types
        both.optional = (base.optional + optional).withoutRepetition()
        both.requires = base.requires.merging(requires) { $1 }
        both.warnings = base.warnings + warnings
        both.limits = limits ?? base.limits
        both.namedFiles = namedFiles.joined(base.namedFiles)
        both.files = (base.files + files).withoutRepetition()
        both.includes = base.includes.merging(includes) { $1 }
        both.positions = base.positions.merging(positions) { $1 }
        return both
    }

    /// The same rules for a rule set in which something else counts as empty: its rules and shapes say it themselves.
    private func keepingEmpty(besides other: Emptiness) -> RuleSet {
        guard empty != other else { return self }
        var all = self
        for index in rules.indices { all.rules[index].empty = rules[index].empty ?? empty }
        all.shapes = shapes.mapValues { shape in
            var shape = shape
            shape.empty = shape.empty ?? empty
            return shape
        }
        return all
    }

    /// Extends the rule set on the left with the one on the right: `Person.ruleSet + RuleSet(rules: [Rule("salary",
    /// .required)])`.
    public static func + (base: RuleSet, own: RuleSet) -> RuleSet { own.extending(base) }
}
