public import ProvisoMessages

/// Checks one value.
///
/// The built-ins, the methods of models and the validators of plugins all conform, see the same borrowed value and
/// report the same way. A conforming type that rule files may name is a `NamedValidator`.
public protocol Validator: Sendable {
    /// Whether an empty value is passed over unless the rule says otherwise.
    var skipsEmpty: Bool { get }
    /// Whether an empty list or object is validated even so, unless the rule says `skipOnEmpty: true`.
    ///
    /// For checks of what a list or object must contain: a minimum number of items, required keys.
    var validatesEmptyCollections: Bool { get }

    /// Throws for options that are impossible by themselves or together.
    ///
    /// Called when a plan is made, for rules written in Swift as for those from files.
    func checkOptions() throws(OptionError)

    /// Resolves names when a plan is made: other attributes, other rules.
    ///
    /// Called once for each attribute of the rule, on a copy of its own. Throws for what cannot work.
    mutating func bind(to binding: borrowing BindingContext) throws(OptionError)

    /// Checks a value and reports what is wrong to the context.
    ///
    /// Called from any thread, also at the same time as other checks. Keeps nothing of the value.
    func validate(_ value: borrowing Value, _ context: inout ValidationContext)
}

extension Validator {
    public var skipsEmpty: Bool { true }
    public var validatesEmptyCollections: Bool { false }
    public func checkOptions() throws(OptionError) {}
    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {}
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
