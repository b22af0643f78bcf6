/// Writes the tree of a rule file.
struct FormatPrinter {
    var lines = FormatLines()
    let asJSON: Bool
    /// The blocks that the last line is in: where their entries were, and where they are now.
    private var levels: [(old: Int, new: Int)] = []

    init(asJSON: Bool) { self.asJSON = asJSON }

    static func text(_ tree: SyntaxTree, asJSON: Bool) -> String {
        var printer = FormatPrinter(asJSON: asJSON)
        for token in tree.head { printer.startLine(token, at: 0, depth: 0, write: true) }
        if let first = tree.root.first {
            var isBlock = false
            if case .block = tree.root.content { isBlock = tree.root.properties.isEmpty }
            var root = tree.root
            if !isBlock {
                printer.startLine(first, at: 0, depth: 0, write: false)
                root.clearAbove()
            }
            printer.node(root, base: 0, parent: -2, depth: 0, isRoot: true)
        }
        for token in tree.tail {
            if token.kind == .marker {
                printer.startLine(token, at: 0, depth: 0, write: true)
            } else {
                printer.above(token, at: nil, depth: 0)
            }
        }
        return printer.lines.joined()
    }

    /// Starts the line of an entry, below its comments.
    private mutating func startLine(_ token: SyntaxToken, at indent: Int, depth: Int, write: Bool) {
        above(token, at: indent, depth: depth)
        if token.isApart { lines.startBlank() }
        lines.start(indent)
        if write {
            lines.write(token.raw)
            behind(token)
        }
    }

    /// Writes the comments on lines before a token; those that belong to a deeper block before it stay in that block.
    private mutating func above(_ token: SyntaxToken, at indent: Int?, depth: Int) {
        for comment in token.above {
            if comment.isApart { lines.startBlank() }
            var place = indent ?? levels.first?.new ?? 0
            if indent == nil || comment.column > token.column {
                let deeper = levels.dropFirst(indent == nil ? 0 : depth + 1)
                place = deeper.last { $0.old <= comment.column }?.new ?? place
            }
            lines.start(place)
            lines.write(comment.text)
        }
    }

    private mutating func behind(_ token: SyntaxToken) {
        if let comment = token.behind { lines.comment(comment, gap: token.gap) }
    }

    /// Writes a token on the line, or on a new one if the line has a comment or the token has comments before it.
    private mutating func put(_ token: SyntaxToken, _ text: String, space: Bool = false, indent: Int) {
        if lines.isClosed || !token.above.isEmpty {
            for comment in token.above {
                lines.start(indent)
                lines.write(comment.text)
            }
            lines.start(indent)
        } else if space {
            lines.write(" ")
        }
        lines.write(text)
        behind(token)
    }

    /// Writes a value after `-` or a key: `base` is where its brackets close, `parent` the indentation around it.
    private mutating func node(_ node: SyntaxNode, base: Int, parent: Int, depth: Int, isRoot: Bool = false) {
        let inner = parent + 2
        var space = !isRoot
        for property in node.properties {
            put(property, property.raw, space: space, indent: inner)
            space = true
        }
        switch node.content {
        case .empty: break
        case .word(let token): word(token, space: space, parent: parent)
        case .flow(_, let open, _):
            if lines.isClosed || !open.above.isEmpty {
                put(open, "", indent: inner)
            } else if space {
                lines.write(" ")
            }
            flow(node.content, base: lines.width <= inner ? inner : base, tail: 0)
        case .block(let entries): block(entries, at: inner, depth: depth, isCompact: false)
        }
    }

    private mutating func word(_ token: SyntaxToken, space: Bool, parent: Int) {
        if token.style == .lines {
            let (header, content) = FormatWord.block(
                token, oldParent: levels.last?.old ?? 0, parent: max(parent, 0))
            put(token, header, space: space, indent: parent + 2)
            for line in content { lines.verbatim(line) }
            return
        }
        let text = FormatWord.line(token, asJSON: asJSON)
        let isLong = token.style != .plain || token.value.utf8.count > 80
        guard token.raw.utf8.contains(0x0A), isLong, lines.width + text.unicodeScalars.count > FormatLines.limit else {
            return put(token, text, space: space, indent: parent + 2)
        }
        let parts = FormatWord.lines(token)
        var first = token
        first.behind = nil
        put(first, parts[0], space: space, indent: parent + 2)
        for part in parts.dropFirst() {
            lines.start(part.isEmpty ? 0 : parent + 2)
            lines.write(part)
        }
        behind(token)
    }

