internal import Proviso

// How an input begins.
extension RecordSplitter {
    func begin(from resumption: Resumption?) throws(Stop) {
        layout = .lines
        try skipMark()
        if data.table.encoding == nil { try refuseForeignFile() }
        layout = try decideLayout()
        if layout == .texts { items = ItemScan(isArray: false) }
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

    /// Moves to the first line that starts in a range.
    private func enter(_ range: Range<Int>) throws(Stop) {
        guard layout == .lines else {
            let kind = layout == .rows ? "a table" : "a file whose records span lines"
            throw .fault(
                offset: 0,
                "only files with one record per line can be read in parts, and this is \(kind): give it as one part, "
                    + "'\(options.name) 0 SIZE'")
        }
        if stream.isCompressed { throw .fault(offset: 0, "compressed files cannot be read in parts") }
        guard range.lowerBound > offset else { return }
        // A line starts at the lower bound if the byte before ends a line.
        guard stream.seek(to: range.lowerBound - 1) else { throw .fault(offset: 0, SystemError().reason) }
        held.removeAll()
        (offset, isAtEnd) = (range.lowerBound - 1, false)
        drop(try lineEnd(from: 0))
    }

    func drop(_ count: Int) {
        held.removeFirst(count)
        offset += count
    }

    func more() throws(Stop) {
        try makeRoom(in: held, atLeast: 1 << 16)
        try read(into: held)
    }

    /// Skips a byte order mark, which is not a part of the first line.
    private func skipMark() throws(Stop) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        repeat { try more() } while !isAtEnd && held.count < mark.count && mark.starts(with: held.bytes)
        if held.bytes.starts(with: mark) { drop(mark.count) }
    }

    /// Throws if the file is not text in UTF-8, such as a spreadsheet.
    private func refuseForeignFile() throws(Stop) {
        while !isAtEnd, FileSignature.mayFollow(held.bytes) { try more() }
        if [.yaml, .toml].contains(options.format) {
            while !isAtEnd, held.count < 4 { try more() }
            if let encoding = FileSignature.unicode(held.bytes) { return decodeHeld(from: encoding) }
        }
        if let reason = FileSignature.reason(held.bytes) { throw .fault(offset: 0, reason) }
    }

    /// Reads what was read again, in another encoding.
    private func decodeHeld(from encoding: TableFormat.Encoding) {
        stream.decode(held, from: encoding)
        isAtEnd = false
    }

    private func decideLayout() throws(Stop) -> InputLayout {
        switch options.format {
        case .yaml, .toml: return .documents
        case .ndjson: return try data.records.map { pointer throws(Stop) in try enterRecords(at: pointer) } ?? .lines
        case .csv, .tsv:
            for _ in 0..<(data.table.skip ?? 0) { try skipLine() }
            return data.table.header == false ? try withoutHeader() : try readHeader()
        case .json, .auto:
            if let pointer = data.records { return try enterRecords(at: pointer) }
            guard let first = try firstVisible(from: 0) else { return .lines }
            if options.format == .auto, let reason = ForeignText.reason(held.bytes) {
                throw .fault(offset: first, reason)
            }
            if held.bytes[first] == UInt8(ascii: "[") { return .items }
            if options.format == .json { return .texts }
            if held.bytes[first] == UInt8(ascii: "{") { return try spansLines() ? .texts : .lines }
            if let delimiter = try delimiterOfTable(from: first) {
                let advice =
                    options.isCollection
                    ? "a table needs a file with a name that ends in .csv or .tsv"
                    : ColumnCheck.optionsForTable(delimiter)
                throw .fault(offset: first, "not JSON, but it looks like a table: \(advice)")
            }
            return try spansLines() ? .texts : .lines
        }
    }

    func firstVisible(from start: Int) throws(Stop) -> Int? {
        var at = start
        while true {
            while at < held.count, held.bytes[at].isBlank { at += 1 }
            if at < held.count { return at }
            if isAtEnd { return nil }
            try more()
        }
    }

