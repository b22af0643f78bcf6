/// A rule within a rule that differs from its rule type: in its messages, or in what it does with empty items.
final class InnerCheck: Check, @unchecked Sendable {
    private let check: Check
    private let skips: Bool
    private let rule: RuleReference?

    init(_ check: Check, skipsEmpty: Bool, rule: RuleReference?) {
        self.check = check
        skips = skipsEmpty
        self.rule = rule
        super.init()
    }

    override var skipsEmpty: Bool { skips }

    override func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        guard let rule else { return check.validate(value, &context) }
        let outer = context.innerRule
        context.innerRule = rule
        check.validate(value, &context)
        context.innerRule = outer
    }
}
