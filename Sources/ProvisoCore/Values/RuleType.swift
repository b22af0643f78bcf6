/// The name of a rule's type: `required`, `checkCountry`, `proviso/iban`.
public struct RuleType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The raw value.
    public let rawValue: String

    /// Creates the value from its raw value.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates the value from a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// A description for people.
    public var description: String { rawValue }

    /// The part before the slash in a plugin's rule type, `nil` in all others.
    public var vendor: Substring? {
        rawValue.firstIndex(of: "/").map { rawValue[..<$0] }
    }
}
