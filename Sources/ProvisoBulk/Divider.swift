internal import Proviso

/// Cuts one input into chunks of whole records.
final class Divider {
    /// What is known of an input before it is read.
    struct Options {
        var format = InputFormat.auto
        var delimiter: UInt8?
        /// How many bytes a chunk should have.
        var size = 1 << 18
        /// Larger records are refused: whoever sends one has left out the line breaks.
        var maximumRecord = 1 << 30
        /// Only the lines that start in these bytes of the file.
        var range: Range<Int>?
    }

    private let stream: ByteStream
    private let options: Options
    private let plan: Plan?
    /// What was read but belongs to the next chunk.
    private let held = Buffer()
    /// The offset of `held` in the decompressed input.
    private var offset = 0
    private var form: Form?
    private var items = ItemScan(isArray: true)
    private let rows: RowScan
    private var columns: Columns?
    private var header = Position()
    private var isAtEnd = false
    private(set) var isDone = false

    init(_ stream: ByteStream, options: Options, plan: Plan?) {
        self.stream = stream
        self.options = options
        self.plan = plan
        rows = RowScan(delimiter: options.delimiter ?? (options.format == .tsv ? 0x09 : UInt8(ascii: ",")))
    }

    /// How many bytes of the file were read.
    var consumed: Int { stream.consumed }

    /// Fills a chunk with the next records, or says in it why there are none; false at the end.
    func next(_ chunk: Chunk, from resumption: Resumption?) -> Bool {
        guard !isDone else { return false }
        let isFirst = form == nil
        do throws(Stop) {
            if isFirst { try begin(from: resumption) }
            chunk.form = form ?? .lines
            chunk.columns = columns
            chunk.bytes.append(held.bytes)
            held.removeAll()
            try fill(chunk)
        } catch {
            finish(chunk, error)
        }
        if isFirst, resumption == nil { chunk.origin = header }
        chunk.offset = offset
        offset += chunk.count
        chunk.resumption.offset = offset
        chunk.resumption.isInArray = form == .items && items.isInArray
        return true
    }

    enum Stop: Error {
        case fault(offset: Int, String)
        case interrupted
    }

    /// Reads until there is at least one whole record, and from files until the chunk is full.
    private func fill(_ chunk: Chunk) throws(Stop) {
        var scanned = 0
        // What a pipe has sent already must not wait for what it sends later.
        if stream.isLive, !isAtEnd, cut(chunk, &scanned) { return }
        while !isAtEnd {
            try reserve(chunk)
            repeat { try read(into: chunk.bytes) } while !stream.isLive && !isAtEnd && chunk.bytes.room > 0
            if isAtEnd { break }
            if cut(chunk, &scanned) { return }
        }
        _ = cut(chunk, &scanned)
        isDone = true
    }

    private func reserve(_ chunk: Chunk) throws(Stop) {
        if chunk.bytes.room > 0, chunk.bytes.count < options.size { return chunk.bytes.reserve(options.size) }
        guard chunk.bytes.count < options.maximumRecord else {
            throw .fault(offset: 0, "a record is larger than \(Size.text(options.maximumRecord))")
        }
        chunk.bytes.reserve(max(options.size, 2 * chunk.bytes.count))
    }

    private func read(into buffer: Buffer) throws(Stop) {
        do throws(ByteStream.Failure) {
            if try !stream.read(into: buffer) { isAtEnd = true }
        } catch {
            switch error {
            case .interrupted: throw .interrupted
            case .unreadable(let reason): throw .fault(offset: buffer.count, reason)
            }
        }
    }

    /// Ends the input early: whole records that were read still count.
    private func finish(_ chunk: Chunk, _ stop: Stop) {
        var scanned = 0
        if chunk.count == 0, chunk.spans.isEmpty, form != nil { _ = cut(chunk, &scanned) }
        if case .fault(let offset, let reason) = stop, chunk.fault == nil {
            chunk.fault = (offset: chunk.count == 0 ? min(offset, chunk.bytes.count) : chunk.count, reason: reason)
        }
        isDone = true
    }

    /// Divides what was read into this chunk and the next one; false when no record has ended yet.
    private func cut(_ chunk: Chunk, _ scanned: inout Int) -> Bool {
        let bytes = chunk.bytes.bytes
        switch form {
        case .items, .texts:
            items.run(bytes, isAtEnd: isAtEnd, into: &chunk.spans)
            guard !chunk.spans.isEmpty || items.fault != nil || isAtEnd else { return false }
            if let fault = items.fault {
                chunk.fault = (items.offset, fault)
                isDone = true
            }
            keep(chunk, from: items.offset)
            items.rebase()
        case .rows:
            var end = 0
            while let next = rows.end(of: end, in: bytes, isAtEnd: isAtEnd) {
                if !bytes[end..<next].allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
                    chunk.spans.append(Span(start: end, count: next - end))
                }
                end = next
            }
            guard end > 0 || isAtEnd else { return false }
            keep(chunk, from: end)
        default:
            if let range = options.range, let end = endOfRange(range.upperBound - offset, in: bytes) {
                chunk.count = end
                isDone = true
            } else if isAtEnd {
                keep(chunk, from: bytes.count)
            } else {
                let last = bytes.last(.lineBreak, from: scanned, to: bytes.count)
                scanned = bytes.count
                guard let last else { return false }
                keep(chunk, from: last + 1)
            }
        }
        return true
    }

    /// Where the first line starts that is not wanted any more, nil when that has not come yet.
    private func endOfRange(_ limit: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
        if limit <= 0 { return 0 }
        return bytes.first(.lineBreak, from: limit - 1, to: bytes.count).map { $0 + 1 }
    }

    private func keep(_ chunk: Chunk, from end: Int) {
        chunk.count = end
        held.append(chunk.bytes.bytes.part(end..<chunk.bytes.count))
    }
}

