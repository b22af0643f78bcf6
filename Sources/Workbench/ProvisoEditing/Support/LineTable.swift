/// How an editor counts the columns of a line.
package enum ColumnUnit: String, Sendable, CaseIterable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
    case scalars = "utf-32"

    func width(_ scalar: Unicode.Scalar) -> Int {
        switch self {
        case .utf8: UTF8.width(scalar)
        case .utf16: UTF16.width(scalar)
        case .scalars: 1
        }
    }
}

/// The lines of a string, and places in it by the columns of rule files and of editors.
///
/// Lines end with LF or CRLF. A `SourcePosition` counts lines and Unicode scalars from 1; the language server protocol
/// counts lines and, by default, UTF-16 code units from 0. Within this module a place is an offset in UTF-8.
package struct LineTable: Sendable {
    package let text: String
    package let bytes: [UInt8]
    /// The start of each line; there is at least one line.
    private let starts: [Int]

    package init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
        var starts = [0]
        bytes.withUnsafeBufferPointer { bytes in
            for index in 0..<bytes.count where bytes[index] == 0x0A { starts.append(index + 1) }
        }
        self.starts = starts
    }

    package var count: Int { starts.count }

    /// The bytes of a line from 0, without its line break; empty at the end if there is no such line.
    package func range(ofLine number: Int) -> Range<Int> {
        guard starts.indices.contains(number) else { return bytes.count..<bytes.count }
        let start = starts[number]
        var end = number + 1 < starts.count ? starts[number + 1] - 1 : bytes.count
        if end > start, bytes[end - 1] == 0x0D { end -= 1 }
        return start..<end
    }

    /// The characters of a range of bytes.
    package func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// A line from 0, without its line break; empty if there is no such line.
    package func line(_ number: Int) -> String { string(range(ofLine: number)) }

    /// The line from 0 of an offset.
    package func line(of offset: Int) -> Int {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }

    /// The line and column from 0 of an offset.
    package func place(of offset: Int, in unit: ColumnUnit) -> (line: Int, column: Int) {
        let line = line(of: offset)
        let before = string(starts[line]..<min(max(offset, starts[line]), bytes.count))
        return (line, before.unicodeScalars.reduce(0) { $0 + unit.width($1) })
    }

    /// The offset of a line and column from 0; columns after the line's end become its end, and lines after the last
    /// the end of the text.
    package func offset(line: Int, column: Int, in unit: ColumnUnit) -> Int {
        guard line >= 0 else { return 0 }
        let range = range(ofLine: line)
        var (left, offset) = (column, range.lowerBound)
        for scalar in string(range).unicodeScalars {
            if left <= 0 { break }
            left -= unit.width(scalar)
            offset += UTF8.width(scalar)
        }
        return offset
    }

    /// The UTF-16 column from 0 of a scalar column from 1; columns after the line's end become its end.
    package func utf16(line: Int, column: Int) -> Int {
        self.line(line).unicodeScalars.prefix(max(0, column - 1)).reduce(0) { $0 + UTF16.width($1) }
    }

    /// The place of a UTF-16 column; columns after the line's end become its end, and lines after the last its end.
    package func index(line: Int, utf16 column: Int) -> String.Index {
        text.utf8.index(text.startIndex, offsetBy: offset(line: line, column: column, in: .utf16))
    }
}
