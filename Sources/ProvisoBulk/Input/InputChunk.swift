/// Whole records that were read from an input, with their places; used again for the next records.
///
/// All members are final: `Chunk` adds results and overrides nothing.
class InputChunk {
    /// Where the chunk starts in the input's decompressed bytes.
    final var offset = 0
    /// If an input begins here, the part of it before the chunk, such as the header of a table.
    final var origin: Position?
    /// What was skipped before the chunk and after the last one.
    final var lead = Position()
    final let bytes = Buffer()
    /// The bytes of the records and of what is between them.
    final var count = 0
    final var layout = InputLayout.lines
    final var columns: Columns?
    /// How many bytes of memory the values of one record may take.
    final var valueMemory = 0
    final var spans: [Span] = []
    /// Why the input cannot be split any further, and where.
    final var fault: (offset: Int, reason: String)?
    final var resumption = Resumption()
    /// How documents in YAML or TOML become records; `nil` for other layouts.
    final var form: DocumentForm?
    /// The documents, once `measure` has put their JSON into `bytes`.
    final private(set) var documents: ChunkDocuments?

    /// The size of the chunk: its records, its line breaks, and the columns after the last one.
    final var extent = Position()
    /// Where the chunk starts; known once all chunks before it are counted.
    final var base: Position?
    private var hasReturns = false
    private var places = PlaceScan()

    final func reset(size: Int) {
        bytes.shrink(to: size)
        bytes.removeAll()
        count = 0
        origin = nil
        lead = Position()
        columns = nil
        spans.removeAll(keepingCapacity: true)
        fault = nil
        extent = Position()
        base = nil
        form = nil
        documents?.reset(size: size)
        places.reset()
    }

    /// Finds the records of lines, and counts line breaks.
    ///
    /// If blank lines are kept, each line has a verdict, and only a line feed ends a line.
    final func measure(keepsBlank: Bool) {
        if let form { return convert(as: form) }
        let text = LineText(bytes.bytes.part(0..<count), endsAtReturns: !keepsBlank)
        hasReturns = text.hasReturns
        if layout == .lines { splitLines(text, keepsBlank: keepsBlank) } else { countLines(text) }
        extent.records = spans.count
    }

    private func splitLines(_ text: LineText, keepsBlank: Bool) {
        let bytes = text.bytes
        let count = bytes.count
        // Local variables: each access to a property of a class has a cost.
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

    /// Moves the contents out of an array, so that appending to them copies nothing.
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

    /// Puts the JSON of the documents in place of their source.
    private func convert(as form: DocumentForm) {
        let documents = documents ?? ChunkDocuments()
        self.documents = documents
        guard documents.source.append(bytes.bytes) else { return fail() }
        let text = LineText(documents.source.bytes.part(0..<count), endsAtReturns: true)
        hasReturns = text.hasReturns
        countLines(text)
        documents.read(spans, as: form)
        bytes.removeAll()
        guard documents.json.withUnsafeBytes({ bytes.append($0) }) else { return fail() }
        spans = documents.spans
        extent.records = spans.count
    }

    private func fail() {
        spans = []
        fault = (0, "not enough memory for the documents")
    }

    /// The place of a span's byte in the input; the chunk's base must be known.
    final func place(of offset: Int, in span: Span) -> SourcePlace {
        if let documents, form != nil { return place(ofSource: documents.sourceOffset(of: span.start + offset)) }
        let at = span.start + max(0, min(offset, span.count))
        let base = base ?? Position()
        let mark = places.mark(
            at: at, in: span, startsLine: layout == .lines || layout == .rows,
            of: LineText(bytes.bytes, hasReturns: hasReturns))
        return SourcePlace(mark, after: base)
    }

    /// The place of a byte that was read; the chunk's base must be known.
    final func place(ofSource offset: Int) -> SourcePlace {
        guard let documents, form != nil else { return place(of: offset, in: Span(start: 0, count: bytes.count)) }
        let at = min(offset, documents.source.count)
        let mark = places.mark(
            at: at, in: documents.document(at: at), startsLine: true,
            of: LineText(documents.source.bytes, hasReturns: hasReturns))
        return SourcePlace(mark, after: base ?? Position())
    }
}

extension SourcePlace {
    fileprivate init(_ mark: PlaceScan.Mark, after base: Position) {
        self.init(
            line: base.lines + mark.lines + 1, column: (mark.lines == 0 ? base.columns : 0) + mark.columns + 1)
    }
}
