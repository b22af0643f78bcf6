internal import BulkBridge

/// Finds the lines and columns of many places in a chunk.
///
/// The time grows with the bytes and the places, in whatever order they come: behind each so many bytes of a record the
/// scan remembers how far it had come.
struct PlaceScan {
    /// A byte of the chunk, with the line breaks before it and the code points before it on its line.
    ///
    /// Both are counted from the start of the chunk.
    struct Mark {
        var offset = 0
        var lines = 0
        var columns = 0
    }

    private static let step = 4096

    /// One for each step of the current record, the first one at its start.
    private var marks: [Mark] = []
    private var last = Mark()

    mutating func reset() {
        marks.removeAll(keepingCapacity: marks.capacity <= 1 << 10)
        last = Mark()
    }

    /// The mark at a byte of a record.
    ///
    /// `startsLine` says that the record begins a line, of which nothing has to be counted then.
    mutating func mark(at offset: Int, in span: Span, startsLine: Bool, of text: LineText) -> Mark {
        if marks.first?.offset != span.start {
            let before = last.offset <= span.start ? last : Mark()
            let start =
                startsLine ? Mark(offset: span.start, lines: span.line) : text.advance(before, to: span.start)
            marks.removeAll(keepingCapacity: true)
            marks.append(start)
            last = start
        }
        let index = (offset - span.start) / Self.step
        while marks.count <= index {
            marks.append(text.advance(marks[marks.count - 1], to: span.start + marks.count * Self.step))
        }
        let nearest = last.offset <= offset && last.offset > marks[index].offset ? last : marks[index]
        last = text.advance(nearest, to: offset)
        return last
    }
}

/// Text in lines, which end with a line feed, a carriage return or both.
struct LineText {
    let bytes: UnsafeRawBufferPointer
    /// Whether some carriage returns have no line feed behind them and end lines.
    let hasReturns: Bool

    /// `endsAtReturns` is false where only line feeds end lines.
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

    /// Where the last line that starts in a range starts; nil when none does.
    func lastLineStart(in range: Range<Int>) -> Int? {
        let feed = bytes.last(.lineBreak, from: range.lowerBound, to: range.upperBound)
        guard hasReturns else { return feed.map { $0 + 1 } }
        let from = feed.map { $0 + 1 } ?? range.lowerBound
        let lone = bytes.last(.carriageReturn, from: from, to: range.upperBound)
        // One that ends the range may belong to the line feed behind it.
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
