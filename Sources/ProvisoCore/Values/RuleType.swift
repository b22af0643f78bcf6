/// The name a rule asks for: `required`, `checkCountry`, `acme/iban`.
public struct RuleType: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(stringLiteral value: String) {
        rawValue = value
    }

    public var description: String { rawValue }

    /// The part before the slash in a plugin's rule type, nil in all others.
    public var vendor: Substring? {
        rawValue.firstIndex(of: "/").map { rawValue[..<$0] }
    }
}
