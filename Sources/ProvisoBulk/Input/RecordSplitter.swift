internal import Proviso

/// Splits one input into chunks of whole records.
final class RecordSplitter {
    /// How an input is read.
    struct Options {
        var format = InputFormat.auto
        var delimiter: UInt8? {
            get { data.table.delimiter }
            set { data.table.delimiter = newValue }
        }
        /// What options say of the data; it has priority over what the rule set says.
        var data = DataFormat()
        /// The size of a chunk in bytes.
        var size = 1 << 18
        /// Larger records are refused.
        var maximumRecord = RecordLimit.bytes(memory: nil)
        /// How many bytes of memory the values of one record may take.
        var valueMemory = RecordLimit.valueBytes(memory: nil)
        /// The largest window of a zstd frame, as a power of two.
        var windowLogarithm = RecordLimit.windowLogarithm(memory: nil)
        /// Only the lines that start in these bytes of the file.
        var range: Range<Int>?
        /// Whether a carriage return alone ends a line too.
        ///
        /// It does not where one line of output belongs to each line of input.
        var endsAtReturns = false
        /// Whether each line is a record, whatever the rules say of the place of records.
        var ignoresRecords = false
        /// The attributes that a table must have columns for.
        var needs: [NeededAttribute] = []
        /// Whether the file is a collection: then messages do not advise options for inputs.
        var isCollection = false
        /// The name of the input in messages.
        var name = ""
    }

    let stream: ByteStream
    let options: Options
    let plan: Plan?
    /// Bytes that were read and belong to the next chunk.
    let held = Buffer()
    /// The offset of `held` in the decompressed input.
    var offset = 0
    /// What is known of the data.
    let data: DataFormat
    var layout: InputLayout?
    var items = ItemScan(isArray: true)
    private var documents = YAMLScan()
    /// The keys of the objects around the records, from the outermost one; `nil` for a list.
    var levels: [String?] = []
    var rows: RowScan
    var columns: Columns?
    var header = Position()
    var isAtEnd = false
    private(set) var isDone = false
    /// Why the rules cannot validate the input at all: one line for each reason.
    private(set) var refusal: [String] = []

    init(_ stream: ByteStream, options: Options, plan: Plan?) {
        self.stream = stream
        self.options = options
        self.plan = plan
        var data = options.isCollection ? options.data : options.data.over(plan?.ruleSet.data ?? DataFormat())
        if options.ignoresRecords { data.records = nil }
        self.data = data
        rows = RowScan(delimiter: data.table.delimiter ?? (options.format == .tsv ? 0x09 : UInt8(ascii: ",")))
        if let quote = data.table.quote { rows.quote = quote }
        rows.comment = Array((data.table.comment ?? "").utf8)
        if let encoding = data.table.encoding { stream.decode(from: encoding) }
        stream.limitWindow(options.windowLogarithm)
    }

    /// How many bytes of the file were read.
    var consumed: Int { stream.consumed }

    /// Fills a chunk with the next records, or with the reason why there are none; returns false at the end.
    func next(_ chunk: InputChunk, from resumption: Resumption?) -> Bool {
        guard !isDone else { return false }
        let isFirst = layout == nil
        do throws(Stop) {
            if isFirst { try begin(from: resumption) } else { try leaveDocument(chunk) }
            chunk.layout = layout ?? .lines
            chunk.columns = columns
            if layout == .documents { chunk.form = form }
            chunk.valueMemory = options.valueMemory
            if !isDone {
                try take(held.bytes, into: chunk.bytes)
                held.removeAll()
                held.shrink(to: options.size)
                try fill(chunk)
            }
        } catch {
            finish(chunk, error)
        }
        if isFirst, resumption == nil { chunk.origin = header }
        chunk.offset = offset
        offset += chunk.count
        chunk.resumption.offset = offset
        chunk.resumption.items = items.state
        return true
    }

