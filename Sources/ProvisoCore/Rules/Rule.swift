public import ProvisoMessages

/// One declaration: which attributes, which rule type with which options, and when.
public struct Rule: Sendable {
    /// The attributes' paths; a leading `!` means validated but never mass-assigned.
    public var attributes: [String]
    /// The rule type with its options.
    public var body: RuleBody
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
        _ attributes: [String], _ body: RuleBody, on: [String] = [], except: [String] = [], when: [Condition] = [],
        unless: [Condition] = [], message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil,
        skipOnError: Bool = true, isEmpty: (@Sendable (borrowing Value) -> Bool)? = nil, severity: Severity = .error,
        bail: Bool = false, id: String? = nil, position: SourcePosition? = nil, fileID: StaticString = #fileID,
        line: UInt = #line, column: UInt = #column
    ) {
        isWrittenInSwift = position == nil
        self.attributes = attributes
        self.body = body
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

    /// How many conditions a rule may have: they are bound for each of its attributes.
    package static let maximumConditions = 256

    /// Whether the rule applies in a scenario: not excepted, and named by `on` where that names any.
    public func isActive(in scenario: String) -> Bool {
        !except.contains(scenario) && (on.isEmpty || on.contains(scenario))
    }
}