// How an input begins.
extension Divider {
    private func begin(from resumption: Resumption?) throws(Stop) {
        form = .lines
        try skipMark()
        form = try decideForm()
        if form == .texts { items = ItemScan(isArray: false) }
        if let range = options.range { try enter(range) }
        guard let resumption else { return }
        if resumption.isInArray { items.resume() }
        if resumption.offset > offset + held.count, stream.seek(to: resumption.offset) {
            held.removeAll()
            offset = resumption.offset
        }
        while offset + held.count < resumption.offset, !isAtEnd {
            offset += held.count
            held.removeAll()
            held.reserve(options.size)
            try read(into: held)
        }
        drop(min(resumption.offset - offset, held.count))
    }

    /// Goes to the first line that starts in a range.
    private func enter(_ range: Range<Int>) throws(Stop) {
        guard form == .lines else { throw .fault(offset: 0, "only files with a record a line can be taken in parts") }
        if stream.isCompressed { throw .fault(offset: 0, "compressed files cannot be taken in parts") }
        guard range.lowerBound > offset else { return }
        // A line starts at the bound if the byte before ends one.
        guard stream.seek(to: range.lowerBound - 1) else { throw .fault(offset: 0, SystemError().reason) }
        held.removeAll()
        (offset, isAtEnd) = (range.lowerBound - 1, false)
        drop(min(try lineEnd(from: 0) + 1, held.count))
    }

    private func drop(_ count: Int) {
        held.removeFirst(count)
        offset += count
    }

    private func more() throws(Stop) {
        guard held.count < options.maximumRecord else {
            throw .fault(offset: 0, "a record is larger than \(Size.text(options.maximumRecord))")
        }
        if held.room == 0 { held.reserve(max(1 << 16, 2 * held.count)) }
        try read(into: held)
    }

    /// Passes over a byte order mark, which is no part of the first line.
    private func skipMark() throws(Stop) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        repeat { try more() } while !isAtEnd && held.count < mark.count && mark.starts(with: held.bytes)
        if held.bytes.starts(with: mark) { drop(mark.count) }
    }

    private func decideForm() throws(Stop) -> Form {
        switch options.format {
        case .ndjson: return .lines
        case .csv, .tsv: return try readHeader()
        case .json, .auto:
            guard let first = try firstVisible(from: 0) else { return .lines }
            if held.bytes[first] == UInt8(ascii: "[") { return .items }
            if options.format == .json { return .texts }
            return try spansLines() ? .texts : .lines
        }
    }

    private func firstVisible(from start: Int) throws(Stop) -> Int? {
        var at = start
        while true {
            while at < held.count, held.bytes[at].isBlank { at += 1 }
            if at < held.count { return at }
            if isAtEnd { return nil }
            try more()
        }
    }

    /// The end of the line at `start`, its break left out.
    private func lineEnd(from start: Int) throws(Stop) -> Int {
        var searched = start
        while true {
            if let found = held.bytes.first(.lineBreak, from: searched, to: held.count) { return found }
            searched = held.count
            if isAtEnd { return searched }
            try more()
        }
    }

    /// Whether the first JSON text goes on in the next line.
    private func spansLines() throws(Stop) -> Bool {
        guard let first = try firstVisible(from: 0) else { return false }
        let end = try lineEnd(from: first)
        var scan = ValueScan()
        if scan.end(in: held.bytes.part(first..<end), isAtEnd: true) != nil { return false }
        // A text that goes on in the next line cannot go on with a brace: that is a line of its own behind a broken
        // one. A pipe may deliver that line later.
        guard let next = try firstVisible(from: end) else { return true }
        return held.bytes[next] != UInt8(ascii: "{")
    }

    private func readHeader() throws(Stop) -> Form {
        while true {
            if let end = rows.end(of: 0, in: held.bytes, isAtEnd: isAtEnd) {
                do throws(RowFault) {
                    columns = try Columns(header: held.bytes.part(0..<end), delimiter: rows.delimiter, plan: plan)
                } catch {
                    throw .fault(offset: 0, "the header: \(error.reason)")
                }
                header.lines = held.bytes[..<end].count { $0 == .lineBreak }
                drop(end)
                return .rows
            }
            if isAtEnd { return .rows }
            try more()
        }
    }
}
