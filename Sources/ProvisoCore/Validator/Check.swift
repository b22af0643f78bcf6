internal import ProvisoABI

/// A validator made ready to run: kept in one place and called through its type.
///
/// A call costs what a call through a function pointer does; one through `any Validator` copies the box first.
public final class Check: Sendable {
    package let holder: any AnyObject & Sendable
    let type: any Validator.Type
    /// Whether an empty value is passed over unless the rule says otherwise.
    package let skipsEmpty: Bool
    /// Whether an empty list or object is judged nevertheless.
    package let judgesEmptyCollections: Bool
    package let quickTest: QuickTest

    public init<Checked: Validator>(_ validator: Checked) {
        holder = ValidatorHolder(validator)
        type = Checked.self
        skipsEmpty = validator.skipsEmpty
        judgesEmptyCollections = validator.judgesEmptyCollections
        quickTest = validator.quickTest
    }

    public convenience init(_ validator: some AsyncValidator) {
        self.init(AskingValidator(validator))
    }

    /// The same validator with another idea of which empty values it judges.
    init(_ check: Check, skipsEmpty: Bool) {
        holder = check.holder
        type = check.type
        self.skipsEmpty = skipsEmpty
        judgesEmptyCollections = false
        quickTest = check.quickTest
    }

    /// Whether a value is empty, so that the check has nothing to say about it.
    func skips(_ value: proviso_value) -> Bool {
        guard skipsEmpty, value.isEmpty else { return false }
        return !(judgesEmptyCollections && value.kind >= Kind.list.rawValue)
    }

    /// What the type's `validate(in:)` takes; good as long as the check lives.
    var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(holder).toOpaque()) }

    package func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        type.validate(in: address, value, &context)
    }

    /// A copy of the check that knows its attribute.
    package func bound(to binding: borrowing Binding) throws(OptionError) -> Check {
        try type.bound(address, to: binding)
    }
}

/// Keeps a validator as a constant, which can be used in place where a variable would be copied first.
///
/// It asks for no `Validator`: the runtime would search all conformances for one with each new type.
@usableFromInline
package final class ValidatorHolder<Held: Sendable>: Sendable {
    @usableFromInline
    package let validator: Held

    init(_ validator: Held) {
        self.validator = validator
    }
}

extension Validator {
    fileprivate static func bound(
        _ holder: UnsafeRawPointer, to binding: borrowing Binding
    ) throws(OptionError) -> Check {
        var validator = Unmanaged<ValidatorHolder<Self>>.fromOpaque(holder).takeUnretainedValue().validator
        try validator.checkOptions()
        try validator.bind(to: binding)
        return Check(validator)
    }
}
