/// Runs the validator in a holder.
///
/// A plan calls it through the type alone, so no call copies or retains a validator.
package protocol ValidatorRunner: SendableMetatype {
    /// Validates a value with the validator in a `ValidatorHolder`.
    static func run(_ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext)

    /// Whether a check depends only on its value and on what it resolves when a plan is made.
    static var isSelfContained: Bool { get }

    /// A copy of the check in a holder, bound to an attribute.
    static func bound(_ holder: UnsafeRawPointer, to binding: borrowing BindingContext) throws(OptionError) -> Check

    /// What the validator in a holder has to say of a value before it validates it.
    static func explanation(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withParts: Bool
    ) -> ValidatorExplanation

    /// The same as `run`, and says what the rules did of which the validator's type is made.
    static func trace(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withValues: Bool
    ) -> [RuleTrace]
}

/// A validator of this package, which a plan calls directly.
///
/// The plan may skip the call after a quick test. Validators of other modules run through `AnyValidatorRunner`, which
/// costs one more call.
package protocol DirectValidator: Validator, ValidatorRunner {
    /// A test that is true only for values that the validator accepts unchanged; `.none` by default.
    var quickTest: QuickTest { get }
    /// What the values mean that the validator accepts.
    var means: ValueMeaning { get }
}

extension ValidatorRunner {
    package static var isSelfContained: Bool { false }
}

extension DirectValidator {
    package var quickTest: QuickTest { .none }
    package var means: ValueMeaning { .any }

    @inline(__always)
    package static func run(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext
    ) {
        Unmanaged<ValidatorHolder<Self>>.fromOpaque(holder)._withUnsafeGuaranteedRef {
            $0.validator.validate(value, &context)
        }
    }

    package static func bound(_ holder: UnsafeRawPointer, to binding: borrowing BindingContext) throws(OptionError)
        -> Check
    {
        Check(try ValidatorHolder<Self>.validator(in: holder, boundTo: binding))
    }
}

/// Runs a validator that is not a `DirectValidator`.
enum AnyValidatorRunner<Checked: Validator>: ValidatorRunner {
    static func run(_ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext) {
        Unmanaged<ValidatorHolder<Checked>>.fromOpaque(holder)._withUnsafeGuaranteedRef {
            $0.validator.validate(value, &context)
        }
    }

    static func bound(_ holder: UnsafeRawPointer, to binding: borrowing BindingContext) throws(OptionError) -> Check {
        Check(try ValidatorHolder<Checked>.validator(in: holder, boundTo: binding))
    }
}

/// Keeps a validator as a constant, which can be used in place where a variable would be copied first.
///
/// It has no `Validator` requirement: the runtime would search all conformances for one with each new type.
package final class ValidatorHolder<Held: Sendable>: Sendable {
    package let validator: Held

    init(_ validator: Held) {
        self.validator = validator
    }
}

extension ValidatorHolder where Held: Validator {
    /// A copy of the validator, with its options checked and its names resolved.
    fileprivate static func validator(
        in holder: UnsafeRawPointer, boundTo binding: borrowing BindingContext
    ) throws(OptionError) -> Held {
        var validator = Unmanaged<ValidatorHolder<Held>>.fromOpaque(holder).takeUnretainedValue().validator
        try validator.checkOptions()
        try validator.bind(to: binding)
        return validator
    }
}
