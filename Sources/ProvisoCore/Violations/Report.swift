/// All violations of one validation, in rule order.
///
/// An error too, for programs that throw what is wrong: `throw report`, `parsed.get()`. As `Codable` data it is an object
/// with `valid` and `violations`, each of which holds what a message needs in any locale.
public struct Report: Error, Hashable, Codable {
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
    /// One line for each violation, for logs, such as `email: email.invalid`.
    ///
    /// People read what a `ReportLocalizer` says.
    public var description: String {
        violations.isEmpty ? "no violations" : violations.map(\.description).joined(separator: "\n")
    }
}
