/// Where a record is in its chunk.
struct Span {
    let start: Int
    let count: Int
    /// The line breaks before it in the chunk.
    var line = 0
}

/// A position in the data, or the extent of a part of it.
struct Position: Equatable {
    /// The records before, in all inputs.
    var records = 0
    /// The line breaks before, in this input.
    var lines = 0
    /// The code points before on the same line.
    var columns = 0

    /// The position after a part of the data with this extent.
    static func + (position: Position, extent: Position) -> Position {
        Position(
            records: position.records + extent.records, lines: position.lines + extent.lines,
            columns: extent.lines > 0 ? extent.columns : position.columns + extent.columns)
    }
}

/// The line and the column of a byte in an input.
package struct SourcePlace: Sendable {
    package var line: Int
    /// From 1, in code points, as editors count.
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The place of what is about all records.
    static let none = SourcePlace(line: 0, column: 0)
}

/// Where reading can continue after a chunk.
struct Resumption: Equatable {
    var input = 0
    /// In the decompressed bytes.
    var offset = 0
    /// What is expected there, if the input is an array.
    var items = ItemScan.State.open
}
