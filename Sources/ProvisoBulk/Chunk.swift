internal import BulkBridge

/// Where a record stands in its chunk.
struct Span {
    let start: Int
    let count: Int
    /// The line breaks before it in the chunk.
    var line = 0
}

/// How far one stands in the data.
struct Position: Equatable {
    /// The records before, in all inputs.
    var records = 0
    /// The line breaks before, in this input.
    var lines = 0
    /// The code points before on the same line.
    var columns = 0

    /// The position behind what has this extent.
    static func + (position: Position, extent: Position) -> Position {
        Position(
            records: position.records + extent.records, lines: position.lines + extent.lines,
            columns: extent.lines > 0 ? extent.columns : position.columns + extent.columns)
    }
}

/// A run of whole records with all that becomes of it, used again and again.
final class Chunk: @unchecked Sendable {
    // What was read.
    var sequence = 0
    var file = ""
    /// Where it starts in the input's decompressed bytes.
    var offset = 0
    /// Whether an input begins here, and what of it stands before: a header, say.
    var origin: Position?
    let bytes = Buffer()
    /// The bytes that belong to records and what lies between them.
    var count = 0
    var form = Form.lines
    var columns: Columns?
    var spans: [Span] = []
    /// Why the input cannot be divided any further, and where.
    var fault: (offset: Int, reason: String)?
    /// What cannot be read at all.
    var failure: String?
    var resumption = Resumption()
    /// The bytes read of all inputs.
    var consumed = 0

    // What was counted.
    /// How far the chunk reaches, from its own start.
    var extent = Position()
    /// Where it starts, known when all chunks before were counted.
    var base: Position?
    /// Whether the thread that works on the chunk has seen its base.
    var isPlaced = false

    // What was found.
    var outputs: [[UInt8]] = []
    var notes: [Note] = []
    var summary = Summary()
    var tally = Tally()
    var hasFailed = false
    /// How far the log of claims reaches behind this chunk.
    var claimed = KeyLog.Mark()
    /// Whether its values could not be compared with those of other records: it and all that follow have no result.
    var isVoid = false

    /// A line for people, and how much output stands before it.
    struct Note {
        let offset: Int
        let text: String
    }

    func reset(outputs count: Int, size: Int) {
        bytes.shrink(to: size)
        bytes.removeAll()
        self.count = 0
        origin = nil
        columns = nil
        spans.removeAll(keepingCapacity: true)
        fault = nil
        failure = nil
        extent = Position()
        base = nil
        isPlaced = false
        if outputs.count != count { outputs = Array(repeating: [], count: count) }
        for index in outputs.indices {
            // An output that was large once should not stay so for the rest of a long run.
            outputs[index].removeAll(keepingCapacity: outputs[index].capacity <= 4 * size)
        }
        notes = []
        summary = Summary()
        tally = Tally()
        hasFailed = false
        claimed = KeyLog.Mark()
        isVoid = false
    }

    /// Finds the records of lines, and counts lines.
    func measure(keepsBlank: Bool) {
        if form == .lines { splitLines(keepsBlank: keepsBlank) } else { countLines() }
        extent.records = spans.count
    }

    private func splitLines(keepsBlank: Bool) {
        let bytes = bytes.bytes
        let count = count
        // Put together here: a class's variables cost a check at every access.
        var (spans, lines) = (Self.taken(&spans), extent.lines)
        var at = 0
        while at < count {
            let lineBreak = bytes.first(.lineBreak, from: at, to: count)
            let end = lineBreak ?? count
            if keepsBlank || !isBlank(at..<end) { spans.append(Span(start: at, count: end - at, line: lines)) }
            if lineBreak != nil { lines += 1 }
            at = end + 1
        }
        (self.spans, extent.lines) = (spans, lines)
    }

    /// What an array holds, which is empty afterwards: so that appending to it copies nothing.
    private static func taken(_ spans: inout [Span]) -> [Span] {
        var taken: [Span] = []
        swap(&taken, &spans)
        return taken
    }

    private func isBlank(_ range: Range<Int>) -> Bool {
        let bytes = bytes.bytes
        return range.allSatisfy { bytes[$0].isBlank }
    }

    private func countLines() {
        guard let base = bytes.bytes.baseAddress else { return }
        var at = 0
        for index in spans.indices {
            extent.lines += prv_count_lines(base + at, spans[index].start - at)
            spans[index].line = extent.lines
            at = spans[index].start
        }
        extent.lines += prv_count_lines(base + at, count - at)
        extent.columns = codePoints(fromLineOf: count)
    }

    /// Where a byte of a span stands in the input; the chunk's base must be known.
    func place(of offset: Int, in span: Span) -> SourcePlace {
        let at = span.start + max(0, min(offset, span.count))
        let base = base ?? Position()
        var lines = span.line
        if let start = bytes.bytes.baseAddress { lines += prv_count_lines(start + span.start, at - span.start) }
        return SourcePlace(
            line: base.lines + lines + 1, column: (lines == 0 ? base.columns : 0) + codePoints(fromLineOf: at) + 1)
    }

    /// The code points between the start of a byte's line, or that of the chunk, and the byte.
    private func codePoints(fromLineOf at: Int) -> Int {
        let start = bytes.bytes.last(.lineBreak, from: 0, to: at).map { $0 + 1 } ?? 0
        return bytes.bytes.baseAddress.map { prv_count_code_points($0 + start, at - start) } ?? 0
    }
}

/// Where a byte of a record stands in its input.
package struct SourcePlace: Sendable {
    package var line: Int
    /// From 1, in code points, as editors count.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// Where reading can go on after a chunk.
struct Resumption: Equatable {
    var input = 0
    /// In the decompressed bytes.
    var offset = 0
    /// Whether the input is an array whose first item was read.
    var isInArray = false
}
