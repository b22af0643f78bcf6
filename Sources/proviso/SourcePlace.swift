/// Where a byte of a record stands in its input.
struct SourcePlace {
    let line: Int
    /// From 1, in code points, as editors count.
    let column: Int

    init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    init(of offset: Int, in record: RecordSource.RawRecord) {
        let head = record.bytes.prefix(max(0, min(offset, record.bytes.count)))
        if let lineBreak = head.lastIndex(of: 0x0A) {
            line = record.line + head.count { $0 == 0x0A }
            column = Self.codePoints(head[(lineBreak + 1)...]) + 1
        } else {
            line = record.line
            column = Self.codePoints(record.before[...]) + Self.codePoints(head) + 1
        }
    }

    private static func codePoints(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        bytes.count { $0 & 0xC0 != 0x80 }
    }
}
