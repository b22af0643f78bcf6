package import ProvisoABI

/// A type whose values rules can check.
///
/// A type with a raw value that is one, such as an enum of texts, needs no more than the conformance.
public protocol AttributeValue: AttributeProperty {
    /// The kind of value the type is made from, for telling people what was expected.
    static var valueKind: ValueKind { get }

    /// What in a value the type cannot hold; empty when it can be made from it.
    static func misfits(in value: AnyValue, at path: Path) -> [Misfit]

    /// The value in a form that validators see.
    func value(in writer: ValueWriter) -> WrittenValue

    /// The type's own form of a value from data or of one that a rule put in place, nil when it has none.
    init?(attribute value: AnyValue)
}

extension AttributeValue {
    public static var valueKind: ValueKind { .other }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        Self(attribute: value) == nil ? [Misfit(path: path, expected: valueKind)] : []
    }
}

/// The kinds of values that properties are made from.
public enum ValueKind: String, Sendable, CaseIterable {
    case text, integer, number, boolean, list, object, other
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
