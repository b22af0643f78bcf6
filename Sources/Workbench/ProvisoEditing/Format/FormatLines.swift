/// The lines of a formatted rule file as they are written.
struct FormatLines {
    private struct Line {
        var text: String
        /// The comment at the end, where it was, and how many spaces were before it.
        var comment: SyntaxComment?
        var gap = 0
        /// Whether it is a line of `|` or `>`, which is not changed.
        var isVerbatim = false
    }

    static let limit = 120
    /// The fewest spaces before a comment.
    private static let leastGap = 2

    private var lines: [Line] = []

    /// The width of the line that is being written.
    var width: Int { lines.last?.text.unicodeScalars.count ?? 0 }
    /// Whether the line has its comment, so that nothing can follow.
    var isClosed: Bool { lines.last.map { $0.comment != nil || $0.isVerbatim } ?? true }
    var isEmpty: Bool { lines.isEmpty }

    mutating func start(_ indent: Int) {
        lines.append(Line(text: String(repeating: " ", count: max(0, indent))))
    }

    /// Adds a blank line, unless the one before is blank or there is none.
    mutating func startBlank() {
        guard let last = lines.last, last.isVerbatim || !last.text.isEmpty else { return }
        lines.append(Line(text: ""))
    }

    mutating func write(_ text: String) {
        if lines.isEmpty { start(0) }
        lines[lines.count - 1].text += text
    }

    mutating func comment(_ comment: SyntaxComment, gap: Int) {
        guard !lines.isEmpty else { return }
        lines[lines.count - 1].comment = comment
        lines[lines.count - 1].gap = max(gap, Self.leastGap)
    }

    mutating func verbatim(_ text: String) { lines.append(Line(text: text, isVerbatim: true)) }

    /// The text; comments that were in one column on lines after each other stay in one column.
    func joined() -> String {
        var result = ""
        var index = 0
        while index < lines.count {
            guard let comment = lines[index].comment else {
                append(lines[index], to: &result)
                index += 1
                continue
            }
            var stop = index
            while stop < lines.count, lines[stop].comment?.column == comment.column { stop += 1 }
            let group = lines[index..<stop]
            let widest = group.map { $0.text.unicodeScalars.count }.max() ?? 0
            let gap = group.map(\.gap).min() ?? Self.leastGap
            for line in group {
                let missing = widest + gap - line.text.unicodeScalars.count
                result += line.text + String(repeating: " ", count: missing) + (line.comment?.text ?? "") + "\n"
            }
            index = stop
        }
        return result
    }

    private func append(_ line: Line, to result: inout String) {
        if line.isVerbatim {
            result += line.text + "\n"
        } else {
            let kept = line.text.unicodeScalars.reversed().drop { $0 == " " }.reversed()
            var text = String.UnicodeScalarView()
            text.append(contentsOf: kept)
            result += String(text) + "\n"
        }
    }
}
