public import ProvisoMessages

/// Validates one value with an async function, with the help of a server, a database or another process.
///
/// Needs an `AsyncPlan`. It runs after all rules that are not async, if the attribute has no error so far (unless its
/// rule sets `skipOnError: false`), at the same time as others.
public protocol AsyncValidator: Sendable {
    /// Whether an empty value is skipped, unless the rule sets `skipOnEmpty`.
    var skipsEmpty: Bool { get }
    /// The kinds of values that the validator takes, as those of a `Validator`.
    var kinds: ValueKindSet { get }
    /// The other attributes whose values the check needs, found by `bind`.
    var others: [AttributeReference] { get }

    /// Resolves names when a plan is made, as a `Validator` does.
    mutating func bind(to binding: borrowing BindingContext) throws(OptionError)

    /// Validates a value and returns its violations.
    ///
    /// An error that it throws becomes a `rule.fault`, never "valid". It must end soon after its task is cancelled.
    func validate(_ value: AnyValue, _ context: AsyncContext) async throws -> [Finding]
}

extension AsyncValidator {
    /// Empty values are skipped.
    public var skipsEmpty: Bool { true }
    /// All values but null.
    public var kinds: ValueKindSet { .values }
    /// No other attributes.
    public var others: [AttributeReference] { [] }
    /// Does nothing.
    public mutating func bind(to binding: borrowing BindingContext) throws(OptionError) {}
}

/// An async validator that rule files can name.
public protocol NamedAsyncValidator: AsyncValidator {
    /// The name, such as `remote`.
    static var type: RuleType { get }
    /// The options that rules may set; others are refused.
    static var options: [OptionDescription] { get }
    /// The codes that it reports.
    static var codes: [CodeDescription] { get }

    /// Reads the options of a rule.
    init(options: borrowing OptionReader) throws(OptionError)
}

extension NamedAsyncValidator {
    /// The options of the rule type.
    public static var options: [OptionDescription] { [] }
    /// The codes that it reports.
    public static var codes: [CodeDescription] { [] }
}

/// What an async validator may know about the validation: copies, made when its check was added.
public struct AsyncContext: Sendable {
    /// The attribute that is validated, as the rule names it.
    public let attribute: String
    /// Where the value is, with the positions of items.
    public let path: ValuePath
    private let values: [String: AnyValue]
    private let scope: (any RuleScope)?
    /// The options of the method's rule: those the method declared, checked when the plan was made.
    public let options: OptionReader

    init(_ place: ViolationPlace, values: [String: AnyValue], scope: (any RuleScope)?, options: OptionReader) {
        self.options = options
        attribute = place.site.attribute
        path = place.path
        self.values = values
        self.scope = scope
    }

    /// The value of one of the validator's `others`.
    public func value(of reference: AttributeReference) -> AnyValue { values[reference.name] ?? .absent }

    /// The same by the name that the rule uses; absent if the attribute is not among the validator's `others`.
    public func value(of attribute: String) -> AnyValue {
        values[scope?.qualify(attribute) ?? attribute] ?? .absent
    }
}
