/// The characters that `trim` removes.
struct TrimmedSet: Sendable {
    /// Bit n of the pair means the ASCII character n.
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    private var others: [ClosedRange<Unicode.Scalar>] = []
    private let hasWhitespace: Bool

    /// White space and NUL.
    init() {
        hasWhitespace = true
        for scalar in "\0\t\n\u{0B}\u{0C}\r ".unicodeScalars { insert(scalar...scalar) }
    }

    /// The characters of a string; two dots between two of them mean all from one to the other.
    init(chars: String) {
        hasWhitespace = false
        let scalars = Array(chars.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let first = scalars[index]
            if index + 3 < scalars.count, scalars[index + 1] == ".", scalars[index + 2] == ".",
                first <= scalars[index + 3]
            {
                insert(first...scalars[index + 3])
                index += 4
            } else {
                insert(first...first)
                index += 1
            }
        }
    }

    /// The first two characters with two dots between them of which the first comes after the second; `nil` without any.
    static func reversedRange(in chars: String) -> String? {
        let scalars = Array(chars.unicodeScalars)
        var index = 0
        while index < scalars.count {
            guard index + 3 < scalars.count, scalars[index + 1] == ".", scalars[index + 2] == "." else {
                index += 1
                continue
            }
            if scalars[index] > scalars[index + 3] {
                return String(String.UnicodeScalarView(scalars[index...index + 3]))
            }
            index += 4
        }
        return nil
    }

    private mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
        for value in range.lowerBound.value..<max(range.lowerBound.value, min(range.upperBound.value + 1, 0x80)) {
            if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
        }
        if range.upperBound.value >= 0x80 { others.append(range) }
    }

    /// The range of bytes that remain.
    func kept(of bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
        var first = 0
        while first < bytes.count {
            let width = bytes[first] < 0x80 ? 1 : bytes.scalar(at: first).width
            if !contains(bytes, at: first) { break }
            first += width
        }
        var end = bytes.count
        while end > first {
            let start = bytes.startOfScalar(before: end)
            if !contains(bytes, at: start) { break }
            end = start
        }
        return first..<end
    }

    private func contains(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        let byte = bytes[index]
        if byte < 64 { return low >> UInt64(byte) & 1 != 0 }
        if byte < 128 { return high >> UInt64(byte - 64) & 1 != 0 }
        let scalar = bytes.scalar(at: index).scalar
        if hasWhitespace, scalar.properties.isWhitespace { return true }
        return others.contains { $0.contains(scalar) }
    }
}
