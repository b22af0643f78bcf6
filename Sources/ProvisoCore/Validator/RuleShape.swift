package import ProvisoMessages

/// Rules for a value and what it contains, by paths that begin at the value.
///
/// The path `.` is the value itself. A rule of a shape has no scenarios of its own, and changes no values.
public struct RuleShape: Sendable {
    /// The rules, in the order in which they run.
    public var rules: [Rule]
    /// Whether a member that no rule, condition or option of the shape names is a violation.
    public var closed: Bool
    /// What counts as empty for its rules; if `nil`, what does in the rule set.
    public var empty: Emptiness?
    /// The paths of values that may be null.
    public var nullable: [String]
    /// What a closed shape leaves open: keys by a pattern, and parts of the value.
    public var openParts: OpenParts
    /// Where the shape is written, for errors.
    package var position: SourcePosition?
    /// The positions of the paths that may be null.
    package var nullablePositions: [String: SourcePosition] = [:]

    /// Makes a shape.
    public init(
        closed: Bool = false, openParts: OpenParts = OpenParts(), empty: Emptiness? = nil, nullable: [String] = [],
        _ rules: Rule...
    ) {
        self.init(closed: closed, openParts: openParts, empty: empty, nullable: nullable, rules: rules)
    }

    /// Makes a shape from a list of rules.
    public init(
        closed: Bool = false, openParts: OpenParts = OpenParts(), empty: Emptiness? = nil, nullable: [String] = [],
        rules: [Rule]
    ) {
        self.rules = rules
        self.closed = closed
        self.empty = empty
        self.nullable = nullable
        self.openParts = openParts
    }
}

/// A shape with its name, as the option of a rule lists it.
public struct NamedShape: Sendable {
    /// The name: what the discriminator says, or a kind of value.
    public let name: String
    /// The rules.
    public let shape: RuleShape
    /// Where the name is written, for errors.
    package var position: SourcePosition?

    /// Makes a named shape.
    public init(_ name: String, _ shape: RuleShape) {
        self.name = name
        self.shape = shape
    }
}
