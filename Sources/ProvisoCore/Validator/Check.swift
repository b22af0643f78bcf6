internal import ProvisoABI
internal import ProvisoMessages

/// A validator that is ready to run: kept in one place and called through its type.
///
/// A call costs what a call through a function pointer does; one through `any Validator` copies the box first.
public final class Check: Sendable {
    package let holder: any AnyObject & Sendable
    /// Runs the validator in the holder.
    let runner: any ValidatorRunner.Type
    /// Whether an empty value is skipped, unless the rule sets `skipOnEmpty`.
    package let skipsEmpty: Bool
    /// Whether an empty list or object is validated even so.
    package let validatesEmptyCollections: Bool
    package let quickTest: QuickTest
    /// The codes of a validator that depend on its options; `nil` for those of its type.
    let ownCodes: [CodeDescription]?

    /// A check of any validator.
    public convenience init<Checked: Validator>(_ validator: Checked) {
        self.init(validator, runner: AnyValidatorRunner<Checked>.self)
    }

    /// A check of a validator of this package.
    package convenience init<Checked: DirectValidator>(_ validator: Checked) {
        self.init(validator, runner: Checked.self, quickTest: validator.quickTest)
    }

    /// A check of an async validator.
    public convenience init<Checked: AsyncValidator>(_ validator: Checked) {
        self.init(AsyncValidatorAdapter(validator))
    }

    private init<Checked: Validator>(
        _ validator: Checked, runner: any ValidatorRunner.Type, quickTest: QuickTest = .none
    ) {
        holder = ValidatorHolder(validator)
        self.runner = runner
        self.quickTest = quickTest
        ownCodes = (validator as? any CodedValidator)?.ownCodes
        skipsEmpty = validator.skipsEmpty
        validatesEmptyCollections = validator.validatesEmptyCollections
    }

    /// The same validator, but `skipsEmpty` alone decides which empty values it skips.
    init(_ check: Check, skipsEmpty: Bool) {
        holder = check.holder
        runner = check.runner
        self.skipsEmpty = skipsEmpty
        validatesEmptyCollections = false
        quickTest = check.quickTest
        ownCodes = check.ownCodes
    }

    /// Whether the check skips a value because it is empty.
    func skips(_ value: proviso_value) -> Bool {
        guard skipsEmpty, value.isEmpty else { return false }
        return !(validatesEmptyCollections && value.kind >= ValueKind.list.rawValue)
    }

    /// The holder's address for `runner`; valid as long as the check exists.
    var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(holder).toOpaque()) }

    package func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        runner.run(address, value, &context)
    }

    /// A copy of the check that knows its attribute.
    package func bound(to binding: borrowing BindingContext) throws(OptionError) -> Check {
        try runner.bound(address, to: binding)
    }
}
