internal import Proviso

/// Why a row cannot be read.
struct RowFault: Error {
    let offset: Int
    let reason: String
}

/// The grammar of delimited rows: RFC 4180, with any delimiter, and with lines that end as any system ends them.
///
/// libcsv is not used here: it tells no position of a field, and rows must be found before the threads share them out.
/// The scan goes on where it stopped when more bytes come: a row that a pipe sends in a thousand pieces is looked at
/// once.
struct RowScan {
    var delimiter: UInt8

    private static let quote = UInt8(ascii: "\"")

    /// How many bytes of the row at hand were looked at.
    private var scanned = 0
    private(set) var isInQuotes = false
    /// Where the next line feed and the next carriage return stand in the bytes at hand, behind their end if nowhere.
    private var feed = -1
    private var carriageReturn = -1

    init(delimiter: UInt8) {
        self.delimiter = delimiter
    }

    /// Says that the bytes are others than before, or stand elsewhere.
    mutating func begin() { (feed, carriageReturn) = (-1, -1) }

    /// One past the line break that ends the row at `start`; nil when it has not come yet, or at the end of the input.
    mutating func end(of start: Int, in bytes: UnsafeRawBufferPointer, isAtEnd: Bool) -> Int? {
        guard start < bytes.count else { return nil }
        var at = start + scanned
        while true {
            if isInQuotes {
                let (closing, next) = Self.close(at, in: bytes, isAtEnd: isAtEnd)
                if !closing { return pause(at: next, of: start, bytes, isAtEnd) }
                isInQuotes = false
                at = next
            }
            let lineBreak = lineBreak(from: at, in: bytes, isAtEnd: isAtEnd)
            if let quote = bytes.first(Self.quote, from: at, to: lineBreak?.start ?? bytes.count) {
                at = quote + 1
                // Only at the start of a field does a quote open anything.
                isInQuotes = quote == start || bytes[quote - 1] == delimiter
                continue
            }
            if let lineBreak {
                scanned = 0
                return lineBreak.end
            }
            // A carriage return at the end may be half a line break.
            let isHalf = bytes[bytes.count - 1] == .carriageReturn
            return pause(at: max(at, bytes.count - (isHalf ? 1 : 0)), of: start, bytes, isAtEnd)
        }
    }

    /// Goes on at an offset when there are more bytes; without any the row ends here.
    private mutating func pause(
        at offset: Int, of start: Int, _ bytes: UnsafeRawBufferPointer, _ isAtEnd: Bool
    ) -> Int? {
        scanned = isAtEnd ? 0 : offset - start
        if isAtEnd { isInQuotes = false }
        return isAtEnd ? bytes.count : nil
    }

    private mutating func lineBreak(
        from at: Int, in bytes: UnsafeRawBufferPointer, isAtEnd: Bool
    ) -> (start: Int, end: Int)? {
        if feed < at { feed = bytes.first(.lineBreak, from: at, to: bytes.count) ?? bytes.count }
        if carriageReturn < at {
            carriageReturn = bytes.first(.carriageReturn, from: at, to: bytes.count) ?? bytes.count
        }
        if carriageReturn + 1 < feed || carriageReturn < feed && feed == bytes.count && isAtEnd {
            return (carriageReturn, carriageReturn + 1)
        }
        return feed < bytes.count ? (min(feed, carriageReturn), feed + 1) : nil
    }

    /// Looks for the quote that closes a field; two in a row stand for one.
    ///
    /// Returns one past that quote, or false and where to go on when it has not come yet.
    private static func close(
        _ start: Int, in bytes: UnsafeRawBufferPointer, isAtEnd: Bool
    ) -> (isClosed: Bool, next: Int) {
        var at = start
        while let found = bytes.first(quote, from: at, to: bytes.count) {
            if found + 1 == bytes.count { return (isAtEnd, isAtEnd ? found + 1 : found) }
            if bytes[found + 1] != quote { return (true, found + 1) }
            at = found + 2
        }
        return (false, max(at, bytes.count))
    }

    /// Calls `body` for each field of a row.
    func fields(of row: UnsafeRawBufferPointer, _ body: (Field) -> Void) throws(RowFault) {
        var end = row.count
        if end > 0, row[end - 1] == .lineBreak { end -= 1 }
        if end > 0, row[end - 1] == 0x0D { end -= 1 }
        var at = 0
        while true {
            let next: Int
            if at < end, row[at] == Self.quote {
                let closing = Self.close(at + 1, in: row.part(0..<end), isAtEnd: true)
                guard closing.isClosed else {
                    throw RowFault(offset: at, reason: "a quote is opened here and never closed")
                }
                next = closing.next
                guard next == end || row[next] == delimiter else {
                    throw RowFault(offset: next, reason: "a field goes on behind its closing quote")
                }
                body(Field(bytes: row.part(at + 1..<next - 1), offset: at, isQuoted: true))
            } else {
                next = row.first(delimiter, from: at, to: end) ?? end
                body(Field(bytes: row.part(at..<next), offset: at, isQuoted: false))
            }
            if next == end { return }
            at = next + 1
        }
    }