    /// How documents in YAML or TOML become records.
    private var form: DocumentForm {
        DocumentForm(
            isTOML: options.format == .toml, records: data.records,
            limit: min(options.maximumRecord, DocumentTree.maximumBytes))
    }

    /// Passes from the records of one document to those of the next one.
    private func leaveDocument(_ chunk: InputChunk) throws(Stop) {
        guard layout == .items, items.isBeforeRest, let pointer = data.records else { return }
        defer { chunk.lead = header }
        if try !enterNextDocument(at: pointer) { isDone = true }
    }

    /// Reads the beginning of the input and returns why the rules cannot validate it; other faults are reported by the
    /// run.
    func firstRefusal() -> [String] {
        do throws(Stop) {
            try begin(from: nil)
        } catch .refused(let reasons) {
            return reasons
        } catch {}
        return []
    }

    enum Stop: Error {
        case fault(offset: Int, String)
        case refused([String])
        case interrupted
    }

    /// Reads until there is at least one whole record, and from files until the chunk is full.
    private func fill(_ chunk: InputChunk) throws(Stop) {
        var scanned = 0
        // Records that a pipe has sent must not wait for later ones.
        if stream.isLive, !isAtEnd, try cut(chunk, &scanned) { return }
        while !isAtEnd {
            try makeRoom(in: chunk.bytes, atLeast: options.size)
            repeat { try read(into: chunk.bytes) } while !stream.isLive && !isAtEnd && chunk.bytes.room > 0
            if isAtEnd { break }
            if try cut(chunk, &scanned) { return }
        }
        _ = try cut(chunk, &scanned)
        // Another document may follow.
        isDone = layout != .items || !items.isBeforeRest || isDone
    }

    /// Makes room to read into: first for `size` bytes, then for twice as many whenever the buffer is full.
    func makeRoom(in buffer: Buffer, atLeast size: Int) throws(Stop) {
        let isFull = buffer.room == 0 && buffer.count >= size
        guard buffer.count < options.maximumRecord || !isFull else {
            let hint = layout == .rows && rows.isInQuotes ? ": an opening quote has no closing quote" : ""
            throw .fault(
                offset: 0,
                "a record is larger than \(ByteSize.text(options.maximumRecord)), the limit that --memory sets\(hint)")
        }
        let capacity = isFull ? min(2 * buffer.count, options.maximumRecord + size) : size
        if !buffer.reserve(capacity) { throw Self.noMemory(for: capacity) }
    }

    private static func noMemory(for bytes: Int) -> Stop {
        .fault(offset: 0, "not enough memory for a record of \(bytes >> 20) MB")
    }

    func read(into buffer: Buffer) throws(Stop) {
        do throws(ByteStream.Failure) {
            if try !stream.read(into: buffer) { isAtEnd = true }
        } catch {
            switch error {
            case .interrupted: throw .interrupted
            case .unreadable(let reason): throw .fault(offset: buffer.count, reason)
            }
        }
    }

    /// Ends the input early: whole records that were read are kept.
    private func finish(_ chunk: InputChunk, _ stop: Stop) {
        var scanned = 0
        if chunk.count == 0, chunk.spans.isEmpty, layout != nil { _ = try? cut(chunk, &scanned) }
        if case .fault(let offset, let reason) = stop, chunk.fault == nil {
            chunk.fault = (offset: chunk.count == 0 ? min(offset, chunk.bytes.count) : chunk.count, reason: reason)
        }
        if case .refused(let reasons) = stop { refusal = reasons }
        isDone = true
    }

