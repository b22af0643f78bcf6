/// An error in a catalog, with its position.
public struct CatalogError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the error, with its details.
    public enum Reason: Sendable, Hashable {
        /// The file is not valid JSON, or not a catalog.
        case syntax(String)
        /// A message is not in ICU MessageFormat syntax.
        case message(code: String, MessageSyntaxError)
        /// `@@locale` or the file name is not a BCP 47 tag, or the two differ.
        case locale(String)
        /// The file or directory cannot be read.
        case unreadable(String)
    }

    /// The path of the file, or the name that the caller gave to the catalog.
    public let file: String
    /// The line, from 1; 0 if the error has no position.
    public let line: Int
    /// The column, from 1, in Unicode scalars.
    public let column: Int
    /// The kind of the error, with its details.
    public let reason: Reason

    package init(file: String, line: Int, column: Int, reason: Reason) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    public var description: String {
        let place = line > 0 ? "\(file):\(line):\(column)" : file
        return "\(place): \(explanation)".visible
    }

    private var explanation: String {
        switch reason {
        case .syntax(let text), .locale(let text), .unreadable(let text): text
        case .message(let code, let error): "message \(code): \(error)"
        }
    }
}
