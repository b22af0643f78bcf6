/// All violations of one validation, in rule order.
///
/// It is an `Error`, so programs can throw it: `throw report`, `parsed.get()`. As `Codable` data it is an object with
/// `valid` and `violations`, with all that a message needs in any locale.
public struct Report: Error, Hashable, Codable {
    /// The violations, in rule order.
    public let violations: [Violation]

    /// Makes a report from violations.
    public init(violations: [Violation] = []) {
        self.violations = violations
    }

    /// Whether no violation has the severity `error`.
    public var isValid: Bool { !violations.contains { $0.severity == .error } }

    /// The violations of an attribute, named as in the rules.
    public subscript(attribute: String) -> [Violation] {
        violations.filter { $0.attribute == attribute }
    }

    private enum Keys: String, CodingKey { case valid, violations }

    public init(from decoder: any Decoder) throws {
        violations = try decoder.container(keyedBy: Keys.self).decode([Violation].self, forKey: .violations)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(isValid, forKey: .valid)
        try container.encode(violations, forKey: .violations)
    }
}

extension Report: CustomStringConvertible {
    /// One line per violation for logs, such as `email: email.invalid`.
    ///
    /// A `ReportLocalizer` makes messages for people.
    public var description: String {
        violations.isEmpty ? "no violations" : violations.map(\.description).joined(separator: "\n")
    }
}