    /// Splits the bytes that were read between this chunk and the next one; returns false if no record is complete yet.
    private func cut(_ chunk: InputChunk, _ scanned: inout Int) throws(Stop) -> Bool {
        let bytes = chunk.bytes.bytes
        switch layout {
        case .items, .texts:
            items.run(bytes, isAtEnd: isAtEnd, into: &chunk.spans)
            guard !chunk.spans.isEmpty || items.fault != nil || isAtEnd || items.isBeforeRest else { return false }
            if let fault = items.fault {
                chunk.fault = (items.offset, fault)
                isDone = true
            }
            try keep(chunk, from: items.offset)
            items.rebase()
        case .rows:
            var end = 0
            rows.begin()
            while let next = rows.end(of: end, in: bytes, isAtEnd: isAtEnd) {
                if !isSkipped(bytes.part(end..<next)) { chunk.spans.append(Span(start: end, count: next - end)) }
                end = next
            }
            guard end > 0 || isAtEnd else { return false }
            try keep(chunk, from: end)
        case .documents:
            guard let end = endOfDocuments(in: bytes, of: chunk) else { return false }
            try keep(chunk, from: end)
        default:
            let lines = LineEnds(bytes, endsAtReturns: options.endsAtReturns, isAtEnd: isAtEnd)
            if let range = options.range, let end = endOfRange(range.upperBound - offset, lines) {
                chunk.count = end
                isDone = true
                if !stream.isUnchanged { throw .fault(offset: end, ByteStream.changed) }
            } else if isAtEnd {
                try keep(chunk, from: bytes.count)
            } else {
                let last = lines.last(from: scanned)
                scanned = bytes.count
                guard let last else { return false }
                try keep(chunk, from: last)
            }
        }
        return true
    }

    /// The end of the documents that are complete; `nil` if none is.
    private func endOfDocuments(in bytes: UnsafeRawBufferPointer, of chunk: InputChunk) -> Int? {
        if options.format == .toml {
            if isAtEnd, !bytes.isEmpty { chunk.spans.append(Span(start: 0, count: bytes.count)) }
            return isAtEnd ? bytes.count : nil
        }
        documents.run(bytes, isAtEnd: isAtEnd) {
            chunk.spans.append(Span(start: $0.lowerBound, count: $0.count))
        }
        guard !chunk.spans.isEmpty || isAtEnd else { return nil }
        defer { documents.rebase() }
        return documents.start
    }

    private func isSkipped(_ row: UnsafeRawBufferPointer) -> Bool { rows.isComment(row) || isBlank(row) }

    /// Whether a row is a blank line; in a table of one column only an empty line is blank.
    private func isBlank(_ row: UnsafeRawBufferPointer) -> Bool {
        guard let first = row.first, first <= 0x20 else { return row.isEmpty }
        let skipsSpaces = (columns?.names.count ?? 2) > 1
        return row.allSatisfy { $0 == 0x0D || $0 == 0x0A || skipsSpaces && $0 != rows.delimiter && $0.isBlank }
    }

    /// The start of the first line after the range, or `nil` if it has not been read yet.
    private func endOfRange(_ limit: Int, _ lines: LineEnds) -> Int? {
        limit <= 0 ? 0 : lines.first(from: limit - 1)
    }

    private func keep(_ chunk: InputChunk, from end: Int) throws(Stop) {
        chunk.count = end
        try take(chunk.bytes.bytes.part(end..<chunk.bytes.count), into: held)
    }

    private func take(_ bytes: UnsafeRawBufferPointer, into buffer: Buffer) throws(Stop) {
        if !buffer.append(bytes) { throw Self.noMemory(for: bytes.count) }
    }
}

// What a rule set or an option says of the data.
extension RecordSplitter {
    /// Skips a line before a table.
    func skipLine() throws(Stop) {
        let end = try lineEnd(from: 0)
        if end > 0 { header.lines += 1 }
        drop(end)
    }

    /// The columns of a table whose first row is data.
    func withoutHeader() throws(Stop) -> InputLayout {
        guard let names = data.table.columns else {
            throw .refused(["\(options.name): a table without a header needs the names of its columns (--columns)"])
        }
        try readColumns(UnsafeRawBufferPointer(start: nil, count: 0), names: names)
        return .rows
    }

