public import ProvisoMessages

/// Validates one value.
///
/// The built-in validators, the methods of models and the validators of plugins all conform, receive the same borrowed
/// value and report the same way. Conform to `NamedValidator` if rule files should name the validator.
public protocol Validator: Sendable {
    /// Whether an empty value is skipped, unless the rule sets `skipOnEmpty`.
    var skipsEmpty: Bool { get }
    /// The kinds of values that the validator takes.
    ///
    /// Where `empty` is `typed`, which it is by default, an empty value of another kind is not skipped: it is a type
    /// error. Where `empty` is `absent`, null is refused before the validator sees it, unless null is among the kinds.
    var kinds: ValueKindSet { get }
    /// Whether an empty list or object is validated even so, unless the rule says `skipOnEmpty: true`.
    ///
    /// For checks of what a list or object must contain: a minimum number of items, required keys.
    var validatesEmptyCollections: Bool { get }

    /// Throws if an option is impossible, or options contradict each other.
    ///
    /// Called when a plan is made, for rules in Swift and in files.
    func checkOptions() throws(OptionError)

    /// Resolves names when a plan is made: other attributes, other rules.
    ///
    /// Called once for each attribute of the rule, on a copy of its own. Throws if a name cannot be resolved.
    mutating func bind(to binding: borrowing BindingContext) throws(OptionError)

    /// Validates a value and reports violations to the context.
    ///
    /// Called from any thread, also at the same time as others. It must not keep the value.
    func validate(_ value: borrowing Value, _ context: inout ValidationContext)
}

extension Validator {
    /// Empty values are skipped.
    public var skipsEmpty: Bool { true }
    /// All values but null.
    public var kinds: ValueKindSet { .values }
    /// Empty lists and objects are skipped too.
    public var validatesEmptyCollections: Bool { false }
    /// Accepts all options.
    public func checkOptions() throws(OptionError) {}
    /// Does nothing.
    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {}
}

/// A validator whose codes depend on its options.
package protocol CodedValidator: Validator {
    /// The codes that it reports.
    var ownCodes: [CodeDescription] { get }
}

/// A validator that runs the checks of several rules for the same value.
package protocol SequenceValidator: Validator {
    /// Their checks; `nil` if there is one rule only, which decides everything.
    var parts: [Check]? { get }
}

/// A validator that rule files can name.
public protocol NamedValidator: Validator {
    /// The name, such as `string`.
    static var type: RuleType { get }
    /// The options that rules may set; others are refused.
    static var options: [OptionDescription] { get }
    /// The codes that it reports.
    static var codes: [CodeDescription] { get }
    /// What the rule type says of itself to tools: what it changes, what it asserts, values to try.
    static var about: RuleTypeFacts { get }

    /// Reads the options of a rule.
    init(options: borrowing OptionReader) throws(OptionError)
}

extension NamedValidator {
    /// The options of the rule type.
    public static var options: [OptionDescription] { [] }
    /// The codes that it reports.
    public static var codes: [CodeDescription] { [] }
    /// Nothing beside its options and codes.
    public static var about: RuleTypeFacts { RuleTypeFacts() }
}
