package import Proviso

/// A problem in a catalog, with its place and the solution.
package struct LocaleFinding: Sendable, Hashable, CustomStringConvertible {
    package let file: String
    /// From 1; 0 if the finding has no place in the file.
    package let line: Int
    package let column: Int
    /// The code of the message, or empty.
    package let key: String
    package let problem: String
    package let advice: String
    /// Whether the message works anyway: notes for translators, marks of a review, punctuation and words.
    package var isStyle = false

    /// One line for people and editors: `file:line:column: key: problem (advice)`.
    package var description: String {
        let place = line > 0 ? "\(file):\(line):\(column)" : file
        return "\(place): \(key.isEmpty ? "" : "\(key): ")\(problem)\(advice.isEmpty ? "" : " (\(advice))")"
    }

    package func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("file", file)
            $0.member("line", line)
            $0.member("column", column)
            $0.member("key", key)
            $0.member("problem", problem)
            $0.member("advice", advice)
        }
    }
}

extension LocaleFinding {
    init(_ error: CatalogError) {
        if case .message(let code, let problem) = error.reason {
            self.init(
                file: error.file, line: error.line, column: error.column, key: code, problem: "\(problem)",
                advice: Self.advice(problem.reason))
        } else {
            let text = error.description
            let place = error.line > 0 ? "\(error.file):\(error.line):\(error.column): " : "\(error.file): "
            self.init(
                file: error.file, line: error.line, column: error.column, key: "",
                problem: text.hasPrefix(place) ? String(text.dropFirst(place.count)) : text, advice: "")
        }
    }

    private static func advice(_ reason: MessageSyntaxError.Reason) -> String {
        switch reason {
        case .missingOther: "the words other, one, few … are part of the syntax and are not translated"
        case .unknownType: "number, plural, selectordinal, select, date and time are part of the syntax"
        case .unmatchedBrace: "count the braces; a brace to be shown is written '{'"
        default: ""
        }
    }
}
