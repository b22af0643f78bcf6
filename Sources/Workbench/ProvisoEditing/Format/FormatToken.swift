/// A comment, from its `#` to the end of the line.
struct FormatComment {
    let text: String
    /// The column in the text, from 0.
    let column: Int
    /// Whether a blank line is before it.
    let isApart: Bool
}

/// A part of a rule file with the comments around it.
struct FormatToken {
    enum Kind {
        case end, directive, marker, blockList, blockMapping, blockEnd, flowList, flowMapping, flowEnd, dash, comma,
            key,
            colon, alias, property, text
    }

    /// How a scalar is written; `lines` is `|` and `>`.
    enum Style { case plain, single, double, lines }

    let kind: Kind
    var style = Style.plain
    /// As it is in the text.
    var raw = ""
    /// What a scalar means.
    var value = ""
    var start = 0
    /// The column in the text, from 0.
    var column = 0
    /// Comments on lines of their own before it.
    var above: [FormatComment] = []
    /// The comment after it on its line, and how many spaces are before that.
    var behind: FormatComment?
    var gap = 0
    /// Whether it begins a line of the text, and whether a blank line is directly before it.
    var beginsLine = false
    var isApart = false

    init(_ kind: Kind) { self.kind = kind }

    /// Whether it is only a sign of structure, without a place of its own.
    var isVirtual: Bool {
        switch kind {
        case .blockList, .blockMapping, .blockEnd, .key: true
        default: false
        }
    }

    /// What must be the same in the formatted text, in this order: values and comments.
    static func stream(_ tokens: [FormatToken]) -> [String] {
        var result: [String] = []
        for token in tokens {
            result += token.above.map(\.text)
            switch token.kind {
            case .text: result.append("=" + token.value)
            case .alias, .property, .directive: result.append("=" + token.raw)
            default: break
            }
            if let comment = token.behind { result.append(comment.text) }
        }
        return result
    }
}
