/// A named value that belongs to a violation.
public struct Parameter: Sendable, Hashable {
    public var name: String
    public var value: ParameterValue

    public init(name: String, value: ParameterValue) {
        self.name = name
        self.value = value
    }
}

/// The value of a parameter, formatted only when a message is rendered.
public enum ParameterValue: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    /// The digits of a number that is too long for the cases above.
    case decimal(String)
    case boolean(Bool)
    case list([ParameterValue])
    /// The name of another attribute, rendered as its label in the locale of the message.
    case attribute(String)
}
