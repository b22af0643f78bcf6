/// The lines of a file, and places in it by the columns of rule files and of editors.
///
/// Lines end with LF or CRLF. A `SourcePosition` counts lines and Unicode scalars from 1; the language server protocol
/// counts lines and UTF-16 code units from 0.
package struct LineTable: Sendable {
    package let text: String
    /// The start of each line; there is at least one line.
    private let starts: [String.Index]

    package init(_ text: String) {
        self.text = text
        var starts = [text.startIndex]
        let bytes = text.utf8
        var index = bytes.startIndex
        while let end = bytes[index...].firstIndex(of: 0x0A) {
            index = bytes.index(after: end)
            starts.append(index)
        }
        self.starts = starts
    }

    package var count: Int { starts.count }

    /// A line from 0, without its line break; empty if there is no such line.
    package func line(_ number: Int) -> Substring {
        guard starts.indices.contains(number) else { return "" }
        let end = number + 1 < starts.count ? starts[number + 1] : text.endIndex
        var line = text[starts[number]..<end]
        if line.utf8.last == 0x0A { line = line[..<text.utf8.index(before: line.endIndex)] }
        if line.utf8.last == 0x0D { line = line[..<text.utf8.index(before: line.endIndex)] }
        return line
    }

    /// The UTF-16 column from 0 of a scalar column from 1; later columns become the line's end.
    package func utf16(line: Int, column: Int) -> Int {
        self.line(line).unicodeScalars.prefix(max(0, column - 1)).reduce(0) { $0 + UTF16.width($1) }
    }

    /// The place of a UTF-16 column; later columns become the line's end, later lines the end.
    package func index(line: Int, utf16 column: Int) -> String.Index {
        guard starts.indices.contains(line) else { return text.endIndex }
        let content = self.line(line)
        var left = column
        for index in content.unicodeScalars.indices {
            if left <= 0 { return index }
            left -= UTF16.width(content.unicodeScalars[index])
        }
        return content.endIndex
    }
}
