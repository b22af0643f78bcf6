public import ProvisoCore
internal import ProvisoMessages

/// Types with a raw value, such as enums: data gives the raw value.
///
/// A value of the right kind that is not one of the cases is `in.invalid`, with the cases as `range` where the type lists
/// them.
extension AttributeValue where Self: RawRepresentable, RawValue: AttributeValue {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { RawValue.attributeType }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        typeMismatches(in: value, at: path, cases: nil)
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { rawValue.value(in: writer) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) {
        guard let raw = RawValue(attribute: value) else { return nil }
        self.init(rawValue: raw)
    }

    fileprivate static func typeMismatches(in value: AnyValue, at path: ValuePath, cases: [AnyValue]?) -> [TypeMismatch]
    {
        guard RawValue(attribute: value) != nil else { return RawValue.typeMismatches(in: value, at: path) }
        guard Self(attribute: value) == nil else { return [] }
        let finding = Finding("in.invalid", InValidator.parameters(range: cases))
        return [TypeMismatch(path: path, expected: attributeType, finding: finding)]
    }
}

extension AttributeValue where Self: RawRepresentable & CaseIterable, RawValue: AttributeValue {
    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        typeMismatches(in: value, at: path, cases: allCases.map { AnyValue(of: $0.rawValue) })
    }
}