    /// Moves to the records of a JSON document: the items of a list, or the members of an object.
    func enterRecords(at pointer: String) throws(Stop) -> InputLayout {
        levels = []
        for part in ValuePath(pointer: pointer).components {
            guard case .key(let key) = part else { continue }
            try enter(key, of: pointer)
        }
        guard let first = try firstVisible(from: 0) else { throw missing(pointer, "the file ends before it") }
        dropCounting(first)
        switch held.bytes[0] {
        case UInt8(ascii: "["): items = ItemScan(isArray: true, ignoresRest: true)
        case UInt8(ascii: "{"): items = ItemScan(isArray: true, isObject: true, ignoresRest: true)
        default: throw missing(pointer, "it is neither a list nor an object")
        }
        return .items
    }

    private func missing(_ pointer: String, _ reason: String, _ suggestion: String? = nil) -> Stop {
        .fault(offset: 0, RecordsInJSON.reason(pointer, reason, suggestion))
    }

    /// Moves to the value of a member, or to an item of a list.
    private func enter(_ key: String, of pointer: String) throws(Stop) {
        guard let first = try firstVisible(from: 0) else { throw missing(pointer, "the file ends before '\(key)'") }
        let isList = held.bytes[first] == UInt8(ascii: "[")
        guard isList || held.bytes[first] == UInt8(ascii: "{") else {
            throw missing(pointer, "'\(key)' would be a member of a scalar")
        }
        dropCounting(first + 1)
        levels.append(isList ? nil : key)
        var seen: [String] = []
        while true {
            guard let at = try firstVisible(from: 0) else { throw missing(pointer, "the file ends before '\(key)'") }
            dropCounting(at)
            if held.bytes[0] == UInt8(ascii: isList ? "]" : "}") {
                let near = Suggestion.nearest(to: key, in: seen)
                throw missing(pointer, isList ? "the list has \(seen.count) items" : "there is no '\(key)'", near)
            }
            if isList {
                if "\(seen.count)" == key { return }
                seen.append("\(seen.count)")
            } else if try nextKey(of: pointer, &seen) == key {
                return
            }
            dropCounting(try valueEnd(of: pointer))
            guard let comma = try firstVisible(from: 0) else { continue }
            if held.bytes[comma] == UInt8(ascii: ",") { dropCounting(comma + 1) }
        }
    }

    /// Reads a key and the colon after it.
    private func nextKey(of pointer: String, _ seen: inout [String]) throws(Stop) -> String {
        let end = try valueEnd(of: pointer)
        guard case .text(let name)? = try? AnyValue(json: Array(held.bytes.part(0..<end))) else {
            throw missing(pointer, "the file is not JSON: expected a key")
        }
        if seen.count < 100 { seen.append(name) }
        dropCounting(end)
        guard let colon = try firstVisible(from: 0), held.bytes[colon] == UInt8(ascii: ":") else {
            throw missing(pointer, "the file is not JSON: expected ':' after a key")
        }
        dropCounting(colon + 1)
        if let value = try firstVisible(from: 0) { dropCounting(value) }
        return name
    }

    /// The end of the value that starts here.
    private func valueEnd(of pointer: String) throws(Stop) -> Int {
        var scan = ValueScan()
        while true {
            if let end = scan.end(in: held.bytes, isAtEnd: isAtEnd), end > 0 { return end }
            if isAtEnd { throw missing(pointer, "the file is not JSON: expected a value") }
            try more()
        }
    }

    /// Removes bytes from the beginning, and counts their lines and columns for the places of the records after them.
    func dropCounting(_ count: Int) {
        // The byte after them can be the second half of a line break.
        let text = LineText(
            held.bytes.part(0..<min(count + 1, held.count)), endsAtReturns: options.endsAtReturns)
        let mark = text.advance(PlaceScan.Mark(offset: 0, lines: header.lines, columns: header.columns), to: count)
        (header.lines, header.columns) = (mark.lines, mark.columns)
        drop(count)
    }
}
