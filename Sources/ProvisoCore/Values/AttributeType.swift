/// The kinds of values that properties are made from.
public enum AttributeType: String, Sendable, CaseIterable {
    /// A type of data.
    case text, integer, number, boolean, list, object, other

    /// Whether a value is of the kind; `other` is any value that is there.
    package func holds(_ value: AnyValue) -> Bool {
        switch self {
        case .text: value.kind == .text
        case .integer: Number(value)?.isWhole == true
        case .number: Number(value) != nil
        case .boolean: value.kind == .boolean
        case .list: value.kind == .list
        case .object: value.kind == .object
        case .other: !value.isNull
        }
    }
}
