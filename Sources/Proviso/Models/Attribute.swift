package import ProvisoABI

/// A property of a Swift model that rules may name.
public struct Attribute<Model>: Sendable {
    public let name: String
    package let read: @Sendable (borrowing Model, Arena) -> proviso_value
    /// Writes a value that a rule replaced; false when the property cannot hold it.
    package let write: @Sendable (inout Model, AnyValue) -> Bool

    /// A property that rules may replace the value of.
    public init<Property: AttributeValue>(
        _ name: String, _ property: any WritableKeyPath<Model, Property> & Sendable
    ) {
        self.name = name
        read = { $0[keyPath: property].value(in: ValueWriter(arena: $1)).raw }
        write = { model, value in
            guard let converted = Property(attribute: value) else { return false }
            model[keyPath: property] = converted
            return true
        }
    }

    /// A property that rules may only look at.
    public init<Property: AttributeValue>(_ name: String, reading property: any KeyPath<Model, Property> & Sendable) {
        self.name = name
        read = { $0[keyPath: property].value(in: ValueWriter(arena: $1)).raw }
        write = { _, _ in false }
    }
}

/// A type whose values rules can check.
public protocol AttributeValue: SendableMetatype {
    /// The value in a form that validators see.
    func value(in writer: ValueWriter) -> WrittenValue

    /// The type's own form of a value that a rule put in place, nil when it has none.
    init?(attribute value: AnyValue)
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
