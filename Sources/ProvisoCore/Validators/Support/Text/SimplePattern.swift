/// A pattern from `^` to `$` of classes and literals with quantifiers, such as `^[A-Z]{3}-\d+$`.
///
/// Each part takes as many bytes as it can and never backtracks. That is exact because a part of variable length shares
/// no byte with the part after it; other patterns are left to RE2.
final class SimplePattern: @unchecked Sendable {
    struct Part {
        var bytes: ByteSet
        var least: Int
        var most: Int
    }

    /// 256 bytes per part: 1 if the part accepts the byte.
    private let table: UnsafeMutablePointer<UInt8>
    private let parts: [Part]
    /// The pattern is one part, such as `^[a-z0-9_]+$`, with that many bytes.
    private let isOneClass: Bool
    private let leastCount: Int
    private let mostCount: Int

    /// `nil` if the pattern is not simple.
    init?(_ pattern: String) {
        guard let parts = SimplePatternReader.read(pattern), parts.count <= 64, Self.isExact(parts) else { return nil }
        self.parts = parts
        isOneClass = parts.count == 1
        leastCount = parts.first?.least ?? 0
        mostCount = parts.first?.most ?? 0
        table = .allocate(capacity: max(parts.count, 1) * 256)
        for (index, part) in parts.enumerated() {
            for byte in 0..<256 { table[index * 256 + byte] = part.bytes.contains(UInt8(byte)) ? 1 : 0 }
        }
    }

    deinit {
        table.deallocate()
    }

    private static func isExact(_ parts: [Part]) -> Bool {
        for (index, part) in parts.enumerated() where part.least != part.most {
            for next in parts[(index + 1)...] {
                if !part.bytes.isDisjoint(with: next.bytes) { return false }
                if next.least > 0 { break }
            }
        }
        // Beyond ASCII a byte is not a code point: such a part may be repeated freely, but not counted.
        return parts.allSatisfy { !$0.bytes.hasNonASCII || $0.least <= 1 && $0.most == .max }
    }

    func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        if isOneClass { return bytes.count >= leastCount && bytes.count <= mostCount && allInFirst(bytes) }
        var index = 0
        var row = UnsafePointer(table)
        for part in parts {
            // `most` may be as large as Int.max.
            let end = part.most < bytes.count - index ? index + part.most : bytes.count
            let first = index
            while index < end, row[Int(bytes[index])] != 0 { index += 1 }
            if index - first < part.least { return false }
            row += 256
        }
        return index == bytes.count
    }

    /// Looks at all bytes without a branch for each: nearly all strings match.
    private func allInFirst(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var found: UInt8 = 1
        for byte in bytes { found &= table[Int(byte)] }
        return found != 0
    }
}

/// A set of bytes; it contains either all bytes of code points beyond ASCII or none.
struct ByteSet: Equatable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var hasNonASCII = false

    mutating func insert(_ range: ClosedRange<UInt8>) {
        for byte in Int(range.lowerBound)...Int(range.upperBound) {
            byte < 64 ? (low |= 1 << UInt64(byte)) : (high |= 1 << UInt64(byte - 64))
        }
    }

    mutating func formUnion(_ other: ByteSet) {
        low |= other.low
        high |= other.high
        hasNonASCII = hasNonASCII || other.hasNonASCII
    }

    var inverted: ByteSet { ByteSet(low: ~low, high: ~high, hasNonASCII: !hasNonASCII) }

    func contains(_ byte: UInt8) -> Bool {
        byte < 64 ? low >> UInt64(byte) & 1 != 0 : byte < 128 ? high >> UInt64(byte - 64) & 1 != 0 : hasNonASCII
    }

    func isDisjoint(with other: ByteSet) -> Bool {
        low & other.low == 0 && high & other.high == 0 && !(hasNonASCII && other.hasNonASCII)
    }
}
