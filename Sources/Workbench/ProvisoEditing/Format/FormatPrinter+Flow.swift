internal import Proviso

/// Lists and mappings in brackets.
extension FormatPrinter {
    /// A value in brackets on one line; `nil` if comments are in it.
    func flat(_ content: FormatContent) -> String? {
        guard case .flow(let entries, let open, let close) = content else { return nil }
        guard open.behind == nil, close.above.isEmpty else { return nil }
        var parts: [String] = []
        for entry in entries {
            guard let part = flat(entry), entry.comma?.hasNoComment ?? true else { return nil }
            parts.append(part)
        }
        let text = parts.joined(separator: ", ")
        if open.kind == .flowMapping { return parts.isEmpty ? "{}" : "{ \(text) }" }
        return "[\(text)]"
    }

    private func flat(_ entry: FormatEntry) -> String? {
        guard let key = entry.key else { return flat(entry.value) }
        guard let name = flat(key) else { return nil }
        guard let colon = entry.colon else { return name }
        guard colon.hasNoComment, let value = flat(entry.value) else { return nil }
        // Without the space `*a:` is the name of an alias.
        let sign = key.isAlias ? " :" : ":"
        return value.isEmpty ? name + sign : "\(name)\(sign) \(value)"
    }

    private func flat(_ node: FormatNode) -> String? {
        var parts: [String] = []
        for property in node.properties {
            guard property.hasNoComment else { return nil }
            parts.append(property.raw)
        }
        switch node.content {
        case .empty, .block: break
        case .word(let token):
            guard token.hasNoComment else { return nil }
            parts.append(FormatWord.line(token, asJSON: asJSON))
        case .flow(_, let open, let close):
            guard open.above.isEmpty, close.behind == nil, let text = flat(node.content) else { return nil }
            parts.append(text)
        }
        return parts.joined(separator: " ")
    }

    /// Whether a line of the text ends after the opening bracket: then the lines stay.
    func opens(_ content: FormatContent) -> Bool {
        guard case .flow(let entries, _, _) = content else { return false }
        return entries.first?.first?.beginsLine ?? false
    }

    /// Whether the text has several lines of entries, which stay.
    func isBroken(_ entries: [FormatEntry]) -> Bool {
        entries.dropFirst().contains { $0.first?.beginsLine ?? false }
    }

    /// Writes a value in brackets; `tail` is the number of characters that must follow on its last line.
    mutating func flow(_ content: FormatContent, base: Int, tail: Int) {
        guard case .flow(let entries, let open, let close) = content else { return }
        let text = flat(content)
        let fits = text.map { lines.width + $0.unicodeScalars.count + tail <= FormatLines.limit } ?? false
        if let text, fits, !opens(content), !isBroken(entries) {
            lines.write(text)
        } else if text == nil || asJSON || opens(content) {
            spread(entries, open, close, base: base)
            lines.write(close.raw)
        } else {
            fill(entries, open, close, tail: tail)
        }
        if let comment = close.behind { lines.comment(comment, gap: close.gap) }
    }

    /// Writes entries on lines of their own, as they were in the text.
    private mutating func spread(_ entries: [FormatEntry], _ open: FormatToken, _ close: FormatToken, base: Int) {
        lines.write(open.raw)
        if let comment = open.behind { lines.comment(comment, gap: open.gap) }
        let keepsLines = opens(.flow(entries, open: open, close: close))
        var waiting: [FormatComment] = []
        for (number, commented) in entries.enumerated() {
            guard let first = commented.first else { continue }
            let entry = commented.withoutCommentsAbove
            // The comment after the entry follows its comma.
            let text = flat(entry.withoutCommentBehind)
            let width = text.map { lines.width + $0.unicodeScalars.count + 2 } ?? .max
            let joins = keepsLines && number > 0 && !first.beginsLine && width <= FormatLines.limit
            let above = waiting + first.above
            waiting = []
            if joins, !lines.isClosed, above.isEmpty {
                lines.write(" ")
            } else {
                for comment in above { own(comment, base + 2) }
                if first.isApart { lines.startBlank() }
                lines.start(base + 2)
            }
            let isLast = number == entries.count - 1
            spreadEntry(entry, text, base: base + 2, comma: isLast ? "" : ",", &waiting)
        }
        for comment in waiting + close.above { own(comment, base + 2) }
        lines.start(base)
    }

    private mutating func own(_ comment: FormatComment, _ indent: Int) {
        if comment.isApart { lines.startBlank() }
        lines.start(indent)
        lines.write(comment.text)
    }

