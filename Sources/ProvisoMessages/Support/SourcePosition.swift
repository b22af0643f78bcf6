/// A position in a rule file.
public struct SourcePosition: Sendable, Hashable, CustomStringConvertible {
    /// The file; `nil` if the rules do not come from a file.
    public var file: String?
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in code points.
    public var column: Int

    /// Creates a position.
    public init(file: String? = nil, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    public var description: String { "\(file ?? "<rules>"):\(line):\(column)" }
}

extension SourcePosition {
    /// Parses a description: a file name, which may contain colons, then line and column.
    package init?(description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, let line = Int(parts[parts.count - 2]), let column = Int(parts[parts.count - 1]) else {
            return nil
        }
        self.init(file: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
    }
}
