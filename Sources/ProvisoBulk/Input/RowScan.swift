/// Why a row cannot be read.
struct RowFault: Error {
    let offset: Int
    let reason: String
}

/// Splits delimited text into rows and fields: RFC 4180, with any delimiter and any kind of line break.
///
/// libcsv is not used: it does not report the position of a field, and rows must be found before threads share them.
/// The scan continues where it stopped when more bytes arrive, so a row that a pipe sends in many pieces is read once.
struct RowScan {
    var delimiter: UInt8
    /// The quotation mark around fields.
    var quote = UInt8(ascii: "\"")
    /// What rows begin with that are comments, which end with their line; empty if there are none.
    var comment: [UInt8] = []

    /// How many bytes of the current row were read.
    private var scanned = 0
    private(set) var isInQuotes = false
    /// The places of the next line feed and the next carriage return; the end of the bytes if there is none.
    private var feed = -1
    private var carriageReturn = -1

    init(delimiter: UInt8) {
        self.delimiter = delimiter
    }

    /// To be called when the bytes have changed or moved.
    mutating func begin() { (feed, carriageReturn) = (-1, -1) }

    /// The offset after the line break that ends the row at `start`; `nil` if more bytes are needed, or there is no
    /// row.
    mutating func end(of start: Int, in bytes: UnsafeRawBufferPointer, isAtEnd: Bool) -> Int? {
        guard start < bytes.count else { return nil }
        if !comment.isEmpty, scanned == 0, !isInQuotes, let end = commentEnd(start, bytes, isAtEnd) {
            return end < 0 ? nil : end
        }
        var at = start + scanned
        while true {
            if isInQuotes {
                let (closing, next) = close(at, in: bytes, isAtEnd: isAtEnd)
                if !closing { return pause(at: next, of: start, bytes, isAtEnd) }
                isInQuotes = false
                at = next
            }
            let lineBreak = lineBreak(from: at, in: bytes, isAtEnd: isAtEnd)
            if let found = bytes.first(quote, from: at, to: lineBreak?.start ?? bytes.count) {
                at = found + 1
                // A quote only has a meaning at the start of a field.
                isInQuotes = found == start || bytes[found - 1] == delimiter
                continue
            }
            if let lineBreak {
                scanned = 0
                return lineBreak.end
            }
            // A carriage return at the end can be half of a line break.
            let isHalf = bytes[bytes.count - 1] == .carriageReturn
            return pause(at: max(at, bytes.count - (isHalf ? 1 : 0)), of: start, bytes, isAtEnd)
        }
    }

    /// Whether a row is a comment.
    func isComment(_ row: UnsafeRawBufferPointer) -> Bool { !comment.isEmpty && row.starts(with: comment) }

    /// The end of a comment; less than 0 if more bytes are needed, `nil` if the row is none.
    private mutating func commentEnd(_ start: Int, _ bytes: UnsafeRawBufferPointer, _ isAtEnd: Bool) -> Int? {
        let row = bytes.part(start..<bytes.count)
        if row.count < comment.count { return !isAtEnd && comment.starts(with: row) ? -1 : nil }
        guard isComment(row) else { return nil }
        return lineBreak(from: start, in: bytes, isAtEnd: isAtEnd)?.end ?? (isAtEnd ? bytes.count : -1)
    }

    /// Stops until there are more bytes, and then continues at an offset; at the end of the input the row ends here.
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

    /// Finds the quote that closes a field; two quotes in a row are an escaped quote.
    ///
    /// Returns the offset after that quote; or false, and the offset to continue at when there are more bytes.
    private func close(
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
            if at < end, row[at] == quote {
                let closing = close(at + 1, in: row.part(0..<end), isAtEnd: true)
                guard closing.isClosed else {
                    throw RowFault(offset: at, reason: "this opening quote has no closing quote")
                }
                next = closing.next
                guard next == end || row[next] == delimiter else {
                    throw RowFault(offset: next, reason: "there is text after the closing quote of a field")
                }
                body(Field(bytes: row.part(at + 1..<next - 1), offset: at, isQuoted: true, quote: quote))
            } else {
                next = row.first(delimiter, from: at, to: end) ?? end
                body(Field(bytes: row.part(at..<next), offset: at, isQuoted: false, quote: quote))
            }
            if next == end { return }
            at = next + 1
        }
    }

    /// The number of fields of a row, or `nil` if the row is malformed.
    func fieldCount(of row: UnsafeRawBufferPointer) -> Int? {
        var count = 0
        do throws(RowFault) { try fields(of: row) { _ in count += 1 } } catch { return nil }
        return count
    }

    /// The delimiter of a first line such as `sep=;`, which some spreadsheets write.
    func delimiterSaid(by row: UnsafeRawBufferPointer) -> UInt8? {
        let line = row.prefix { $0 != .lineBreak && $0 != .carriageReturn }
        let isQuoted = line.first == quote && line.last == quote && line.count == 7
        let text = Array(isQuoted ? line.dropFirst().dropLast() : line)
        guard text.count == 5, text.starts(with: "sep=".utf8), text[4] != quote else { return nil }
        return text[4]
    }

    struct Field {
        /// The bytes between the quotes; escaped quotes are still two bytes.
        let bytes: UnsafeRawBufferPointer
        let offset: Int
        let isQuoted: Bool
        let quote: UInt8

        var hasQuotes: Bool { isQuoted && bytes.first(quote, from: 0, to: bytes.count) != nil }

        /// The text, with each escaped quote as one byte.
        func unquoted() -> [UInt8] {
            guard hasQuotes else { return Array(bytes) }
            var text: [UInt8] = []
            var index = 0
            while index < bytes.count {
                text.append(bytes[index])
                index += bytes[index] == quote ? 2 : 1
            }
            return text
        }
    }
}
