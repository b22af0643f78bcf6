/// A named value that comes with a violation.
public struct Parameter: Sendable, Hashable {
    public var name: String
    public var value: ParameterValue

    public init(name: String, value: ParameterValue) {
        self.name = name
        self.value = value
    }
}

/// A parameter's value, formatted only when a message is rendered.
public enum ParameterValue: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    case unsigned(UInt64)
    case number(Double)
    /// A number's own text, too long for the kinds above.
    case decimal(String)
    case boolean(Bool)
    case list([ParameterValue])
    /// The name of another attribute: rendered as its label in the message's locale.
    case attribute(String)
}
