/// A rule within a rule that has messages of its own.
struct InnerValidator: Validator {
    let check: Check
    let rule: RuleReference

    var skipsEmpty: Bool { check.skipsEmpty }
    var judgesEmptyCollections: Bool { check.judgesEmptyCollections }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        let outer = context.innerRule
        context.innerRule = rule
        check.validate(value, &context)
        context.innerRule = outer
    }
}
