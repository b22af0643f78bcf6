/// A Swift type whose attributes rules can check.
///
/// Conform by hand: list the attributes by key path, the rules, and the methods that rules may name as their type.
public protocol Model: AttributeProperty {
    static var attributes: [Attribute<Self>] { get }
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

    /// The name under which forms send the model, by default the type's.
    static var formName: String { get }

    /// Called before the rules run; false ends the validation there, and the model counts as invalid.
    mutating func beforeValidate(scenario: String, errors: inout ErrorList) -> Bool
    /// Called after the rules have run; errors added here count.
    mutating func afterValidate(scenario: String, errors: inout ErrorList)
    /// Called for each attribute that mass assignment may not set.
    mutating func onUnsafeAttribute(_ attribute: String, value: AnyValue)
}

extension Model {
    public static var methods: [ValidationMethod<Self>] { [] }
    public borrowing func writeAttributes(to values: inout AttributeWriter) {}
    public func replacingConstants(_ values: ConstantValues) -> Self { self }
    public static var formName: String { String(describing: Self.self) }

    public mutating func beforeValidate(scenario: String, errors: inout ErrorList) -> Bool { true }
    public mutating func afterValidate(scenario: String, errors: inout ErrorList) {}
    public mutating func onUnsafeAttribute(_ attribute: String, value: AnyValue) {}
}

/// A model that can be made from data.
public protocol ParsableModel: Model {
    /// A model with what its properties hold where data leaves them out.
    init()
}

/// A method of a model that rules name as their type.
public struct ValidationMethod<Checked>: Sendable {
    public let name: RuleType
    public let codes: [CodeDescription]
    package let body: @Sendable (borrowing Checked, borrowing Value, inout ValidationContext) -> Void
    package let skipsEmpty: Bool
    /// Whether the method is answered later.
    let asks: Bool

    /// A method with the codes it reports; none listed means any.
    public init(
        _ name: RuleType, codes: [CodeDescription] = [], skipsEmpty: Bool = true,
        _ body: @escaping @Sendable (borrowing Checked, borrowing Value, inout ValidationContext) -> Void
    ) {
        self.init(name, codes: codes, skipsEmpty: skipsEmpty, asks: false, body: body)
    }

    private init(
        _ name: RuleType, codes: [CodeDescription], skipsEmpty: Bool, asks: Bool,
        body: @escaping @Sendable (borrowing Checked, borrowing Value, inout ValidationContext) -> Void
    ) {
        self.name = name
        self.codes = codes
        self.skipsEmpty = skipsEmpty
        self.asks = asks
        self.body = body
    }

    /// A method that is answered later; it gets copies of the model and the value as they are when it is called.
    public init(
        async name: RuleType, codes: [CodeDescription] = [], skipsEmpty: Bool = true,
        _ body: @escaping @Sendable (Checked, AnyValue) async throws -> [Finding]
    ) where Checked: Sendable {
        self.init(name, codes: codes, skipsEmpty: skipsEmpty, asks: true) { model, value, context in
            let (model, value) = (copy model, AnyValue(value))
            context.ask { try await body(model, value) }
        }
    }

    var definition: RuleDefinition {
        RuleDefinition(
            type: name, origin: .method(String(describing: Checked.self)), options: nil, codes: codes
        ) { [self] (options: OptionReader) throws(OptionError) -> Check in
            Check(MethodValidator(method: self, options: options))
        }
    }
}

/// A model's method as a validator like any other.
struct MethodValidator<Checked>: Validator {
    let method: ValidationMethod<Checked>
    let options: OptionReader

    var skipsEmpty: Bool { method.skipsEmpty }

    mutating func bind(to binding: borrowing Binding) throws(OptionError) {
        if method.asks { try binding.requireAsync() }
    }

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        if let model = context.model, context.modelType == ObjectIdentifier(Checked.self) {
            method.body(model.assumingMemoryBound(to: Checked.self).pointee, value, &context)
        } else if let nested = context.nestedModel(Checked.self) {
            method.body(nested, value, &context)
        } else {
            context.reportFault("'\(method.name)' is a method of \(Checked.self)")
        }
    }
}
