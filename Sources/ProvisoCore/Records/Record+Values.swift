/// What a record holds after its rules have run.
extension Record {
    /// The values of the plan's attributes as an object, with what rules replaced (`trim`, `default`, `filter`).
    ///
    /// Members of the data that no rule names are not among them.
    public var values: AnyValue {
        .object(
            layout.shape.places.compactMap { place in
                let value = Shape.value(at: place, in: slots)
                return value == .absent ? nil : AnyValue.Member(place.key, value)
            })
    }

    /// The data that the record was filled from, with what rules replaced in it.
    public func values(in original: AnyValue) -> AnyValue { changing(original) }
}
