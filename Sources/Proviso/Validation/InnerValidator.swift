/// A rule within a rule that differs from its rule type: in its messages, or in what it does with empty items.
struct InnerValidator: Validator {
    let check: Check
    let skipsEmpty: Bool
    let rule: RuleReference?

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let rule else { return check.validate(value, &context) }
        let outer = context.innerRule
        context.innerRule = rule
        check.validate(value, &context)
        context.innerRule = outer
    }
}
