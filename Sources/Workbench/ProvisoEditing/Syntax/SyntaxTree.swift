/// A comment, from its `#` to the end of the line.
struct SyntaxComment: Sendable {
    let text: String
    /// The column in the text, from 0.
    let column: Int
    /// Whether a blank line is before it.
    let isApart: Bool
}

/// A part of a rule file with the comments around it.
package struct SyntaxToken: Sendable {
    package enum Kind: Sendable {
        case end, directive, marker, flowList, flowMapping, flowEnd, dash, comma, colon, alias, property, text
    }

    /// How a scalar is written; `lines` is `|` and `>`.
    package enum Style: Sendable { case plain, single, double, lines }

    package let kind: Kind
    package internal(set) var style = Style.plain
    /// The bytes, with quotation marks.
    package internal(set) var range = 0..<0
    /// As it is in the text.
    var raw = ""
    /// What a scalar means.
    package internal(set) var value = ""
    /// Whether a string in quotation marks ends with one.
    var isClosed = true
    /// The column in the text, from 0.
    var column = 0
    /// Comments on lines of their own before it.
    var above: [SyntaxComment] = []
    /// The comment after it on its line, and how many spaces are before that.
    var behind: SyntaxComment?
    var gap = 0
    /// Whether it begins a line of the text, and whether a blank line is directly before it.
    var beginsLine = false
    var isApart = false

    init(_ kind: Kind) { self.kind = kind }

    /// Whether no comment is before or after it.
    var hasNoComment: Bool { above.isEmpty && behind == nil }

    /// Whether it is `|+` or `>+`, of which blank lines at the end are a part.
    var keepsBlankLines: Bool { style == .lines && raw.prefix(3).contains("+") }

    /// What must be the same in a formatted text, in this order: values and comments.
    var stream: [String] {
        var result = above.map(\.text)
        switch kind {
        case .text: result.append("=" + value)
        case .alias, .property, .directive: result.append("=" + raw)
        default: break
        }
        if let behind { result.append(behind.text) }
        return result
    }
}

/// A value of a rule file as it is written.
indirect enum SyntaxContent: Sendable {
    case empty
    /// A scalar or an alias.
    case word(SyntaxToken)
    case block([SyntaxEntry])
    case flow([SyntaxEntry], open: SyntaxToken, close: SyntaxToken)
}

/// A value with its anchor.
struct SyntaxNode: Sendable {
    var properties: [SyntaxToken] = []
    var content = SyntaxContent.empty

    /// The first token that is written for it; `nil` for nothing.
    var first: SyntaxToken? {
        if let property = properties.first { return property }
        switch content {
        case .empty: return nil
        case .word(let token): return token
        case .flow(_, let open, _): return open
        case .block(let entries): return entries.first?.first
        }
    }

    /// The scalar or alias, if it is one.
    var word: SyntaxToken? {
        if case .word(let token) = content { return token }
        return nil
    }
}

/// An item of a list, or a key with its value; where the document is not valid also a value alone.
struct SyntaxEntry: Sendable {
    /// The `-` of an item.
    var dash: SyntaxToken?
    var key: SyntaxNode?
    var colon: SyntaxToken?
    var value = SyntaxNode()
    var comma: SyntaxToken?

    var first: SyntaxToken? { dash ?? key?.first ?? value.first }
}

/// A rule file as it is written: all tokens with their places and comments, in a tree.
///
/// The formatter and the language server are views of it. It reads YAML and JSON; with `recovers` also text that is neither
/// because someone is typing: then it never fails, and a bracket or quotation mark that is not closed ends with its entry.
package struct SyntaxTree: Sendable {
    /// In the order of the text.
    package internal(set) var tokens: [SyntaxToken] = []
    /// What is before the value: directives and `---`.
    var head: [SyntaxToken] = []
    var root = SyntaxNode()
    /// `...`, and the end of the text.
    var tail: [SyntaxToken] = []
    /// The first place of what has no form in the tree, such as a key that begins with `?`.
    package internal(set) var strange: Int?

    package init(_ bytes: [UInt8], recovers: Bool) {
        self = bytes.withUnsafeBufferPointer { bytes in
            var reader = SyntaxReader(bytes, recovers: recovers)
            return reader.read()
        }
    }

    init() {}
}
