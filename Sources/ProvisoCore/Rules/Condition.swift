package import ProvisoMessages

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

    /// A condition that is true if a rule accepts an attribute's value.
    ///
    /// An empty value does not meet the condition, unless the rule validates empty values itself.
    public init(_ attribute: String, _ body: Constraint) {
        self.init(.rule(attribute: attribute, body: body))
    }

    /// A condition that is true if a closure returns `true`.
    public init(_ closure: @escaping @Sendable (borrowing ValidationContext) -> Bool) {
        self.init(.closure(closure))
    }
}
