internal import BulkBridge

/// Text in lines that end with a line feed, a carriage return or both.
struct LineText {
    let bytes: UnsafeRawBufferPointer
    /// Whether some lines end with a carriage return alone.
    let hasReturns: Bool

    /// If `endsAtReturns` is false, only line feeds end lines.
    init(_ bytes: UnsafeRawBufferPointer, endsAtReturns: Bool) {
        self.bytes = bytes
        hasReturns = endsAtReturns && prv_count_lone_returns(bytes.baseAddress, bytes.count, 0) > 0
    }

    init(_ bytes: UnsafeRawBufferPointer, hasReturns: Bool) {
        self.bytes = bytes
        self.hasReturns = hasReturns
    }

    /// How many line breaks end in a range.
    func lineBreaks(in range: Range<Int>) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        let feeds = prv_count_lines(base + range.lowerBound, range.count)
        guard hasReturns else { return feeds }
        let next = range.upperBound < bytes.count ? Int32(bytes[range.upperBound]) : 0
        return feeds + prv_count_lone_returns(base + range.lowerBound, range.count, next)
    }

    /// The start of the last line that starts in a range, or `nil` if none does.
    func lastLineStart(in range: Range<Int>) -> Int? {
        let feed = bytes.last(.lineBreak, from: range.lowerBound, to: range.upperBound)
        guard hasReturns else { return feed.map { $0 + 1 } }
        let from = feed.map { $0 + 1 } ?? range.lowerBound
        let lone = bytes.last(.carriageReturn, from: from, to: range.upperBound)
        // A carriage return at the end of the range can belong to the line feed after it.
        if let lone, lone + 1 == range.upperBound, lone + 1 < bytes.count, bytes[lone + 1] == .lineBreak {
            return bytes.last(.carriageReturn, from: from, to: lone).map { $0 + 1 } ?? feed.map { $0 + 1 }
        }
        return (lone ?? feed).map { $0 + 1 }
    }

    func codePoints(in range: Range<Int>) -> Int {
        bytes.baseAddress.map { prv_count_code_points($0 + range.lowerBound, range.count) } ?? 0
    }

    /// The mark at a later byte.
    func advance(_ mark: PlaceScan.Mark, to offset: Int) -> PlaceScan.Mark {
        let range = mark.offset..<offset
        guard let start = lastLineStart(in: range) else {
            return PlaceScan.Mark(
                offset: offset, lines: mark.lines, columns: mark.columns + codePoints(in: range))
        }
        return PlaceScan.Mark(
            offset: offset, lines: mark.lines + lineBreaks(in: range), columns: codePoints(in: start..<offset))
    }
}
