/// Checks one value.
///
/// The built-ins, the methods of models and the validators of plugins all conform, see the same borrowed value and
/// report the same way. A conforming type that rule files may name is a `NamedValidator`.
public protocol Validator: Sendable {
    /// Whether an empty value is passed over unless the rule says otherwise.
    var skipsEmpty: Bool { get }

    /// Resolves names when a plan is made: other attributes, other rules.
    ///
    /// Called once for each attribute of the rule, on a copy of its own. Throws for what cannot work.
    mutating func bind(to binding: borrowing Binding) throws(OptionError)

    /// Checks a value and reports what is wrong to the context.
    ///
    /// Called from any thread, also at the same time as other checks. Keeps nothing of the value.
    func validate(_ value: borrowing Value, _ context: inout ValidationContext)

    /// The validator made ready to run; leave this to its default.
    func makeCheck() -> Check
}

extension Validator {
    public var skipsEmpty: Bool { true }
    public mutating func bind(to binding: borrowing Binding) throws(OptionError) {}

    @inlinable
    public func makeCheck() -> Check { CheckOf(self) }
}

/// A validator that rule sets ask for by a name.
public protocol NamedValidator: Validator {
    /// The name, such as `string`.
    static var type: RuleType { get }
    /// The options it takes; others are refused.
    static var options: [OptionDescription] { get }
    /// The codes it reports; the first is the one `message` speaks of when nothing is more specific.
    static var codes: [CodeDescription] { get }

    /// Reads the options of a rule.
    init(options: borrowing OptionReader) throws(OptionError)
}

extension NamedValidator {
    public static var options: [OptionDescription] { [] }
    public static var codes: [CodeDescription] { [] }
}

/// A validator made ready to run.
///
/// A class, since its method is called without counting references or copying a box: a third of the cost of a call
/// through `any Validator`. Make checks where the validator's type is concrete; `makeCheck()` does.
open class Check: @unchecked Sendable {
    @usableFromInline
    init() {}

    package var skipsEmpty: Bool { true }

    package func validate(_ value: borrowing Value, _ context: inout ValidationContext) {}

    /// A copy of the check that knows its attribute.
    package func bound(to binding: borrowing Binding) throws(OptionError) -> Check { self }
}

@usableFromInline
final class CheckOf<Checked: Validator>: Check, @unchecked Sendable {
    let validator: Checked

    @usableFromInline
    init(_ validator: Checked) {
        self.validator = validator
        super.init()
    }

    override var skipsEmpty: Bool { validator.skipsEmpty }

    override func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        validator.validate(value, &context)
    }

    override func bound(to binding: borrowing Binding) throws(OptionError) -> Check {
        var validator = validator
        try validator.bind(to: binding)
        return CheckOf(validator)
    }
}
