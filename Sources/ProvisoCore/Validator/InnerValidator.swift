/// A rule within a rule that has messages of its own.
struct InnerValidator: DirectValidator, SequenceValidator {
    let check: Check
    let rule: RuleReference

    /// Those of the rule, for conditions: they show no messages.
    var parts: [Check]? { check.parts }
    var skipsEmpty: Bool { check.skipsEmpty }
    var kinds: ValueKindSet { check.facts.kinds }
    var validatesEmptyCollections: Bool { check.facts.validatesEmptyCollections }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        let outer = context.innerRule
        context.innerRule = rule
        check.validate(value, &context)
        context.innerRule = outer
    }

    static func explanation(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withParts: Bool
    ) -> ValidatorExplanation {
        let check = validator(Self.self, in: holder).check
        return check.runner.explanation(check.address, value, &context, withParts: withParts)
    }

    static func trace(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withValues: Bool
    ) -> [RuleTrace] {
        let (inner, outer) = (validator(Self.self, in: holder), context.innerRule)
        defer { context.innerRule = outer }
        context.innerRule = inner.rule
        return inner.check.trace(value, &context, withValues: withValues)
    }
}
