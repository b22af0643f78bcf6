internal import ProvisoABI
internal import ProvisoMessages

/// What a rule needs to run for a record.
package struct RunNeed: Sendable {
    package let rule: RuleReference
    package let attribute: AttributeInfo
    /// Whether it has a condition or is an expression, so that a value alone does not let it run: `Record.State.ran` says
    /// whether it has run.
    package let isConditional: Bool
    /// Whether the expression is the reason.
    package let isExpression: Bool
    /// Whether it also runs where there is no value.
    package let runsWithoutValue: Bool
    let options: Step.Options

    /// The rank of the rule and its attribute in the plan.
    package var order: Int { rule.order }

    /// Whether the rule validates a value of a record: it is there, and no empty one that the rule skips.
    package func runs(for value: borrowing Value) -> Bool {
        let raw = value.raw
        return raw.kindOrAbsent.rawValue > ValueKind.null.rawValue && !(raw.isEmpty && options.skip(empty: raw))
    }
}

extension StepList {
    /// What each rule needs that checks something, so not those that only change values or name attributes.
    package var runNeeds: [RunNeed] {
        return zip(infos.indices, infos).compactMap { index, info in
            if info.rule.order == 0 || info.reads.neverRejects { return nil }
            let step = steps[index]
            let isExpression = step.runner == ExprValidator.self
            let hasCondition = step.options.contains(.isConditional)
            return RunNeed(
                rule: info.rule, attribute: info.attribute, isConditional: isExpression || hasCondition,
                isExpression: isExpression && !hasCondition,
                runsWithoutValue: step.options.isDisjoint(with: [.skipsEmpty, .isNested]), options: step.options)
        }
    }
}
