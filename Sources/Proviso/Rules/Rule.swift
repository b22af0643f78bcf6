/// One declaration: which attributes, which rule type with which options, and when.
public struct Rule: Sendable {
    /// The attributes' paths; a leading `!` means validated but never mass-assigned.
    public var attributes: [String]
    /// The rule type with its options.
    public var constraint: Constraint
    /// The scenarios in which the rule applies; empty is all.
    public var on: [String]
    /// The scenarios in which it does not; a scenario that is in `on` too is an error.
    public var except: [String]
    /// The rule runs only where all of these hold.
    public var when: [Condition]
    /// The rule does not run where all of these hold.
    public var unless: [Condition]
    /// The rule's own messages.
    public var messages: RuleMessages
    /// Whether an empty value is passed over; nil leaves it to the validator.
    public var skipOnEmpty: Bool?
    /// Whether an attribute that already has an error is passed over.
    public var skipOnError: Bool
    /// Replaces the test of what is empty.
    public var isEmpty: (@Sendable (borrowing Value) -> Bool)?
    public var severity: Severity
    /// Whether the attribute's later rules are left out when this one fails, even those with `skipOnError: false`.
    public var bail: Bool
    /// A name for reports; else the rule's number stands in.
    public var id: String?
    /// Where the rule stands: in its file, or in the Swift source where it was made.
    public var position: SourcePosition?
    /// Whether the position is one in Swift source.
    package var isWrittenInSwift: Bool
    /// Where its attributes stand, by name without `!`.
    package var attributePositions: [String: SourcePosition] = [:]
    /// Where the scenarios of `on` and `except` stand, by name.
    package var scenarioPositions: [String: SourcePosition] = [:]

    public init(
        _ attributes: [String], _ body: Constraint, on: [String] = [], except: [String] = [], when: [Condition] = [],
        unless: [Condition] = [], message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil,
        skipOnError: Bool = true, isEmpty: (@Sendable (borrowing Value) -> Bool)? = nil, severity: Severity = .error,
        bail: Bool = false, id: String? = nil, position: SourcePosition? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column
    ) {
        isWrittenInSwift = position == nil
        self.attributes = attributes
        constraint = body
        self.on = on
        self.except = except
        self.when = when
        self.unless = unless
        messages = message
        self.skipOnEmpty = skipOnEmpty
        self.skipOnError = skipOnError
        self.isEmpty = isEmpty
        self.severity = severity
        self.bail = bail
        self.id = id
        self.position = position ?? SourcePosition(fileID: fileID, line: line, column: column)
    }

    /// Whether the rule applies in a scenario: not excepted, and named by `on` where that names any.
    public func isActive(in scenario: String) -> Bool {
        !except.contains(scenario) && (on.isEmpty || on.contains(scenario))
    }
}

/// A rule type with its options, or a validator itself.
public struct Constraint: Sendable {
    public let type: RuleType
    package let options: [String: OptionValue]
    /// Set when the rule was written with a validator in Swift: nothing is left to resolve.
    package let check: Check?
    package let codes: [CodeDescription]?
    /// Where the type and the options stand in their file, by name; the type's name is "type".
    package let positions: [String: SourcePosition]
    /// For a rule within a rule: its own messages.
    package var messages = RuleMessages()
    /// For a rule within a rule: whether empty items are passed over; nil leaves it to the validator.
    package var skipOnEmpty: Bool?

    package init(
        type: RuleType, options: [String: OptionValue] = [:], positions: [String: SourcePosition] = [:]
    ) {
        self.type = type
        self.options = options
        self.positions = positions
        check = nil
        codes = nil
    }

    @usableFromInline
    package init(type: RuleType, check: Check, codes: [CodeDescription]?) {
        self.type = type
        self.check = check
        self.codes = codes
        options = [:]
        positions = [:]
    }

    /// A rule type by its name: a model's method, a plugin's validator, or a built-in.
    public static func type(_ type: RuleType, _ options: [String: AnyValue] = [:]) -> Constraint {
        Constraint(type: type, options: options.mapValues { .value($0) })
    }

    /// A validator.
    @inlinable
    public static func validator<Checked: NamedValidator>(_ validator: Checked) -> Constraint {
        Constraint(type: Checked.type, check: Check(validator), codes: Checked.codes)
    }

    /// A validator of this package, which plans call directly.
    package static func validator<Checked: NamedValidator & DirectValidator>(_ validator: Checked) -> Constraint {
        Constraint(type: Checked.type, check: Check(validator), codes: Checked.codes)
    }

    /// An async validator.
    public static func validator<Checked: NamedAsyncValidator>(_ validator: Checked) -> Constraint {
        Constraint(type: Checked.type, check: Check(validator), codes: Checked.codes)
    }

    /// A closure whose answer is awaited; `others` names the attributes it wants to see beside the value.
    public static func asyncCheck(
        with others: String..., body: @escaping @Sendable (AnyValue, AsyncContext) async throws -> [Finding]
    ) -> Constraint {
        Constraint(type: "closure", check: Check(AsyncClosureValidator(names: others, body: body)), codes: nil)
    }

    /// A closure as a validator.
    public static func check(
        _ body: @escaping @Sendable (borrowing Value, inout ValidationContext) -> Void
    ) -> Constraint {
        Constraint(type: "closure", check: Check(ClosureValidator(body: body)), codes: nil)
    }
}

extension Constraint {
    /// Whether the rule is one that changes values: `trim`, `default` or `filter`, also for each item.
    var changesValues: Bool {
        if [TrimValidator.type, DefaultValidator.type, FilterValidator.type].contains(type) { return true }
        if let each = check?.holder as? ValidatorHolder<EachValidator> { return each.validator.rule.changesValues }
        return options.values.contains { if case .rule(let inner) = $0 { inner.changesValues } else { false } }
    }
}

/// A validator that is a closure.
struct ClosureValidator: DirectValidator {
    let body: @Sendable (borrowing Value, inout ValidationContext) -> Void

    func validate(_ value: borrowing Value, _ context: inout ValidationContext) {
        body(value, &context)
    }
}

/// A test of the record that decides whether a rule runs.
public struct Condition: Sendable {
    package enum Test: Sendable {
        case rule(attribute: String, body: Constraint)
        case closure(@Sendable (borrowing ValidationContext) -> Bool)
    }

    package let test: Test
    package let position: SourcePosition?

    package init(_ test: Test, position: SourcePosition? = nil) {
        self.test = test
        self.position = position
    }

    /// Holds where a rule accepts an attribute's value.
    ///
    /// An empty value is not passed over here: it fails, unless the rule judges empty values itself.
    public init(_ attribute: String, _ body: Constraint) {
        self.init(.rule(attribute: attribute, body: body))
    }

    /// Holds where a closure says so.
    public init(_ closure: @escaping @Sendable (borrowing ValidationContext) -> Bool) {
        self.init(.closure(closure))
    }
}
