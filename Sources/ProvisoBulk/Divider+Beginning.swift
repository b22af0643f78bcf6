internal import Proviso

// How an input begins.
extension Divider {
    func begin(from resumption: Resumption?) throws(Stop) {
        form = .lines
        try skipMark()
        try refuseForeignFile()
        form = try decideForm()
        if form == .texts { items = ItemScan(isArray: false) }
        if let range = options.range { try enter(range) }
        guard let resumption else { return }
        items.resume(in: resumption.items)
        if resumption.offset > offset + held.count, stream.seek(to: resumption.offset) {
            held.removeAll()
            offset = resumption.offset
        }
        while offset + held.count < resumption.offset, !isAtEnd {
            offset += held.count
            held.removeAll()
            try makeRoom(in: held, atLeast: options.size)
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
        drop(try lineEnd(from: 0))
    }

    private func drop(_ count: Int) {
        held.removeFirst(count)
        offset += count
    }

    private func more() throws(Stop) {
        try makeRoom(in: held, atLeast: 1 << 16)
        try read(into: held)
    }

    /// Passes over a byte order mark, which is no part of the first line.
    private func skipMark() throws(Stop) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        repeat { try more() } while !isAtEnd && held.count < mark.count && mark.starts(with: held.bytes)
        if held.bytes.starts(with: mark) { drop(mark.count) }
    }

    /// Says what a file is that holds no text in UTF-8, such as a spreadsheet.
    private func refuseForeignFile() throws(Stop) {
        while !isAtEnd, FileSignature.mayFollow(held.bytes) { try more() }
        if let reason = FileSignature.reason(held.bytes) { throw .fault(offset: 0, reason) }
    }

    private func decideForm() throws(Stop) -> Form {
        switch options.format {
        case .ndjson: return .lines
        case .csv, .tsv: return try readHeader()
        case .json, .auto:
            guard let first = try firstVisible(from: 0) else { return .lines }
            if held.bytes[first] == UInt8(ascii: "[") { return .items }
            if options.format == .json { return .texts }
            if held.bytes[first] == UInt8(ascii: "{") { return try spansLines() ? .texts : .lines }
            if let delimiter = try delimiterOfTable(from: first) {
                let advice =
                    options.isCollection
                    ? "give the file a name that ends in .csv or .tsv" : ColumnCheck.optionsForTable(delimiter)
                throw .fault(offset: first, "not JSON, but it looks like a table: \(advice)")
            }
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

    /// One past the line at `start` with its break.
    private func lineEnd(from start: Int) throws(Stop) -> Int {
        var searched = start
        while true {
            let lines = LineEnds(held.bytes, endsAtReturns: options.endsAtReturns, isAtEnd: isAtEnd)
            if let found = lines.first(from: searched) { return found }
            if isAtEnd { return held.count }
            // The last byte may be half a line break.
            searched = max(start, held.count - 1)
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

    /// The delimiter of a table that was taken for JSON; nil when it does not look like one.
    ///
    /// Its first two lines have the same number of fields, more than one, and the first line is no JSON.
    private func delimiterOfTable(from first: Int) throws(Stop) -> UInt8? {
        let end = try lineEnd(from: first)
        let line = held.bytes.part(first..<end)
        if (try? AnyValue(json: Array(line))) != nil { return nil }
        let found = ColumnCheck.delimiters.filter { (RowScan(delimiter: $0).fieldCount(of: line) ?? 0) > 1 }
        guard !found.isEmpty, let second = try firstVisible(from: end) else { return found.first }
        let next = try lineEnd(from: second)
        return found.first {
            let scan = RowScan(delimiter: $0)
            return scan.fieldCount(of: held.bytes.part(second..<next))
                == scan.fieldCount(of: held.bytes.part(first..<end))
        }
    }

    private func readHeader() throws(Stop) -> Form {
        var isFirst = true
        while true {
            rows.begin()
            if let end = rows.end(of: 0, in: held.bytes, isAtEnd: isAtEnd) {
                let row = held.bytes.part(0..<end)
                let isBlank = row.allSatisfy { $0.isBlank && $0 != rows.delimiter }
                let delimiter = isFirst ? rows.delimiterSaid(by: row) : nil
                if let delimiter, options.delimiter == nil { rows.delimiter = delimiter }
                if !isBlank, delimiter == nil { try readColumns(row) }
                isFirst = isFirst && isBlank
                header.lines += LineText(row, endsAtReturns: true).lineBreaks(in: 0..<end)
                drop(end)
                if !isBlank, delimiter == nil { return .rows }
                continue
            }
            if isAtEnd { return .rows }
            try more()
        }
    }

    private func readColumns(_ row: UnsafeRawBufferPointer) throws(Stop) {
        let found: Columns
        do throws(RowFault) {
            found = try Columns(header: row, delimiter: rows.delimiter, plan: plan)
        } catch {
            throw .fault(offset: 0, "the header: \(error.reason)")
        }
        columns = found
        let check = ColumnCheck(
            place: "\(options.name):\(header.lines + 1)", needs: options.needs, names: found.names, header: row,
            delimiter: rows.delimiter)
        let reasons = check.reasons
        if !reasons.isEmpty { throw .refused(reasons) }
    }
}