    /// How many fields a row has, nil when it cannot be read.
    func fieldCount(of row: UnsafeRawBufferPointer) -> Int? {
        var count = 0
        do throws(RowFault) { try fields(of: row) { _ in count += 1 } } catch { return nil }
        return count
    }

    /// The delimiter that a first line such as `sep=;` names, as some spreadsheets write it.
    func delimiterSaid(by row: UnsafeRawBufferPointer) -> UInt8? {
        let line = row.prefix { $0 != .lineBreak && $0 != .carriageReturn }
        let isQuoted = line.first == Self.quote && line.last == Self.quote && line.count == 7
        let text = Array(isQuoted ? line.dropFirst().dropLast() : line)
        guard text.count == 5, text.starts(with: "sep=".utf8), text[4] != Self.quote else { return nil }
        return text[4]
    }

    struct Field {
        /// What stands between the quotes, two of which in a row still stand for one.
        let bytes: UnsafeRawBufferPointer
        let offset: Int
        let isQuoted: Bool

        var hasQuotes: Bool { isQuoted && bytes.first(RowScan.quote, from: 0, to: bytes.count) != nil }

        /// The text, with each pair of quotes made one.
        func unquoted() -> [UInt8] {
            guard hasQuotes else { return Array(bytes) }
            var text: [UInt8] = []
            var index = 0
            while index < bytes.count {
                text.append(bytes[index])
                index += bytes[index] == RowScan.quote ? 2 : 1
            }
            return text
        }
    }
}

/// The columns of a delimited file, and the attributes they fill.
///
/// A field without quotes and characters is null. All others are texts, which the rules for numbers accept; a column
/// that a rule wants strictly as a number is read as one where its fields spell one.
final class Columns: Sendable {
    let scan: RowScan
    /// The header as it came, with a line break.
    let header: String
    let names: [String]
    private let tree: ColumnTree
    private let cells: [RowCell?]

    init(header: UnsafeRawBufferPointer, delimiter: UInt8, plan: Plan?) throws(RowFault) {
        scan = RowScan(delimiter: delimiter)
        try Self.checkEncoding(of: header)
        let text = String(decoding: header, as: UTF8.self)
        self.header = text.utf8.last == .lineBreak ? text : text + "\n"
        var names: [String] = []
        var seen: Set<String> = []
        var repeated: String?
        try scan.fields(of: header) { field in
            let name = String(decoding: field.unquoted(), as: UTF8.self)
            if !seen.insert(name).inserted, repeated == nil { repeated = name }
            names.append(name)
        }
        if let repeated { throw RowFault(offset: 0, reason: "two columns are called '\(repeated)'") }
        try Self.checkDepth(of: names)
        self.names = names
        tree = ColumnTree(names.map { ValuePath($0) })
        cells = plan?.cells(of: names) ?? Array(repeating: nil, count: names.count)
    }

    /// Refuses names with more parts than attributes of rules have: each part is an object inside the one before.
    private static func checkDepth(of names: [String]) throws(RowFault) {
        for (index, name) in names.enumerated() where name.utf8.count > Record.maximumDepth {
            let parts = name.utf8.count { $0 == UInt8(ascii: ".") } + 1
            guard parts > Record.maximumDepth else { continue }
            throw RowFault(
                offset: 0,
                reason:
                    "column \(index + 1), '\(String(name.unicodeScalars.prefix(30)))…', has a name of \(parts) parts; rename it: "
                    + "at most \(Record.maximumDepth) parts may be separated by dots")
        }
    }

    private static func checkEncoding(of row: UnsafeRawBufferPointer) throws(RowFault) {
        if RecordRow.isUTF8(row) { return }
        let error = InputError.encoding(row)
        throw RowFault(offset: error.offset, reason: error.description)
    }

    /// A row as an object, with the members of its objects where the header's dots lead; the row must be readable.
    ///
    /// A field is a number where rules see one.
    func object(of row: UnsafeRawBufferPointer) -> AnyValue {
        var values = Array(repeating: AnyValue.null, count: names.count)
        var column = 0
        try? scan.fields(of: row) { field in
            defer { column += 1 }
            guard column < names.count, field.isQuoted || !field.bytes.isEmpty else { return }
            let text = String(decoding: field.unquoted(), as: UTF8.self)
            values[column] = cells[column].flatMap { $0.number(text) } ?? .text(text)
        }
        return tree.value(of: values)
    }

    /// Fills a record with the fields of a row.
    func fill(_ record: Record, with row: UnsafeRawBufferPointer) throws(RowFault) {
        try Self.checkEncoding(of: row)
        let target = RecordRow(record)
        var column = 0
        try scan.fields(of: row) { field in
            defer { column += 1 }
            guard column < cells.count, let cell = cells[column] else { return }
            if field.hasQuotes {
                field.unquoted().withUnsafeBytes { target.set(cell, copying: $0, offset: field.offset) }
            } else if field.bytes.isEmpty, !field.isQuoted {
                target.setNull(cell, offset: field.offset)
            } else {
                target.set(cell, to: field.bytes, offset: field.offset)
            }
        }
        guard column == cells.count else {
            let fields = column == 1 ? "1 field" : "\(column) fields"
            throw RowFault(offset: 0, reason: "\(fields), but the header has \(cells.count)")
        }
    }
}
