internal import ProvisoMessages

/// The parts of a string that should be an address: an optional `!` before it and `/24` after it.
struct WrittenAddress {
    let isNegated: Bool
    /// The range of the address itself.
    let address: Range<Int>
    /// The digits of the length, or `nil` if there are none.
    let length: Range<Int>?

    init(_ text: UnsafeBufferPointer<UInt8>) {
        let isNegated = text.count > 1 && text[0] == UInt8(ascii: "!")
        let start = isNegated ? 1 : 0
        var digits = text.count
        while digits > start, text[digits - 1].isDigit { digits -= 1 }
        // The address before the slash must not be empty.
        if digits < text.count, digits - 1 > start, text[digits - 1] == UInt8(ascii: "/") {
            address = start..<(digits - 1)
            length = digits..<text.count
        } else {
            address = start..<text.count
            length = nil
        }
        self.isNegated = isNegated
    }
}

extension IPAddress {
    /// Writes the eight groups of four digits and returns the number of bytes, 39.
    func writeExpanded(to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var index = 0
        for digit in 0..<32 {
            if digit > 0, digit % 4 == 0 {
                buffer[index] = UInt8(ascii: ":")
                index += 1
            }
            let value = UInt8(truncatingIfNeeded: bits >> UInt128(124 - digit * 4)) & 15
            buffer[index] = value < 10 ? value + 0x30 : value + 0x57
            index += 1
        }
        return index
    }
}
