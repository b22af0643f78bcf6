internal import ProvisoMessages

extension FixedWidthInteger {
    /// The integer that a value is, `nil` for any other value and for one that does not fit; 5.0 is whole.
    package init?(whole value: AnyValue) {
        switch value {
        case .integer(let number): self.init(exactly: number)
        case .unsigned(let number): self.init(exactly: number)
        case .double(let number): self.init(exactly: number)
        case .decimal(let text):
            guard let digits = DecimalDigits(text).wholeText else { return nil }
            self.init(digits)
        default: return nil
        }
    }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
    /// The number of the type that is nearest to a value, `nil` for what is not a number or out of range.
    package init?(nearest value: AnyValue) {
        guard let text = Number(value)?.plainText, let number = Self(text), number.isFinite else { return nil }
        self = number
    }
}
