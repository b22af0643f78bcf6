public import ProvisoCore
public import ProvisoMessages

/// A Swift type whose attributes rules can validate.
///
/// `@Validatable` writes the conformance. By hand, list the attributes by key path, the rules, and the methods that
/// rules may name.
public protocol ValidatableModel: AttributeProperty {
    /// The attributes that rules may name.
    static var attributes: [Attribute<Self>] { get }
    /// The rules, with labels, hints and messages.
    static var ruleSet: RuleSet { get }
    /// The methods rules may name.
    static var methods: [ValidationMethod<Self>] { get }
    /// Writes every attribute in the order of `attributes`, which takes less time than reading key paths.
    ///
    /// Writing nothing leaves it to the key paths; that is the default.
    borrowing func writeAttributes(to values: inout AttributeWriter)

    /// A copy with other values of the constants that data sets when a model is made from it.
    ///
    /// Called for a `ParsableModel` with attributes made by `Attribute(_:constant:)`; `@Validatable` writes it.
    func replacingConstants(_ values: ConstantValues) -> Self

    /// The codes that the hooks report, so that the rule set may have messages for them; none listed means any.
    static var hookCodes: [CodeDescription] { get }

    /// The name under which forms send the model, by default the type's.
    static var formName: String { get }

    /// Called before the rules run; false ends the validation there, and the model counts as invalid.
    ///
    /// Also for a model that is nested in another one, and for one that is made from data.
    mutating func beforeValidate(scenario: String, errors: inout ErrorList) -> Bool
    /// Called after the rules have run; errors added here count.
    ///
    /// For a nested model it is called before that of the model around it. `errors` has the violations of the model itself, and
    /// names its attributes as its own rules do. It is not called for data that the properties could not take.
    mutating func afterValidate(scenario: String, errors: inout ErrorList)
    /// Called for each attribute that mass assignment may not set.
    mutating func onUnsafeAttribute(_ attribute: String, value: AnyValue)
}

extension ValidatableModel {
    /// No methods.
    public static var methods: [ValidationMethod<Self>] { [] }
    /// Writes nothing: the attributes are read by key path.
    public borrowing func writeAttributes(to values: inout AttributeWriter) {}
    /// The same model.
    public func replacingConstants(_ values: ConstantValues) -> Self { self }
    /// None.
    public static var hookCodes: [CodeDescription] { [] }
    /// The type's name.
    public static var formName: String { String(describing: Self.self) }

    /// Lets the rules run.
    public mutating func beforeValidate(scenario: String, errors: inout ErrorList) -> Bool {
        errors.isUntouched = true
        return true
    }
    /// Does nothing.
    public mutating func afterValidate(scenario: String, errors: inout ErrorList) { errors.isUntouched = true }
    /// Does nothing.
    public mutating func onUnsafeAttribute(_ attribute: String, value: AnyValue) {}
}

/// A model that can be made from data.
public protocol ParsableModel: ValidatableModel {
    /// Creates a model with its initial values.
    init()
}
