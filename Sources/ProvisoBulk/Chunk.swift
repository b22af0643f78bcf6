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
    /// What the values of one record may take in memory.
    var valueMemory = 0
    /// How many bytes of output it should hold.
    var outputLimit: Int { max(1 << 18, min(8 << 20, valueMemory / 16)) }
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
    private var hasReturns = false
    private var places = PlaceScan()

    // What was found.
    var outputs: [[UInt8]] = []
    var notes: [Note] = []
    var summary = Summary()
    var tally = Tally()
    /// How many findings the entries of a baseline accepted in it.
    var accepted: [Int: Int] = [:]
    /// What the records have values for that this thread had not seen before.
    var presence = Presence()
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
        places.reset()
        if outputs.count != count { outputs = Array(repeating: [], count: count) }
        for index in outputs.indices {
            // An output that was large once should not stay so for the rest of a long run.
            outputs[index].removeAll(keepingCapacity: outputs[index].capacity <= 4 * size)
        }
        notes = []
        summary = Summary()
        tally = Tally()
        presence = Presence()
        hasFailed = false
        claimed = KeyLog.Mark()
        accepted = [:]
        isVoid = false
    }

    /// Whether what was found should not wait in memory until the chunk is done.
    var isFull: Bool { outputs.reduce(0) { $0 + $1.count } > outputLimit }

    func removeOutputs() {
        for index in outputs.indices { outputs[index].removeAll(keepingCapacity: true) }
        notes.removeAll()
    }

    /// Finds the records of lines, and counts lines.
    ///
    /// Where blank lines are kept, each line is answered, and only a line feed ends one.
    func measure(keepsBlank: Bool) {
        let text = LineText(bytes.bytes.part(0..<count), endsAtReturns: !keepsBlank)
        hasReturns = text.hasReturns
        if form == .lines { splitLines(text, keepsBlank: keepsBlank) } else { countLines(text) }
        extent.records = spans.count
    }

    private func splitLines(_ text: LineText, keepsBlank: Bool) {
        let bytes = text.bytes
        let count = bytes.count
        // Put together here: a class's variables cost a check at every access.
        var (spans, lines) = (Self.taken(&spans), extent.lines)
        var at = 0
        var feed = -1
        while at < count {
            if feed < at { feed = bytes.first(.lineBreak, from: at, to: count) ?? count }
            var end = feed
            if text.hasReturns, let found = bytes.first(.carriageReturn, from: at, to: feed) {
                // A chunk never ends between the two parts of a line break.
                if found + 1 < feed || feed == count { end = found }
            }
            if keepsBlank || !isBlank(at..<end) { spans.append(Span(start: at, count: end - at, line: lines)) }
            if end < count { lines += 1 }
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

    private func countLines(_ text: LineText) {
        var at = 0
        for index in spans.indices {
            extent.lines += text.lineBreaks(in: at..<spans[index].start)
            spans[index].line = extent.lines
            at = spans[index].start
        }
        extent.lines += text.lineBreaks(in: at..<count)
        extent.columns = text.codePoints(in: (text.lastLineStart(in: 0..<count) ?? 0)..<count)
    }

    /// Where a byte of a span stands in the input; the chunk's base must be known.
    func place(of offset: Int, in span: Span) -> SourcePlace {
        let at = span.start + max(0, min(offset, span.count))
        let base = base ?? Position()
        let mark = places.mark(
            at: at, in: span, startsLine: form == .lines || form == .rows,
            of: LineText(bytes.bytes, hasReturns: hasReturns))
        return SourcePlace(
            line: base.lines + mark.lines + 1, column: (mark.lines == 0 ? base.columns : 0) + mark.columns + 1)
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
    /// What is expected there, if the input is an array.
    var items = ItemScan.State.open
}
