public import ProvisoMessages

extension ParameterValue {
    /// A value as a parameter; null and absent become an empty string, objects a list of their keys.
    public init(_ value: AnyValue) { self.init(value, depth: 0) }

    private init(_ value: AnyValue, depth: Int) {
        switch value {
        case .list where depth == AnyValue.maximumDepth: self = .text("…")
        case .absent, .null: self = .text("")
        case .boolean(let truth): self = .boolean(truth)
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number): self = .number(number)
        case .decimal(let text): self = .decimal(text)
        case .text(let text): self = .text(text)
        case .list(let items): self = .list(items.map { ParameterValue($0, depth: depth + 1) })
        case .object(let members): self = .list(members.map { .text($0.key) })
        }
    }

    /// A value that must be typed, as it is typed: numbers become text, so that no locale groups the digits of a year.
    package init(typed value: AnyValue) {
        switch value {
        case .double(let number): self = .text(Int64(exactly: number).map { String($0) } ?? String(number))
        case .integer, .unsigned, .decimal: self = .text(ParameterValue(value).plainText)
        case .list(let items): self = .list(items.map { ParameterValue(typed: $0) })
        default: self = ParameterValue(value)
        }
    }

    /// A number as a parameter.
    public init(_ number: Number) {
        switch number {
        case .integer(let number): self = .integer(number)
        case .unsigned(let number): self = .unsigned(number)
        case .double(let number): self = .number(number)
        case .decimal(let text): self = .decimal(text)
        }
    }

    /// The parameter as plain text that no locale touches: `1.5`, `true`.
    public var plainText: String {
        switch self {
        case .text(let text), .decimal(let text), .attribute(let text): text
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        case .number(let number): "\(number)"
        case .boolean(let truth): truth ? "true" : "false"
        case .list(let items): items.map(\.plainText).joined(separator: ", ")
        }
    }
}

extension ParameterValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral
{
    /// Creates the value from a literal.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates the value from a literal.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates the value from a literal.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates the value from a literal.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
