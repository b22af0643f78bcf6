/// All violations of one validation, in rule order.
public struct Report: Sendable {
    public let violations: [Violation]

    public init(violations: [Violation] = []) {
        self.violations = violations
    }

    /// Whether there is no violation with the severity `error`.
    public var isValid: Bool { !violations.contains { $0.severity == .error } }

    /// The violations of an attribute, named as the rules name it.
    public subscript(attribute: String) -> [Violation] {
        violations.filter { $0.attribute == attribute }
    }
}
