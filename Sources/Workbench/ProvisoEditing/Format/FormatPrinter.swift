internal import Proviso

/// Writes the tree of a rule file.
struct FormatPrinter {
    var lines = FormatLines()
    let asJSON: Bool
    /// The blocks that the last line is in: where their entries were, and where they are now.
    private var levels: [(old: Int, new: Int)] = []

    init(asJSON: Bool) { self.asJSON = asJSON }

    static func text(_ parser: FormatParser, asJSON: Bool) -> String {
        var printer = FormatPrinter(asJSON: asJSON)
        for token in parser.head { printer.startLine(token, at: 0, depth: 0, write: true) }
        if let first = parser.root.first {
            var isBlock = false
            if case .block = parser.root.content { isBlock = parser.root.properties.isEmpty }
            var root = parser.root
            if !isBlock {
                printer.startLine(first, at: 0, depth: 0, write: false)
                root.clearAbove()
            }
            printer.node(root, base: 0, parent: -2, depth: 0, isRoot: true)
        }
        for token in parser.tail {
            if token.kind == .marker {
                printer.startLine(token, at: 0, depth: 0, write: true)
            } else {
                printer.above(token, at: nil, depth: 0)
            }
        }
        return printer.lines.joined()
    }

    /// Starts the line of an entry, below its comments.
    private mutating func startLine(_ token: FormatToken, at indent: Int, depth: Int, write: Bool) {
        above(token, at: indent, depth: depth)
        if token.isApart { lines.startBlank() }
        lines.start(indent)
        if write {
            lines.write(token.raw)
            behind(token)
        }
    }

    /// Writes the comments on lines before a token; those that belong to a deeper block before it stay in that block.
    private mutating func above(_ token: FormatToken, at indent: Int?, depth: Int) {
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

    private mutating func behind(_ token: FormatToken) {
        if let comment = token.behind { lines.comment(comment, gap: token.gap) }
    }

    /// Writes a token on the line, or on a new one if the line has a comment or the token has comments before it.
    private mutating func put(_ token: FormatToken, _ text: String, space: Bool = false, indent: Int) {
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
    private mutating func node(_ node: FormatNode, base: Int, parent: Int, depth: Int, isRoot: Bool = false) {
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
        case .block(let entries, _): block(entries, at: inner, depth: depth, isCompact: false)
        }
    }

    private mutating func word(_ token: FormatToken, space: Bool, parent: Int) {
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
    private mutating func block(_ entries: [FormatEntry], at indent: Int, depth: Int, isCompact: Bool) {
        let padding = self.padding(entries)
        for (number, entry) in entries.enumerated() {
            guard let first = entry.first else { continue }
            if !(isCompact && number == 0) { startLine(first, at: indent, depth: depth, write: false) }
            levels.removeLast(max(0, levels.count - depth))
            levels.append((first.column, indent))
            if let dash = entry.dash { item(entry.value, dash, at: indent, depth: depth) }
            if let key = entry.key { pair(key, entry, at: indent, depth: depth, padding: padding[number]) }
        }
    }

    private mutating func item(_ value: FormatNode, _ dash: FormatToken, at indent: Int, depth: Int) {
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
    private func padding(_ entries: [FormatEntry]) -> [Int] {
        var result = Array(repeating: 0, count: entries.count)
        func column(_ index: Int) -> Int? {
            guard index < entries.count, entries[index].colon != nil, let first = entries[index].value.first,
                !first.beginsLine, first.column != .max, entries[index].key != nil
            else { return nil }
            return first.column
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
    private func name(_ entry: FormatEntry) -> String {
        var parts = entry.key?.properties.map(\.raw) ?? []
        if case .word(let token)? = entry.key?.content { parts.append(FormatWord.line(token, asJSON: asJSON)) }
        // Without the space `*a:` is the name of an alias.
        return parts.joined(separator: " ") + (entry.key?.isAlias ?? false ? " " : "")
    }

    private mutating func pair(_ key: FormatNode, _ entry: FormatEntry, at indent: Int, depth: Int, padding: Int) {
        lines.write(name(entry))
        if let colon = entry.colon {
            lines.write(":")
            behind(colon)
        }
        if !lines.isClosed { lines.write(String(repeating: " ", count: padding)) }
        var value = entry.value
        if case .flow = value.content, let entries = blockEntries(value, at: lines.width + 1) {
            value.content = .block(entries, isMapping: true)
        }
        node(value, base: indent, parent: indent, depth: depth + 1)
    }

    /// The entries of a block, or of a value in brackets that is too long for one line and is written as a block.
    private func blockEntries(_ node: FormatNode, at column: Int) -> [FormatEntry]? {
        if case .block(let entries, _) = node.content { return entries }
        guard !asJSON, node.properties.isEmpty, case .flow(let entries, let open, let close) = node.content,
            !entries.isEmpty, !opens(node.content), !isBroken(entries), close.behind == nil, open.above.isEmpty,
            let text = flat(node.content), column + text.unicodeScalars.count > FormatLines.limit
        else { return nil }
        var result: [FormatEntry] = []
        if open.kind == .flowMapping {
            guard entries.allSatisfy({ $0.key?.first != nil && $0.colon != nil }) else { return nil }
            result = entries
        } else {
            // A list of rules, but not a rule.
            guard entries.count > 1, entries.allSatisfy(\.isRule) else { return nil }
            result = entries.map { entry in
                var entry = entry
                entry.dash = FormatToken(.dash)
                return entry
            }
        }
        return result.map(\.asBlock)
    }
}

extension FormatEntry {
    /// Whether it can be a rule in a list of rules: a list, or a mapping with at least two keys.
    fileprivate var isRule: Bool {
        guard key == nil, case .flow(let entries, let open, _) = value.content else { return false }
        return entries.count > 1 && (open.kind == .flowMapping || entries.allSatisfy { $0.key == nil })
    }

    /// The entry with the layout that it has in a block: no comment belongs into it by its column.
    fileprivate var asBlock: FormatEntry {
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
}
