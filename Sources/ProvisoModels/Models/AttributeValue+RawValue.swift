public import ProvisoCore
internal import ProvisoMessages

/// Types with a raw value, such as enums: data gives the raw value.
///
/// A value of the right kind that is none of the cases is `in.invalid`, with the cases as `range` where the type lists
/// them.
extension AttributeValue where Self: RawRepresentable, RawValue: AttributeValue {
    public static var valueKind: ValueKind { RawValue.valueKind }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        misfits(in: value, at: path, cases: nil)
    }

    public func value(in writer: ValueWriter) -> WrittenValue { rawValue.value(in: writer) }

    public init?(attribute value: AnyValue) {
        guard let raw = RawValue(attribute: value) else { return nil }
        self.init(rawValue: raw)
    }

    fileprivate static func misfits(in value: AnyValue, at path: Path, cases: [AnyValue]?) -> [Misfit] {
        guard RawValue(attribute: value) != nil else { return RawValue.misfits(in: value, at: path) }
        guard Self(attribute: value) == nil else { return [] }
        let range = cases.map { ["range": ParameterValue(.list($0))] as Parameters }
        return [Misfit(path: path, expected: valueKind, finding: Finding("in.invalid", range ?? [:]))]
    }
}

extension AttributeValue where Self: RawRepresentable & CaseIterable, RawValue: AttributeValue {
    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        misfits(in: value, at: path, cases: allCases.map { AnyValue(of: $0.rawValue) })
    }
}
