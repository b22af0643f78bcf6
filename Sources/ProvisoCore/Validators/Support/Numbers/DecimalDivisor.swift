internal import ProvisoMessages

/// A positive decimal number by which others are divided exactly, in memory of a fixed size.
struct DecimalDivisor: Sendable {
    /// The number is `digits` times ten to the power of `exponent`; the digits do not end in zero.
    private let digits: UInt64
    private let exponent: Int

    /// `nil` if the number is not above zero or has more than 18 digits.
    init?(_ number: Number) {
        let decimal = DecimalDigits(number.plainText)
        guard !decimal.isNegative, (1...18).contains(decimal.digits.count) else { return nil }
        digits = decimal.digits.reduce(0) { $0 * 10 + UInt64($1) }
        exponent = decimal.point - decimal.digits.count
    }

    func divides(_ number: UInt64) -> Bool {
        if exponent == 0 { return number % digits == 0 }
        var (digits, power) = (number, 0)
        while digits != 0, digits % 10 == 0 { (digits, power) = (digits / 10, power + 1) }
        return digits == 0 || divides(remainder: digits % self.digits, power: power)
    }

    /// `nil` if the string is not a number.
    func divides(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard NumericText(text) != nil else { return nil }
        let marker = text.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.count
        let mantissa = text.part(0..<marker)
        // Trailing zeros belong to the power of ten.
        guard let last = mantissa.lastIndex(where: { $0 &- UInt8(ascii: "1") < 9 }) else { return true }
        let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.count
        var remainder: UInt64 = 0
        for byte in mantissa.part(0..<(last + 1)) where byte.isDigit {
            remainder = (multiply(remainder, 10) + UInt64(byte & 0x0F)) % digits
        }
        let power = (last < point ? point - last - 1 : point - last) + Self.exponent(text.part(marker..<text.count))
        return divides(remainder: remainder, power: power)
    }

    /// Whether a number is a multiple, from the remainder of its digits, which do not end in zero.
    private func divides(remainder: UInt64, power: Int) -> Bool {
        if power < exponent { return false }
        var result = remainder
        var base: UInt64 = 10 % digits
        var left = power - exponent
        while left > 0, result != 0 {
            if left & 1 == 1 { result = multiply(result, base) }
            base = multiply(base, base)
            left >>= 1
        }
        return result == 0
    }

    private func multiply(_ left: UInt64, _ right: UInt64) -> UInt64 {
        digits.dividingFullWidth((left % digits).multipliedFullWidth(by: right % digits)).remainder
    }

    /// The exponent of "e-12"; one of more than nine digits is read as a billion.
    private static func exponent(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var magnitude = 0
        for byte in text where byte.isDigit && magnitude < 1_000_000_000 { magnitude = magnitude * 10 + Int(byte & 15) }
        return text.contains(UInt8(ascii: "-")) ? -magnitude : magnitude
    }
}
