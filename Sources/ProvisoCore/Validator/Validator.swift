public import ProvisoMessages

/// Checks one value.
///
/// The built-ins, the methods of models and the validators of plugins all conform, see the same borrowed value and
/// report the same way. A conforming type that rule files may name is a `NamedValidator`.
public protocol Validator: Sendable {
    /// Whether an empty value is passed over unless the rule says otherwise.
    var skipsEmpty: Bool { get }
    /// Whether an empty list or object is judged all the same, unless the rule says `skipOnEmpty: true`.
    ///
    /// For checks that are about what a list or object must have: a least number of items, members that must be there.
    var judgesEmptyCollections: Bool { get }
    /// What a plan may ask first, to spare most valid values the call; nothing by default.
    var quickTest: QuickTest { get }

    /// Throws for options that are impossible by themselves or together.
    ///
    /// Called when a plan is made, for rules written in Swift as for those from files.
    func checkOptions() throws(OptionError)

    /// Resolves names when a plan is made: other attributes, other rules.
    ///
    /// Called once for each attribute of the rule, on a copy of its own. Throws for what cannot work.
    mutating func bind(to binding: borrowing Binding) throws(OptionError)

    /// Checks a value and reports what is wrong to the context.
    ///
    /// Called from any thread, also at the same time as other checks. Keeps nothing of the value.
    func validate(_ value: borrowing Value, _ context: inout ValidationContext)

    /// Runs the validator that a holder keeps; leave this to its default.
    ///
    /// A plan calls it through the type alone, so that nothing is copied or counted on the way.
    static func validate(
        in holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext)
}

extension Validator {
    public var skipsEmpty: Bool { true }
    public var judgesEmptyCollections: Bool { false }
    public func checkOptions() throws(OptionError) {}
    public var quickTest: QuickTest { .none }
    public mutating func bind(to binding: borrowing Binding) throws(OptionError) {}

    @inlinable @inline(__always)
    public static func validate(
        in holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext
    ) {
        Unmanaged<ValidatorHolder<Self>>.fromOpaque(holder)._withUnsafeGuaranteedRef {
            $0.validator.validate(value, &context)
        }
    }
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
