/// A named value that belongs to a violation.
public struct Parameter: Sendable, Hashable {
    /// The name, as in the placeholder of a message.
    public var name: String
    /// The value.
    public var value: ParameterValue

    /// Creates a parameter.
    public init(name: String, value: ParameterValue) {
        self.name = name
        self.value = value
    }
}

/// The value of a parameter, formatted only when a message is rendered.
public enum ParameterValue: Sendable, Hashable {
    /// A string.
    case text(String)
    /// A signed integer.
    case integer(Int64)
    /// An unsigned integer.
    case unsigned(UInt64)
    /// A floating-point number.
    case number(Double)
    /// The digits of a number that is too long for the cases above.
    case decimal(String)
    /// A Boolean.
    case boolean(Bool)
    /// A list of values.
    case list([ParameterValue])
    /// The name of another attribute, rendered as its label in the locale of the message.
    case attribute(String)
}