    /// The offset after the line at `start` with its line break.
    func lineEnd(from start: Int) throws(Stop) -> Int {
        var searched = start
        while true {
            let lines = LineEnds(held.bytes, endsAtReturns: options.endsAtReturns, isAtEnd: isAtEnd)
            if let found = lines.first(from: searched) { return found }
            if isAtEnd { return held.count }
            // The last byte can be half of a line break.
            searched = max(start, held.count - 1)
            try more()
        }
    }

    /// Whether the first JSON document continues on the next line.
    private func spansLines() throws(Stop) -> Bool {
        guard let first = try firstVisible(from: 0) else { return false }
        let end = try lineEnd(from: first)
        var scan = ValueScan()
        if scan.end(in: held.bytes.part(first..<end), isAtEnd: true) != nil { return false }
        // A document cannot continue with an opening brace, except in a list: such a line is a new record after a
        // malformed one. A pipe can send that line later.
        if held.bytes.part(first..<end).last(where: { !$0.isBlank }) == UInt8(ascii: "[") { return true }
        guard let next = try firstVisible(from: end) else { return true }
        return held.bytes[next] != UInt8(ascii: "{")
    }

    /// The delimiter of a table in an input that is not known to be one; `nil` if it does not look like a table.
    ///
    /// In a table the first two lines have the same number of fields, more than one, and the first line is not JSON.
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

    private func readHeader() throws(Stop) -> InputLayout {
        var isFirst = true
        while true {
            rows.begin()
            if let end = rows.end(of: 0, in: held.bytes, isAtEnd: isAtEnd) {
                let row = held.bytes.part(0..<end)
                let isBlank = row.allSatisfy { $0.isBlank && $0 != rows.delimiter }
                let delimiter = isFirst ? rows.delimiterSaid(by: row) : nil
                if let delimiter, data.table.delimiter == nil { rows.delimiter = delimiter }
                if rows.isComment(row) {
                    header.lines += LineText(row, endsAtReturns: true).lineBreaks(in: 0..<end)
                    drop(end)
                    continue
                }
                if !isBlank, delimiter == nil { try readColumns(row, names: data.table.columns) }
                isFirst = isFirst && isBlank
                header.lines += LineText(row, endsAtReturns: true).lineBreaks(in: 0..<end)
                drop(end)
                if !isBlank, delimiter == nil { return .rows }
                continue
            }
            if isAtEnd {
                let reasons = ColumnCheck.emptyTable(options.name, options.needs)
                if !reasons.isEmpty { throw .refused(reasons) }
                return .rows
            }
            try more()
        }
    }

    /// Refuses JSON, which would be a table with strange names.
    private func refuseJSON(_ row: UnsafeRawBufferPointer) throws(Stop) {
        let text = row.prefix(4096).filter { !$0.isBlank }
        let starts = ["{\"", "[{", "[[", "{}", "[]"].map { Array($0.utf8) }
        guard starts.contains(where: text.starts) || text == [UInt8(ascii: "{")] || text == [UInt8(ascii: "[")] else {
            return
        }
        let advice = options.isCollection ? "" : ", or give --input-format json or ndjson"
        throw .refused([
            "\(options.name):\(header.lines + 1): this is JSON and not a table: name the file .json or .ndjson\(advice)"
        ])
    }

    func readColumns(_ row: UnsafeRawBufferPointer, names: [String]?) throws(Stop) {
        if names == nil { try refuseJSON(row) }
        let found: Columns
        do throws(RowFault) {
            found = try Columns(
                header: row, scan: rows, names: names, pads: data.table.ragged == .pad, plan: plan)
        } catch {
            throw .fault(offset: 0, "the header: \(error.reason)")
        }
        columns = found
        let check = ColumnCheck(
            place: "\(options.name):\(header.lines + 1)", needs: options.needs, names: found.names,
            attributes: found.attributes, header: row, delimiter: rows.delimiter)
        let reasons = check.reasons + check.unknownColumns(of: plan)
        if !reasons.isEmpty { throw .refused(reasons) }
    }
}
