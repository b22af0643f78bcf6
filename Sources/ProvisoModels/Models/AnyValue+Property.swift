public import ProvisoCore

extension AnyValue {
    /// The value of a property or of anything else that rules can check.
    public init<Property: AttributeProperty>(of value: Property) {
        let arena = Arena()
        let raw = Property.propertyAccess.read(value, arena)
        self = withExtendedLifetime(arena) { AnyValue(raw: raw) }
    }
}