    /// Writes the entries of a block; the first one of a compact block is on the line of the `-` before it.
    private mutating func block(_ entries: [SyntaxEntry], at indent: Int, depth: Int, isCompact: Bool) {
        let padding = self.padding(entries, at: indent)
        for (number, entry) in entries.enumerated() {
            guard let first = entry.first else { continue }
            if !(isCompact && number == 0) { startLine(first, at: indent, depth: depth, write: false) }
            levels.removeLast(max(0, levels.count - depth))
            levels.append((first.column, indent))
            if let dash = entry.dash { item(entry.value, dash, at: indent, depth: depth) }
            if let key = entry.key { pair(key, entry, at: indent, depth: depth, padding: padding[number]) }
        }
    }

    private mutating func item(_ value: SyntaxNode, _ dash: SyntaxToken, at indent: Int, depth: Int) {
        lines.write("-")
        behind(dash)
        let fits = value.properties.isEmpty && dash.behind == nil && (value.first?.above.isEmpty ?? true)
        let entries = blockEntries(value, at: lines.width + 1)
        if fits, let entries {
            lines.write(" ")
            return block(entries, at: indent + 2, depth: depth + 1, isCompact: true)
        }
        node(value, base: indent + 2, parent: indent, depth: depth + 1)
    }

    /// How many spaces more than one are before each value: values in one column stay in one column.
    private func padding(_ entries: [SyntaxEntry], at indent: Int) -> [Int] {
        var result = Array(repeating: 0, count: entries.count)
        func column(_ index: Int) -> Int? {
            guard index < entries.count, entries[index].colon != nil, let key = entries[index].key?.first,
                let first = entries[index].value.first, !first.beginsLine, first.column != .max
            else { return nil }
            // What becomes a block leaves the column.
            guard case .flow = entries[index].value.content else { return first.column }
            let place = indent + first.column - key.column
            return blockEntries(entries[index].value, at: place) == nil ? first.column : nil
        }
        var index = 0
        while index < entries.count {
            var stop = index + 1
            guard let place = column(index) else {
                index = stop
                continue
            }
            while column(stop) == place { stop += 1 }
            let widths = entries[index..<stop].map { name($0).unicodeScalars.count }
            let gap = entries[index..<stop].map { place - ($0.colon?.column ?? 0) - 1 }.min() ?? 1
            let widest = widths.max() ?? 0
            // A key alone has no column to keep.
            for (number, width) in widths.enumerated() where widths.count > 1 && widths.contains(where: { $0 < widest })
            {
                result[index + number] = widest - width + max(gap, 1) - 1
            }
            index = stop
        }
        return result
    }

    /// A key as it is written.
    private func name(_ entry: SyntaxEntry) -> String {
        var parts = entry.key?.properties.map(\.raw) ?? []
        if case .word(let token)? = entry.key?.content { parts.append(FormatWord.line(token, asJSON: asJSON)) }
        // Without the space `*a:` is the name of an alias.
        return parts.joined(separator: " ") + (entry.key?.isAlias ?? false ? " " : "")
    }

    private mutating func pair(_ key: SyntaxNode, _ entry: SyntaxEntry, at indent: Int, depth: Int, padding: Int) {
        lines.write(name(entry))
        if let colon = entry.colon {
            lines.write(":")
            behind(colon)
        }
        if !lines.isClosed { lines.write(String(repeating: " ", count: padding)) }
        var value = entry.value
        if case .flow = value.content, let entries = blockEntries(value, at: lines.width + 1) {
            value.content = .block(entries)
        }
        node(value, base: indent, parent: indent, depth: depth + 1)
    }

    /// The entries of a block, or of a value in brackets that is too long for one line and is written as a block.
    private func blockEntries(_ node: SyntaxNode, at column: Int) -> [SyntaxEntry]? {
        if case .block(let entries) = node.content { return entries }
        guard !asJSON, node.properties.isEmpty, case .flow(let entries, let open, let close) = node.content,
            !entries.isEmpty, !opens(node.content), !isBroken(entries), close.behind == nil, open.above.isEmpty,
            let text = flat(node.content), column + text.unicodeScalars.count > FormatLines.limit
        else { return nil }
        var result: [SyntaxEntry] = []
        if open.kind == .flowMapping {
            guard entries.allSatisfy({ $0.key?.first != nil && $0.colon != nil }) else { return nil }
            result = entries
        } else {
            // A list of rules, but not a rule.
            guard entries.count > 1, entries.allSatisfy(\.isRule) else { return nil }
            result = entries.map { entry in
                var entry = entry
                entry.dash = SyntaxToken(.dash)
                return entry
            }
        }
        return result.map(\.asBlock)
    }
}

