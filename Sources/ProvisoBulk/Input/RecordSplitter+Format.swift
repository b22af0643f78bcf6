internal import Proviso

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
