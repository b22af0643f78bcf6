/// What is wrong with a catalog, and where.
public struct CatalogError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Reason: Sendable, Hashable {
        /// The text is not the JSON a catalog is made of.
        case syntax(String)
        /// A message is not in ICU MessageFormat syntax.
        case message(code: String, MessageSyntaxError)
        /// `@@locale` or the file's name is no BCP 47 tag, or they differ.
        case locale(String)
        /// The file or directory cannot be read.
        case unreadable(String)
    }

    /// The file's path, or what the caller called the text.
    public let file: String
    /// From 1; 0 when the error has no place in a text.
    public let line: Int
    /// From 1, in Unicode scalars.
    public let column: Int
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
