public import Testing

/// Runs a body for each row of a table.
///
/// An error is an issue at its row, and the rows behind it still run.
public func eachRow<Row>(
    _ rows: some Sequence<Row>, at location: (Row) -> SourceLocation, _ body: (Row) throws -> Void
) {
    for row in rows {
        do {
            try body(row)
        } catch {
            Issue.record(error, "\(row)", sourceLocation: location(row))
        }
    }
}

/// Runs a body for each row of a table whose rows do not know their lines: an error is an issue that names the row.
public func eachRow<Row>(
    _ rows: some Sequence<Row>, from table: SourceLocation = #_sourceLocation, _ body: (Row) throws -> Void
) {
    eachRow(rows, at: { _ in table }, body)
}