    private mutating func spreadEntry(
        _ entry: FormatEntry, _ text: String?, base: Int, comma: String, _ waiting: inout [FormatComment]
    ) {
        var (node, behind) = (entry.value, [FormatToken]())
        if let text, lines.width + text.unicodeScalars.count + 1 <= FormatLines.limit {
            lines.write(text)
            if let last = entry.last { behind.append(last) }
        } else {
            if let key = entry.key {
                lines.write(flat(key) ?? "")
                if let colon = entry.colon { lines.write(key.isAlias ? " : " : ": "); behind.append(colon) }
            }
            for property in node.properties { lines.write(property.raw + " ") }
            switch node.content {
            case .flow(let inner, let open, var close):
                if close.behind != nil { behind.append(close) }
                close.behind = nil
                flow(.flow(inner, open: open, close: close), base: base, tail: 1)
            case .word(let token):
                lines.write(FormatWord.line(token, asJSON: asJSON))
                behind.append(token)
            default: if let token = entry.key?.lastWord { behind.append(token) }
            }
        }
        node.properties = []
        lines.write(comma)
        for token in behind { self.behind(token, &waiting) }
        if let sign = entry.comma {
            waiting += sign.above
            self.behind(sign, &waiting)
        }
    }

    /// Writes the comment after a token on its line, or keeps it for lines of their own.
    private mutating func behind(_ token: FormatToken, _ waiting: inout [FormatComment]) {
        guard let comment = token.behind else { return }
        if lines.isClosed || !waiting.isEmpty {
            waiting.append(FormatComment(text: comment.text, column: comment.column, isApart: false))
        } else {
            lines.comment(comment, gap: token.gap)
        }
    }

    /// Writes entries on as few lines as they need, below each other.
    private mutating func fill(_ entries: [FormatEntry], _ open: FormatToken, _ close: FormatToken, tail: Int) {
        let isMapping = open.kind == .flowMapping
        lines.write(isMapping ? "{ " : "[")
        let indent = lines.width
        for (number, entry) in entries.enumerated() {
            let isLast = number == entries.count - 1
            let text = flat(entry) ?? ""
            let after = isLast ? tail + (isMapping ? 2 : 1) : 1
            let width = text.unicodeScalars.count + after
            let beginsLine = entry.first?.beginsLine ?? false
            if number > 0, !beginsLine, lines.width + 1 + width <= FormatLines.limit {
                lines.write(" ")
            } else if number > 0 {
                lines.start(indent)
            }
            if lines.width + width <= FormatLines.limit || !entry.value.isFlow {
                lines.write(text)
            } else {
                if let key = entry.key { lines.write((flat(key) ?? "") + (key.isAlias ? " : " : ": ")) }
                for property in entry.value.properties { lines.write(property.raw + " ") }
                if case .flow(let inner, let open, let close) = entry.value.content {
                    fill(inner, open, close, tail: after)
                }
            }
            if !isLast { lines.write(",") }
        }
        lines.write(isMapping ? " }" : "]")
    }
}

extension FormatToken {
    /// Whether no comment is before or after it.
    var hasNoComment: Bool { above.isEmpty && behind == nil }
}

extension FormatEntry {
    /// The entry without the comments on lines before it, which are written first.
    fileprivate var withoutCommentsAbove: FormatEntry {
        var entry = self
        if key == nil { entry.value.clearAbove() } else { entry.key?.clearAbove() }
        return entry
    }
}

extension FormatEntry {
    /// The last token before the comma.
    fileprivate var last: FormatToken? {
        if case .empty = value.content { return colon ?? key?.last }
        return value.last
    }

    /// The entry without the comment after its last token.
    fileprivate var withoutCommentBehind: FormatEntry {
        var entry = self
        if case .empty = value.content {
            if colon != nil { entry.colon?.behind = nil } else { entry.key?.clearBehind() }
        } else {
            entry.value.clearBehind()
        }
        return entry
    }
}

extension FormatNode {
    /// The last token of a value, unless it is a block.
    fileprivate var last: FormatToken? {
        switch content {
        case .word(let token): token
        case .flow(_, _, let close): close
        case .empty, .block: nil
        }
    }

    fileprivate mutating func clearBehind() {
        switch content {
        case .word(var token):
            token.behind = nil
            content = .word(token)
        case .flow(let entries, let open, var close):
            close.behind = nil
            content = .flow(entries, open: open, close: close)
        case .empty, .block: break
        }
    }

    /// Removes the comments on lines before it, which are written already.
    mutating func clearAbove() {
        if !properties.isEmpty {
            properties[0].above = []
        } else if case .word(var token) = content {
            token.above = []
            content = .word(token)
        } else if case .flow(let entries, var open, let close) = content {
            open.above = []
            content = .flow(entries, open: open, close: close)
        }
    }

    var isAlias: Bool {
        if case .word(let token) = content { return token.kind == .alias }
        return false
    }

    var isFlow: Bool {
        if case .flow = content { return true }
        return false
    }

    /// The token of a scalar or alias.
    var lastWord: FormatToken? {
        if case .word(let token) = content { return token }
        return nil
    }
}
