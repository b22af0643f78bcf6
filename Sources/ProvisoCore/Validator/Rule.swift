public import ProvisoMessages

/// A declaration: attributes, a rule type with its options, and the conditions under which it runs.
public struct Rule: Sendable {
    /// The attributes' paths; a leading `!` means that mass assignment never sets the attribute.
    public var attributes: [String]
    /// The rule type with its options.
    public var constraint: Constraint
    /// The scenarios in which the rule applies; if empty, all.
    public var on: [String]
    /// The scenarios in which the rule does not apply; a scenario that is also in `on` is an error.
    public var except: [String]
    /// The rule runs only if all of these conditions are true.
    public var when: [Condition]
    /// The rule does not run if all of these conditions are true.
    public var unless: [Condition]
    /// The rule's own messages.
    public var messages: RuleMessages
    /// Whether an empty value is skipped; if `nil`, the validator decides.
    public var skipOnEmpty: Bool?
    /// What counts as empty for the rule; if `nil`, the shape or the rule set says it.
    public var empty: Emptiness?
    /// Whether null passes the rule; if `nil`, the shape or the rule set says it.
    public var nullable: Bool?
    /// Whether an attribute that already has an error is skipped.
    public var skipOnError: Bool
    /// Replaces the test for empty values.
    public var isEmpty: (@Sendable (borrowing Value) -> Bool)?
    /// Whether the rule reports errors, warnings or infos.
    public var severity: Severity
    /// Whether the later rules of the attribute and of what is in it are skipped after an error, even those with
    /// `skipOnError: false`.
    public var bail: Bool
    /// The share of all records in which the rule may find something, from 0 to 1: its findings are warnings, and beyond
    /// the share the records together have an error.
    ///
    /// It sets `severity` to `warning`. Only rules of the rule set itself can have it.
    public var tolerate: Number? { didSet { if tolerate != nil { severity = .warning } } }
    /// A name for reports; without one, reports show the rule's number.
    public var id: String?
    /// The rule's position in its file, or in the Swift source where it was made.
    public var position: SourcePosition?
    /// The path below which the rule was included; names in its options and conditions are below it, too.
    package var prefix: String?
    /// Whether the position is in Swift source.
    package var isWrittenInSwift: Bool
    /// The positions of its attributes, by name without `!`.
    package var attributePositions: [String: SourcePosition] = [:]
    /// The positions of the scenarios in `on` and `except`, by name.
    package var scenarioPositions: [String: SourcePosition] = [:]

    /// Makes a rule; `fileID`, `line` and `column` are its position for errors.
    public init(
        _ attributes: [String], _ body: Constraint, on: [String] = [], except: [String] = [], when: [Condition] = [],
        unless: [Condition] = [], message: RuleMessages = RuleMessages(), skipOnEmpty: Bool? = nil,
        empty: Emptiness? = nil, nullable: Bool? = nil, skipOnError: Bool = true,
        isEmpty: (@Sendable (borrowing Value) -> Bool)? = nil, severity: Severity = .error,
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
        self.empty = empty
        self.nullable = nullable
        self.skipOnError = skipOnError
        self.isEmpty = isEmpty
        self.severity = severity
        self.bail = bail
        self.id = id
        self.position = position ?? SourcePosition(fileID: fileID, line: line, column: column)
    }

    /// The maximum number of conditions of a rule; they are bound for each of its attributes.
    package static let maximumConditions = 256

    /// Whether the rule applies in a scenario: `except` does not name it, and `on` names it or is empty.
    public func isActive(in scenario: String) -> Bool {
        !except.contains(scenario) && (on.isEmpty || on.contains(scenario))
    }
}
