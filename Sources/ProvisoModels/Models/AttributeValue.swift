package import ProvisoABI
public import ProvisoCore
public import ProvisoMessages

/// A type whose values rules can validate.
///
/// An enum or struct whose raw value is an `AttributeValue` needs only the conformance. Any other type implements
/// `init?(attribute:)`, `value(in:)` and `attributeType`.
public protocol AttributeValue: AttributeProperty {
    /// The type of data that values are made from, for messages about type mismatches.
    static var attributeType: AttributeType { get }

    /// The own codes that `typeMismatches` reports, so that rule sets can have messages for them.
    static var codes: [CodeDescription] { get }

    /// Whether an empty string is a value of the type; if not, an empty string from a form sets an optional property to `nil`.
    static var holdsEmptyText: Bool { get }

    /// The parts of a value that the type cannot hold; empty if a value can be created from it.
    ///
    /// By default a value of the expected type is reported as `in.invalid`, and one of another type as `value.type`.
    static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch]

    /// The value that a form's string represents.
    ///
    /// Forms send only strings. By default a string is read as a number or a Boolean if `attributeType` is one of those.
    static func formValue(_ value: AnyValue) -> AnyValue

    /// Writes the value for validators.
    func value(in writer: ValueWriter) -> WrittenValue

    /// Creates a value from data or from the result of a rule; `nil` if the type cannot hold it.
    init?(attribute value: AnyValue)
}

extension AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .other }

    /// The codes that it reports.
    public static var codes: [CodeDescription] { [] }

    /// Whether an empty string is a value of the type.
    public static var holdsEmptyText: Bool { Self(attribute: .text("")) != nil }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        guard Self(attribute: value) == nil else { return [] }
        // A value of the right kind is refused for what it says, and "must be a string" is not true of a string.
        return [
            TypeMismatch(
                path: path, expected: attributeType,
                finding: attributeType.holds(value) ? Finding("in.invalid", InValidator.parameters(range: nil)) : nil)
        ]
    }

    /// The value that a form's string represents.
    public static func formValue(_ value: AnyValue) -> AnyValue {
        guard case .text(let text) = value else { return value }
        switch attributeType {
        case .integer, .number: return text.isEmpty ? .null : Number(text).map { AnyValue($0) } ?? value
        case .boolean:
            return ["1": true, "true": true, "on": true, "0": false, "false": false, "": false][text] ?? value
        case .text, .list, .object, .other: return value
        }
    }
}

/// A value that a property cannot hold.
public struct TypeMismatch: Sendable, Hashable {
    /// Where the value is.
    public var path: ValuePath
    /// The type that the property needs.
    public var expected: AttributeType
    /// The problem of a value of the right type, such as a number that is too big; `nil` for one of another type.
    public var finding: Finding?
    /// The path as rules name it.
    var pattern: ValuePath

    /// Creates a type mismatch.
    public init(path: ValuePath, expected: AttributeType, finding: Finding? = nil) {
        self.path = path
        self.expected = expected
        self.finding = finding
        pattern = ValuePath(path.pattern)
    }
}

/// Writes a property's value for validators.
public struct ValueWriter {
    package let arena: Arena

    /// Writes a string.
    public func text(_ text: String) -> WrittenValue {
        WrittenValue(raw: proviso_value(text: text, in: arena))
    }

    /// Writes any value.
    public func value(_ value: AnyValue) -> WrittenValue {
        WrittenValue(raw: value.raw(in: arena))
    }
}

/// A value that was written for validators.
public struct WrittenValue {
    package let raw: proviso_value
}
