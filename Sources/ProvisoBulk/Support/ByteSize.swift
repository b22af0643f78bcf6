/// Reads and writes sizes of memory such as `64M`, `1G` and `500000`.
package enum ByteSize {
    private static let units: [(letter: Character, shift: Int)] = [("G", 30), ("M", 20), ("K", 10)]

    /// The number of bytes, or `nil` if the text is not a size.
    package static func bytes(_ text: String) -> Int? {
        var digits = text.uppercased()[...]
        if digits.hasSuffix("IB") { digits = digits.dropLast(2) } else if digits.hasSuffix("B") { digits.removeLast() }
        let shift = units.first { digits.last == $0.letter }?.shift
        if shift != nil { digits.removeLast() }
        guard let number = Int(digits), number > 0, number <= Int.max >> (shift ?? 0) else { return nil }
        return number << (shift ?? 0)
    }

    package static func text(_ bytes: Int) -> String {
        for unit in units where bytes >= 1 << unit.shift && bytes & (1 << unit.shift - 1) == 0 {
            return "\(bytes >> unit.shift) \(unit.letter)B"
        }
        return "\(bytes) bytes"
    }
}
