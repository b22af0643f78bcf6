public import ProvisoCore
internal import ProvisoMessages

/// Whole numbers of any size: one that the type cannot hold is a finding.
extension AttributeValue where Self: FixedWidthInteger {
    public static var valueKind: ValueKind { .integer }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        guard Self(attribute: value) == nil else { return [] }
        guard let number = Number(value), number.isWhole else { return [Misfit(path: path, expected: .integer)] }
        return [Misfit(path: path, expected: .integer, finding: outOfRange(number, Number(min), Number(max)))]
    }

    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(AnyValue(Number(self))) }

    public init?(attribute value: AnyValue) { self.init(whole: value) }
}

extension Int: AttributeValue {}
extension Int8: AttributeValue {}
extension Int16: AttributeValue {}
extension Int32: AttributeValue {}
extension Int64: AttributeValue {}
extension Int128: AttributeValue {}
extension UInt: AttributeValue {}
extension UInt8: AttributeValue {}
extension UInt16: AttributeValue {}
extension UInt32: AttributeValue {}
extension UInt64: AttributeValue {}
extension UInt128: AttributeValue {}

/// Numbers with a fraction: the nearest that the type has is taken, and one beyond its range is a finding.
extension AttributeValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
    public static var valueKind: ValueKind { .number }

    public static func misfits(in value: AnyValue, at path: Path) -> [Misfit] {
        guard Self(attribute: value) == nil else { return [] }
        guard let number = Number(value) else { return [Misfit(path: path, expected: .number)] }
        let most = Double(greatestFiniteMagnitude)
        return [Misfit(path: path, expected: .number, finding: outOfRange(number, .double(-most), .double(most)))]
    }

    /// By the shortest text that means the number, so that a `Float` of 0.1 is 0.1.
    public func value(in writer: ValueWriter) -> WrittenValue {
        writer.value(.double(Double(description) ?? Double(self)))
    }

    public init?(attribute value: AnyValue) { self.init(nearest: value) }
}

extension Float: AttributeValue {}

extension Double: AttributeValue {
    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(.double(self)) }

    public init?(attribute value: AnyValue) {
        switch value {
        case .double(let number): self = number
        case .integer(let number): self = Double(number)
        case .unsigned(let number): self = Double(number)
        case .decimal(let text):
            guard let number = Double(text), number.isFinite else { return nil }
            self = number
        default: return nil
        }
    }
}

extension AttributeValue {
    fileprivate static func outOfRange(_ number: Number, _ min: Number, _ max: Number) -> Finding {
        number < min
            ? Finding("number.tooSmall", ["min": ParameterValue(min)])
            : Finding("number.tooBig", ["max": ParameterValue(max)])
    }
}

extension Number {
    /// A whole number of any size.
    fileprivate init(_ number: some FixedWidthInteger) {
        if let number = Int64(exactly: number) {
            self = .integer(number)
        } else if let number = UInt64(exactly: number) {
            self = .unsigned(number)
        } else {
            self = .decimal("\(number)")
        }
    }
}
