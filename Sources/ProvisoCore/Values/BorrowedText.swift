internal import CLibrary

/// A borrowed text: UTF-8 bytes that belong to the record that is validated.
///
/// The bytes are well-formed UTF-8 and may hold NUL. A string cannot outlive its record, which the compiler enforces.
public struct BorrowedText: ~Escapable {
    package let start: UnsafeRawPointer
    /// The length in bytes.
    public let count: Int

    @_lifetime(immortal)
    package init(unsafeStart start: UnsafeRawPointer, count: Int) {
        self.start = start
        self.count = count
    }

    /// The bytes of the text.
    public var bytes: Span<UInt8> {
        @_lifetime(copy self)
        get {
            let span = unsafe Span<UInt8>(_unsafeStart: start.assumingMemoryBound(to: UInt8.self), count: count)
            return unsafe _overrideLifetime(span, copying: self)
        }
    }

    /// The bytes without bounds checks, for loops whose bounds are plain to see.
    package var buffer: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
    }

    package var plainDouble: Double? { Double(string) }

    /// A copy of the text.
    public var string: String { String(decoding: buffer, as: UTF8.self) }

    /// Whether every byte is ASCII.
    public var isASCII: Bool {
        var offset = 0
        while offset + 8 <= count {
            if start.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 {
                return false
            }
            offset += 8
        }
        while offset < count {
            if start.load(fromByteOffset: offset, as: UInt8.self) >= 0x80 { return false }
            offset += 1
        }
        return true
    }

    /// The number of Unicode code points.
    public var codePointCount: Int {
        guard count >= 8 else { return count - buffer.count { $0 & 0xC0 == 0x80 } }
        var continuation = 0
        var offset = 0
        while offset + 8 <= count {
            continuation += Self.continuations(start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        // The last word once more, without the bytes that were counted already.
        let last = start.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self).littleEndian
        let counted = UInt64(8 - (count - offset)) * 8
        return count - continuation - (counted < 64 ? Self.continuations(last >> counted) : 0)
    }

    /// The continuation bytes in a word, 0b10xxxxxx each: the top bit is set and the next one is not.
    @inline(__always)
    private static func continuations(_ word: UInt64) -> Int {
        (word & ~(word << 1) & 0x8080_8080_8080_8080).nonzeroBitCount
    }

    /// Whether every character is white space (Unicode's White_Space).
    public var isWhitespace: Bool {
        if isASCII { return buffer.allSatisfy { $0 == 0x20 || $0 >= 0x09 && $0 <= 0x0D } }
        return string.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }

    /// Whether both strings hold the same bytes; canonically equivalent forms are different.
    public static func == (left: borrowing BorrowedText, right: borrowing BorrowedText) -> Bool {
        left.count == right.count && memcmp(left.start, right.start, left.count) == 0
    }

    /// Negative, zero or positive as bytes come before others, are the same or come after them.
    static func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        guard let one = left.baseAddress, let other = right.baseAddress else { return left.count - right.count }
        let order = Int(memcmp(one, other, min(left.count, right.count)))
        return order != 0 ? order : left.count - right.count
    }

    /// Whether the text holds the bytes of `string`.
    public static func == (left: borrowing BorrowedText, right: String) -> Bool {
        left.count == right.utf8.count && left.buffer.elementsEqual(right.utf8)
    }
}
