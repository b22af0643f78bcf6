public import ProvisoMessages

/// Checks one value by asking something that answers later: a server, a database, another process.
///
/// Only an `AsyncPlan` waits for it. The check runs when all rules that need not wait have run, and where they found
/// nothing wrong with the attribute (unless its rule says `skipOnError: false`), at the same time as others.
public protocol AsyncValidator: Sendable {
    /// Whether an empty value is passed over unless the rule says otherwise.
    var skipsEmpty: Bool { get }
    /// The other attributes whose values the check wants to see, found by `bind`.
    var others: [AttributeReference] { get }

    /// Resolves names when a plan is made, as a `Validator` does.
    mutating func bind(to binding: borrowing Binding) throws(OptionError)

    /// Checks a value and returns what is wrong with it.
    ///
    /// What it throws becomes a `rule.fault`, never "valid". It has to end soon when its task is cancelled.
    func validate(_ value: AnyValue, _ context: AsyncContext) async throws -> [Finding]
}

extension AsyncValidator {
    public var skipsEmpty: Bool { true }
    public var others: [AttributeReference] { [] }
    public mutating func bind(to binding: borrowing Binding) throws(OptionError) {}
}

/// An async validator that rule sets ask for by a name.
public protocol NamedAsyncValidator: AsyncValidator {
    /// The name, such as `remote`.
    static var type: RuleType { get }
    /// The options it takes; others are refused.
    static var options: [OptionDescription] { get }
    /// The codes it reports; the first is the one `message` speaks of when nothing is more specific.
    static var codes: [CodeDescription] { get }

    /// Reads the options of a rule.
    init(options: borrowing OptionReader) throws(OptionError)
}

extension NamedAsyncValidator {
    public static var options: [OptionDescription] { [] }
    public static var codes: [CodeDescription] { [] }
}

/// What an async validator may know of the validation it takes part in: copies, as of when it was asked.
public struct AsyncContext: Sendable {
    /// The attribute being checked, as the rule names it.
    public let attribute: String
    /// Where the value stands, with the positions of items.
    public let path: Path
    private let values: [String: AnyValue]
    private let scope: (any RuleScope)?
    /// The options of the rule whose method asks: those the method declared, checked when the plan was made.
    public let options: OptionReader

    init(_ place: ViolationPlace, values: [String: AnyValue], scope: (any RuleScope)?, options: OptionReader) {
        self.options = options
        attribute = place.site.attribute
        path = place.path
        self.values = values
        self.scope = scope
    }

    /// The value of one of the other attributes the validator wanted to see.
    public func value(of reference: AttributeReference) -> AnyValue { values[reference.name] ?? .absent }

    /// The same by the name the rule would use; absent for attributes the validator did not want to see.
    public func value(of attribute: String) -> AnyValue {
        values[scope?.qualify(attribute) ?? attribute] ?? .absent
    }
}
