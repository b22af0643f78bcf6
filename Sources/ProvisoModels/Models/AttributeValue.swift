package import ProvisoABI
public import ProvisoCore
public import ProvisoMessages

/// A type whose values rules can check.
///
/// A type with a raw value that is one, such as an enum of texts, needs no more than the conformance. Any other type
/// implements `init?(attribute:)` and `value(in:)`, and states its `valueKind`.
public protocol AttributeValue: AttributeProperty {
    /// The kind of value the type is made from, for telling people what was expected.
    static var valueKind: ValueKind { get }

    /// The codes of the type's own that `misfits` reports, so that rule sets can have messages for them.
    static var codes: [CodeDescription] { get }

    /// Whether an empty text is a value of the type; where it is not, an optional property is nil for one from a form.
    static var holdsEmptyText: Bool { get }

    /// What in a value the type cannot hold; empty when it can be made from it.
    ///
    /// By default a value of the type's kind is `in.invalid`, and one of another kind `value.type`.
    static func misfits(in value: AnyValue, at path: Path) -> [Misfit]

    /// The value that something from a form stands for.
    ///
    /// Forms send texts only. By default a text stands for a number or a Boolean where `valueKind` is one of those.
    static func formValue(_ value: AnyValue) -> AnyValue

    /// The value in a form that validators see.
    func value(in writer: ValueWriter) -> WrittenValue

    /// The type's own form of a value from data or of one that a rule put in place, nil when it has none.
    init?(attribute value: AnyValue)
}

extension AttributeValue {
    public static var valueKind: ValueKind { .other }

    public static var codes: [CodeDescription] { [] }

    public static var holdsEmptyText: Bool { Self(attribute: .text("")) != nil }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        guard Self(attribute: value) == nil else { return [] }
        // A value of the right kind is refused for what it says, and "must be a string" is not true of a string.
        return [Misfit(path: path, expected: valueKind, finding: valueKind.holds(value) ? Finding("in.invalid") : nil)]
    }

    public static func formValue(_ value: AnyValue) -> AnyValue {
        guard case .text(let text) = value else { return value }
        switch valueKind {
        case .integer, .number: return text.isEmpty ? .null : Number(text).map { AnyValue($0) } ?? value
        case .boolean:
            return ["1": true, "true": true, "on": true, "0": false, "false": false, "": false][text] ?? value
        case .text, .list, .object, .other: return value
        }
    }
}

/// A value that a property cannot hold.
public struct Misfit: Sendable, Hashable {
    public var path: Path
    public var expected: ValueKind
    /// What is wrong with a value of the right kind, such as a number that is too big; nil for one of another kind.
    public var finding: Finding?
    /// The path as rules name it.
    var pattern: Path

    public init(path: Path, expected: ValueKind, finding: Finding? = nil) {
        self.path = path
        self.expected = expected
        self.finding = finding
        pattern = Path(path.pattern)
    }
}

/// Where a property's value is written to be checked.
public struct ValueWriter {
    package let arena: Arena

    /// A text.
    public func text(_ text: String) -> WrittenValue {
        WrittenValue(raw: proviso_value(text: text, in: arena))
    }

    /// Any value.
    public func value(_ value: AnyValue) -> WrittenValue {
        WrittenValue(raw: value.raw(in: arena))
    }
}

/// A value that was written to be checked.
public struct WrittenValue {
    package let raw: proviso_value
}
