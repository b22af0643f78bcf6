internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// A validator that is ready to run: kept in one place and called through its type.
///
/// A call costs what a call through a function pointer does; one through `any Validator` copies the box first.
public final class Check: Sendable {
    package let holder: any AnyObject & Sendable
    /// Runs the validator in the holder.
    let runner: any ValidatorRunner.Type
    /// What the validator says of empty values.
    let facts: Skipping.Facts
    /// Which empty values the check skips.
    let skipping: Skipping
    package let quickTest: QuickTest
    /// The checks of the rules that a rule type of a rule set stands for; `nil` for other types.
    package let parts: [Check]?
    /// The codes of a validator that depend on its options; `nil` for those of its type.
    let ownCodes: [CodeDescription]?
    /// What the values mean that the validator accepts.
    let means: ValueMeaning

    /// A check of any validator.
    public convenience init<Checked: Validator>(_ validator: Checked) {
        self.init(validator, runner: AnyValidatorRunner<Checked>.self)
    }

    /// A check of a validator of this package.
    package convenience init<Checked: DirectValidator>(_ validator: Checked) {
        self.init(validator, runner: Checked.self, quickTest: validator.quickTest, means: validator.means)
    }

    /// A check of an async validator.
    public convenience init<Checked: AsyncValidator>(_ validator: Checked) {
        self.init(AsyncValidatorAdapter(validator))
    }

    private init<Checked: Validator>(
        _ validator: Checked, runner: any ValidatorRunner.Type, quickTest: QuickTest = .none,
        means: ValueMeaning = .any
    ) {
        self.means = means
        holder = ValidatorHolder(validator)
        self.runner = runner
        self.quickTest = quickTest
        ownCodes = (validator as? any CodedValidator)?.ownCodes
        facts = Skipping.Facts(
            skipsEmpty: validator.skipsEmpty, validatesEmptyCollections: validator.validatesEmptyCollections,
            kinds: validator.kinds)
        parts = (validator as? any SequenceValidator)?.parts
        skipping = parts.map { Skipping(of: $0) } ?? Skipping(facts)
    }

    /// The same validator, which skips the empty values that a rule wishes.
    init(_ check: Check, _ wishes: Skipping.Wishes) {
        means = check.means
        holder = check.holder
        runner = check.runner
        facts = check.facts
        // The rules of a sequence decide for themselves.
        skipping = check.parts == nil ? Skipping(check.facts, wishes) : check.skipping
        quickTest = check.quickTest
        ownCodes = check.ownCodes
        parts = check.parts
    }

    /// Whether an empty value is skipped, unless the rule sets `skipOnEmpty`.
    package var skipsEmpty: Bool { facts.skipsEmpty }

    /// Whether the check skips a value because it is empty.
    func skips(_ value: proviso_value) -> Bool { skipping.skip(value) }

    /// The holder's address for `runner`; valid as long as the check exists.
    var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(holder).toOpaque()) }

    package func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if skipping.refuse(value.raw) { return context.report(.nullRefused) }
        runner.run(address, value, &context)
    }

    /// The same, and says what the rules did of which the check's type is made.
    func trace(
        _ value: borrowing Value, _ context: inout ValidationContext, withValues: Bool
    ) -> [RuleTrace] {
        if skipping.refuse(value.raw) {
            context.report(.nullRefused)
            return []
        }
        return runner.trace(address, value, &context, withValues: withValues)
    }

    /// Whether a value meets the rule as a condition: an empty value that the rule would skip does not.
    ///
    /// The context must be `evaluating`, with the value at its node.
    func isMet(by value: proviso_value, _ context: inout ValidationContext) -> Bool {
        if let parts { return parts.allSatisfy { $0.isMet(by: value, &context) } }
        return !skips(value) && accepts(value, &context)
    }

    /// Whether the rule accepts a value, be it empty or not; the context must be `evaluating`.
    func accepts(_ value: proviso_value, _ context: inout ValidationContext) -> Bool {
        if quickTest.passes(value, context.slots) { return true }
        if let parts { return parts.allSatisfy { $0.accepts(value, &context) } }
        context.findings = 0
        validate(unsafe Value(unsafe: value), &context)
        return context.findings == 0
    }

    /// The same for a value that need not be in the record: a key, or what an expression has made.
    func accepts(other value: proviso_value, _ context: inout ValidationContext) -> Bool {
        if quickTest.passes(value, context.slots) { return true }
        var node = prv_node.absent
        node.value = value
        return withUnsafeMutablePointer(to: &node) { node in
            let own = context.node
            defer { context.node = own }
            context.node = node
            return accepts(value, &context)
        }
    }

    /// A copy of the check that knows its attribute.
    package func bound(to binding: borrowing BindingContext) throws(OptionError) -> Check {
        try runner.bound(address, to: binding)
    }
}
