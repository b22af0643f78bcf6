internal import ProvisoMessages

extension UnsafeBufferPointer<UInt8> {
    /// The code point that begins at an index, and its length in bytes.
    ///
    /// The bytes must be well-formed UTF-8.
    func scalar(at index: Int) -> (scalar: Unicode.Scalar, width: Int) {
        let lead = self[index]
        if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
        let width = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        guard index + width <= count else { return ("\u{FFFD}", count - index) }
        var bits = UInt32(lead) & (0x7F >> UInt32(width))
        for offset in 1..<width { bits = bits << 6 | UInt32(self[index + offset] & 0x3F) }
        return (Unicode.Scalar(bits) ?? "\u{FFFD}", width)
    }

    /// The start of the code point that ends before an index.
    func startOfScalar(before index: Int) -> Int {
        var start = index - 1
        while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    /// Whether a test passes for every code point.
    func allScalars(_ test: (Unicode.Scalar) -> Bool) -> Bool {
        var index = 0
        while index < count {
            let (scalar, width) = scalar(at: index)
            if !test(scalar) { return false }
            index += width
        }
        return true
    }

    /// The byte at an index, `nil` after the end.
    subscript(safe index: Int) -> UInt8? { index < count ? self[index] : nil }

    /// A part of the bytes.
    func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: self[range]) }
}

extension UInt8 {
    package var isLetterOrDigit: Bool { self | 0x20 &- 0x61 < 26 || isDigit }
}