/// Lists and mappings in brackets.
extension FormatPrinter {
    /// A value in brackets on one line; `nil` if comments are in it.
    func flat(_ content: SyntaxContent) -> String? {
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

    private func flat(_ entry: SyntaxEntry) -> String? {
        guard let key = entry.key else { return flat(entry.value) }
        guard let name = flat(key) else { return nil }
        guard let colon = entry.colon else { return name }
        guard colon.hasNoComment, let value = flat(entry.value) else { return nil }
        // Without the space `*a:` is the name of an alias.
        let sign = key.isAlias ? " :" : ":"
        return value.isEmpty ? name + sign : "\(name)\(sign) \(value)"
    }

    private func flat(_ node: SyntaxNode) -> String? {
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
    func opens(_ content: SyntaxContent) -> Bool {
        guard case .flow(let entries, _, _) = content else { return false }
        return entries.first?.first?.beginsLine ?? false
    }

    /// Whether the text has several lines of entries, which stay.
    func isBroken(_ entries: [SyntaxEntry]) -> Bool {
        entries.dropFirst().contains { $0.first?.beginsLine ?? false }
    }

    /// Writes a value in brackets; `tail` is the number of characters that must follow on its last line.
    mutating func flow(_ content: SyntaxContent, base: Int, tail: Int) {
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
    private mutating func spread(_ entries: [SyntaxEntry], _ open: SyntaxToken, _ close: SyntaxToken, base: Int) {
        lines.write(open.raw)
        if let comment = open.behind { lines.comment(comment, gap: open.gap) }
        let keepsLines = opens(.flow(entries, open: open, close: close))
        var waiting: [SyntaxComment] = []
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

    private mutating func own(_ comment: SyntaxComment, _ indent: Int) {
        if comment.isApart { lines.startBlank() }
        lines.start(indent)
        lines.write(comment.text)
    }

    private mutating func spreadEntry(
        _ entry: SyntaxEntry, _ text: String?, base: Int, comma: String, _ waiting: inout [SyntaxComment]
    ) {
        var (node, behind) = (entry.value, [SyntaxToken]())
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
            default: if let token = entry.key?.word { behind.append(token) }
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
    private mutating func behind(_ token: SyntaxToken, _ waiting: inout [SyntaxComment]) {
        guard let comment = token.behind else { return }
        if lines.isClosed || !waiting.isEmpty {
            waiting.append(SyntaxComment(text: comment.text, column: comment.column, isApart: false))
        } else {
            lines.comment(comment, gap: token.gap)
        }
    }

    /// Writes entries on as few lines as they need, below each other.
    private mutating func fill(_ entries: [SyntaxEntry], _ open: SyntaxToken, _ close: SyntaxToken, tail: Int) {
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

extension SyntaxEntry {
    /// Whether it can be a rule in a list of rules: a list, or a mapping with at least two keys.
    fileprivate var isRule: Bool {
        guard key == nil, case .flow(let entries, let open, _) = value.content else { return false }
        return entries.count > 1 && (open.kind == .flowMapping || entries.allSatisfy { $0.key == nil })
    }

    /// The entry with the layout that it has in a block: no comment belongs into it by its column.
    fileprivate var asBlock: SyntaxEntry {
        var entry = self
        dash.map {
            var dash = $0; (dash.column, dash.isApart) = (.max, false); entry.dash = dash
        }
        if entry.key != nil {
            if let property = key?.properties.first {
                var property = property
                (property.column, property.isApart) = (.max, false)
                entry.key?.properties[0] = property
            } else if case .word(var token)? = key?.content {
                (token.column, token.isApart) = (.max, false)
                entry.key?.content = .word(token)
            }
        }
        return entry
    }

    /// The entry without the comments on lines before it, which are written first.
    fileprivate var withoutCommentsAbove: SyntaxEntry {
        var entry = self
        if key == nil { entry.value.clearAbove() } else { entry.key?.clearAbove() }
        return entry
    }

    /// The last token before the comma.
    fileprivate var last: SyntaxToken? {
        if case .empty = value.content { return colon ?? key?.last }
        return value.last
    }

    /// The entry without the comment after its last token.
    fileprivate var withoutCommentBehind: SyntaxEntry {
        var entry = self
        if case .empty = value.content {
            if colon != nil { entry.colon?.behind = nil } else { entry.key?.clearBehind() }
        } else {
            entry.value.clearBehind()
        }
        return entry
    }
}

extension SyntaxNode {
    /// The last token of a value, unless it is a block.
    fileprivate var last: SyntaxToken? {
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
}
