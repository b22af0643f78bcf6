public import ProvisoCore
internal import ProvisoMessages

/// Integers of any size; one that the type cannot hold is a violation.
extension AttributeValue where Self: FixedWidthInteger {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .integer }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        guard Self(attribute: value) == nil else { return [] }
        guard let number = Number(value), number.isWhole else { return [TypeMismatch(path: path, expected: .integer)] }
        return [TypeMismatch(path: path, expected: .integer, finding: outOfRange(number, Number(min), Number(max)))]
    }

    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(AnyValue(Number(self))) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
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

/// Numbers with a fraction, rounded to the nearest one of the type; one beyond its range is a violation.
extension AttributeValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
    /// The type of data that the type is made from.
    public static var attributeType: AttributeType { .number }

    /// The parts of a value that the type cannot hold.
    public static func typeMismatches(in value: AnyValue, at path: ValuePath) -> [TypeMismatch] {
        guard Self(attribute: value) == nil else { return [] }
        guard let number = Number(value) else { return [TypeMismatch(path: path, expected: .number)] }
        let most = Double(greatestFiniteMagnitude)
        return [TypeMismatch(path: path, expected: .number, finding: outOfRange(number, .double(-most), .double(most)))]
    }

    /// Written as the shortest text of the number, so that a `Float` of 0.1 is 0.1.
    public func value(in writer: ValueWriter) -> WrittenValue {
        writer.value(.double(Double(description) ?? Double(self)))
    }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
    public init?(attribute value: AnyValue) { self.init(nearest: value) }
}

extension Float: AttributeValue {}

extension Double: AttributeValue {
    /// The value as validators see it.
    public func value(in writer: ValueWriter) -> WrittenValue { writer.value(.double(self)) }

    /// Creates the value from data, or returns `nil` if the type cannot hold it.
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
    /// An integer of any size.
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
