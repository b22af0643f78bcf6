internal import Proviso

/// Why a row cannot be read.
struct RowFault: Error {
    let offset: Int
    let reason: String
}

/// The grammar of delimited rows: RFC 4180, with any delimiter.
///
/// libcsv is not used here: it tells no position of a field, and rows must be found before the threads share them out.
struct RowScan {
    let delimiter: UInt8

    private static let quote = UInt8(ascii: "\"")

    /// One past the line break that ends the row at `start`; nil when it has not come yet, or at the end of the input.
    func end(of start: Int, in bytes: UnsafeRawBufferPointer, isAtEnd: Bool) -> Int? {
        guard start < bytes.count else { return nil }
        var at = start
        var lineBreak: Int?
        while true {
            if lineBreak.map({ $0 < at }) ?? true { lineBreak = bytes.first(.lineBreak, from: at, to: bytes.count) }
            guard let opening = bytes.first(Self.quote, from: at, to: lineBreak ?? bytes.count) else { break }
            // Only at the start of a field does a quote open anything.
            guard opening == start || bytes[opening - 1] == delimiter else {
                at = opening + 1
                continue
            }
            guard let closing = Self.close(opening, in: bytes, isAtEnd: isAtEnd) else {
                return isAtEnd ? bytes.count : nil
            }
            at = closing + 1
        }
        return lineBreak.map { $0 + 1 } ?? (isAtEnd ? bytes.count : nil)
    }

    /// The quote that closes a field; two in a row stand for one.
    private static func close(_ opening: Int, in bytes: UnsafeRawBufferPointer, isAtEnd: Bool) -> Int? {
        var at = opening + 1
        while let found = bytes.first(quote, from: at, to: bytes.count) {
            if found + 1 == bytes.count { return isAtEnd ? found : nil }
            if bytes[found + 1] != quote { return found }
            at = found + 2
        }
        return nil
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
                guard let closing = Self.close(at, in: row.part(0..<end), isAtEnd: true) else {
                    throw RowFault(offset: at, reason: "a quote is opened here and never closed")
                }
                next = closing + 1
                guard next == end || row[next] == delimiter else {
                    throw RowFault(offset: next, reason: "a field goes on behind its closing quote")
                }
                body(Field(bytes: row.part(at + 1..<closing), offset: at, isQuoted: true))
            } else {
                next = row.first(delimiter, from: at, to: end) ?? end
                body(Field(bytes: row.part(at..<next), offset: at, isQuoted: false))
            }
            if next == end { return }
            at = next + 1
        }
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
    private let names: [Path]
    private let cells: [RowCell?]

    init(header: UnsafeRawBufferPointer, delimiter: UInt8, plan: Plan?) throws(RowFault) {
        scan = RowScan(delimiter: delimiter)
        guard RecordRow.isUTF8(header) else { throw RowFault(offset: 0, reason: "not valid UTF-8") }
        let text = String(decoding: header, as: UTF8.self)
        self.header = text.utf8.last == .lineBreak ? text : text + "\n"
        var names: [String] = []
        try scan.fields(of: header) { names.append(String(decoding: $0.unquoted(), as: UTF8.self)) }
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            throw RowFault(offset: 0, reason: "two columns are called '\(name)'")
        }
        self.names = names.map { Path($0) }
        cells = names.map { plan?.cell(of: $0) }
    }

    /// A row as an object, with the members of its objects where the header's dots lead; the row must be readable.
    ///
    /// A field is a number where rules see one.
    func object(of row: UnsafeRawBufferPointer) -> AnyValue {
        var object = AnyValue.object([])
        var column = 0
        try? scan.fields(of: row) { field in
            defer { column += 1 }
            guard column < names.count else { return }
            var value = AnyValue.null
            if field.isQuoted || !field.bytes.isEmpty {
                let text = String(decoding: field.unquoted(), as: UTF8.self)
                value = cells[column].flatMap { $0.number(text) } ?? .text(text)
            }
            object.set(value, at: names[column].components[...])
        }
        return object
    }

    /// Fills a record with the fields of a row.
    func fill(_ record: Record, with row: UnsafeRawBufferPointer) throws(RowFault) {
        guard RecordRow.isUTF8(row) else { throw RowFault(offset: 0, reason: "not valid UTF-8") }
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
