internal import JSONBridge

/// The values of a record after its rules have run.
extension Record {
    /// Marks nulls as what stands for absent values, as in a model whose attributes are null before they are set.
    package func markMissing() {
        for slot in 0..<layout.shape.slotCount { slots[slot].value.markMissing() }
    }

    /// The values of the plan's attributes as an object, with the changes of `trim`, `default` and `filter`.
    ///
    /// Members of the data that no rule names are not included.
    public var values: AnyValue {
        if let whole = layout.shape.recordSlot, slots[whole].value.kindOrAbsent == .list {
            return AnyValue(raw: slots[whole].value)
        }
        return .object(
            layout.shape.places.compactMap { place in
                let value = Shape.value(at: place, in: slots)
                return value == .absent ? nil : AnyValue.Member(place.key, value)
            })
    }

    /// The data that the record was filled from, with the changes that rules made.
    public func values(in original: AnyValue) -> AnyValue { changing(original) }
}
