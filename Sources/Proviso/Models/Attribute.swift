package import ProvisoABI

/// A property of a Swift model that rules may name.
public struct Attribute<Checked>: Sendable {
    public let name: String
    /// Whether data may leave the attribute out when a model is made from it: the property then keeps its default.
    public internal(set) var mayBeMissing = false
    package let isWritable: Bool
    package let read: @Sendable (borrowing Checked, Arena) -> proviso_value
    /// Writes a value that a rule replaced; false when the property cannot hold it.
    package let write: @Sendable (inout Checked, AnyValue) -> Bool
    /// Sets the property from data; what it cannot hold is noted and leaves it as it was.
    package let assign: @Sendable (inout Checked, AnyValue, inout Assignment) -> Void
    /// The model or models the property holds, nil for plain values.
    package let nested: NestedModel?

    package init(
        _ name: String, isWritable: Bool = true, nested: NestedModel? = nil,
        read: @escaping @Sendable (borrowing Checked, Arena) -> proviso_value,
        write: @escaping @Sendable (inout Checked, AnyValue) -> Bool,
        assign: @escaping @Sendable (inout Checked, AnyValue, inout Assignment) -> Void
    ) {
        self.name = name
        self.isWritable = isWritable
        self.nested = nested
        self.read = read
        self.write = write
        self.assign = assign
    }

    /// A property that rules may replace the value of.
    public init<Property: AttributeValue>(
        _ name: String, _ property: any WritableKeyPath<Checked, Property> & Sendable
    ) {
        self.init(
            name, read: { $0[keyPath: property].value(in: ValueWriter(arena: $1)).raw },
            write: { model, value in
                guard let converted = Property(attribute: value) else { return false }
                model[keyPath: property] = converted
                return true
            },
            assign: { model, value, assignment in
                let value = assignment.reading(value, as: Property.valueKind)
                if let converted = Property(attribute: value) {
                    model[keyPath: property] = converted
                } else {
                    assignment.misfits += Property.misfits(in: value, at: assignment.path)
                }
            })
        mayBeMissing = Property(attribute: .absent) != nil
    }

    /// A property that rules may only look at.
    public init<Property: AttributeValue>(_ name: String, reading property: any KeyPath<Checked, Property> & Sendable) {
        self.init(
            name, isWritable: false, read: { $0[keyPath: property].value(in: ValueWriter(arena: $1)).raw },
            write: { _, _ in false }, assign: { _, _, _ in })
    }

    /// The attribute, with a property that keeps its default where data leaves it out.
    public func withDefault() -> Attribute {
        var copy = self
        copy.mayBeMissing = true
        return copy
    }
}
