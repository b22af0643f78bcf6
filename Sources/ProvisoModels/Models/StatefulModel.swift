public import ProvisoCore

/// Something with attributes, rules, a scenario and errors: a `ModelState` or a `DynamicModel`.
public protocol StatefulModel {
    /// The rules with labels, hints and scenarios.
    var ruleSet: RuleSet { get }
    /// Picks the rules that run and the attributes that mass assignment may set.
    var scenario: String { get set }
    /// What the last validations found, and what was added by hand.
    var errors: ErrorList { get set }
    /// All attributes, in the order declared.
    var attributeNames: [String] { get }
    /// The attributes that hold models with rules of their own.
    var nestedAttributes: [String] { get }
    /// The name under which forms send the model.
    var formName: String { get }

    /// The value of an attribute, `nil` when there is no such attribute.
    subscript(attribute: String) -> AnyValue? { get }

    /// The rules bound to a registry. Throws everything that is wrong with them.
    func plan() throws(RuleSetError) -> Plan

    /// Runs the rules of the scenario; true when the model has no errors at all afterwards.
    ///
    /// `attributes` limits the check to some of them and what is in them; only their errors are cleared before, unless
    /// `clearErrors` is false. Rules that skip attributes with errors do so for the errors that stay. Throws for a
    /// scenario or attribute that nothing declares.
    mutating func validate(attributes: [String]?, clearErrors: Bool) throws(RuleSetError) -> Bool

    /// Like `validate`, and awaits async rules.
    ///
    /// Do not change the model meanwhile. Throws `CancellationError` if the task is cancelled; the errors are then
    /// undefined.
    nonisolated(nonsending) mutating func validateAsync(attributes: [String]?, clearErrors: Bool) async throws -> Bool

    /// Sets attributes from the members of an object, in their order, and returns the names of those it may not set.
    ///
    /// What a property cannot hold becomes an error of the attribute, which stays until the attribute is set to
    /// something else.
    @discardableResult
    mutating func setAttributes(_ values: AnyValue, safeOnly: Bool, from source: AssignmentSource) -> [String]
}

/// Where the values of a mass assignment come from.
public enum AssignmentSource: Sendable {
    /// Values have the types of the data.
    case data
    /// Everything is text, as forms send it: "5" is a number where the property holds one.
    case form
}

extension StatefulModel {
    /// No attributes.
    public var nestedAttributes: [String] { [] }

    /// Validates everything the scenario lists.
    @discardableResult
    public mutating func validate() throws(RuleSetError) -> Bool { try validate(attributes: nil, clearErrors: true) }

    /// Validates some attributes, clearing their errors only.
    @discardableResult
    public mutating func validate(attributes: [String]) throws(RuleSetError) -> Bool {
        try validate(attributes: attributes, clearErrors: true)
    }

    /// Validates everything the scenario lists, or some attributes, clearing only their errors, and awaits async rules.
    @discardableResult
    nonisolated(nonsending) public mutating func validateAsync(attributes: [String]? = nil) async throws -> Bool {
        try await validateAsync(attributes: attributes, clearErrors: true)
    }

    /// Sets the safe attributes among an object's members, and returns the names of those that are not.
    @discardableResult
    public mutating func setAttributes(_ values: AnyValue, safeOnly: Bool = true) -> [String] {
        setAttributes(values, safeOnly: safeOnly, from: .data)
    }

    /// Some attributes with their values: all of them, or those named, without those excepted.
    ///
    /// Names that nothing declares are left out.
    public func attributes(_ names: [String]? = nil, except: [String] = []) -> [String: AnyValue] {
        var values: [String: AnyValue] = [:]
        for name in names ?? attributeNames where !except.contains(name) { values[name] = self[name] }
        return values
    }
}
