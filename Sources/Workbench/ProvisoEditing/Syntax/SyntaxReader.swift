/// Reads a rule file by its indentation and brackets, from the first byte to the last.
struct SyntaxReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let recovers: Bool
    /// JSON has no strings of several lines.
    private let isJSON: Bool
    private var index = 0
    /// The start of the line of `index`.
    private var lineStart = 0
    private var depth = 0
    private var tree = SyntaxTree()
    /// A byte whose column in characters is known.
    private var counted = (offset: 0, column: 0)

    private static let maximumDepth = 200

    init(_ bytes: UnsafeBufferPointer<UInt8>, recovers: Bool) {
        (self.bytes, self.recovers) = (bytes, recovers)
        let first = bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    mutating func read() -> SyntaxTree {
        skipToContent()
        while index < bytes.count, isMarker || byte() == UInt8(ascii: "%") && column == 0 {
            let (start, isDirective) = (index, byte() == UInt8(ascii: "%"))
            if isDirective { _ = plainLine(inFlow: false) } else { index += 3 }
            tree.head.append(add(isDirective ? .directive : .marker, from: start))
            skipToContent()
        }
        var entries = block(parent: -1, takesList: false)
        while index < bytes.count {
            if isMarker {
                index += 3
                tree.tail.append(add(.marker, from: index - 3))
            } else {
                let before = index
                entries += block(parent: -1, takesList: false)
                if index == before { skipJunk() }
            }
            skipToContent()
        }
        tree.root = node(entries)
        tree.tail.append(add(.end, from: bytes.count))
        return tree
    }

    // MARK: bytes

    private var column: Int { index - lineStart }

    private func byte(_ offset: Int = 0) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0x0A }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    private func isEnd(at index: Int) -> Bool {
        index >= bytes.count || Self.isBlank(bytes[index]) || bytes.lineBreak(at: index) > 0
    }

    private func lineEnd(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes.lineBreak(at: end) == 0 { end += 1 }
        while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
        return end
    }

    /// Whether `---` or `...` begins here.
    private var isMarker: Bool {
        guard column == 0, index + 2 < bytes.count, byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: ".") else {
            return false
        }
        return byte(1) == byte() && byte(2) == byte() && isEnd(at: index + 3)
    }

    /// Moves to the next character other than blanks, line breaks and comments.
    private mutating func skipToContent() {
        while index < bytes.count {
            let length = bytes.lineBreak(at: index)
            if length > 0 {
                index += length
                lineStart = index
            } else if Self.isBlank(bytes[index]) || index == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                index += bytes[index] == 0xEF ? 3 : 1
            } else if bytes[index] == UInt8(ascii: "#") {
                skipLine()
            } else {
                return
            }
        }
    }

    private mutating func skipBlanks() {
        while index < bytes.count, Self.isBlank(bytes[index]) { index += 1 }
    }

    private mutating func skipLine() {
        while index < bytes.count, bytes.lineBreak(at: index) == 0 { index += 1 }
    }

    /// Moves after what has no place in the tree.
    private mutating func skipJunk() {
        skipBlanks()
        guard index < bytes.count, bytes.lineBreak(at: index) == 0, byte() != UInt8(ascii: "#") else { return }
        tree.strange = tree.strange ?? index
        skipLine()
    }

    // MARK: blocks

    /// Reads the entries that are indented more than `parent`; a list of a key may begin in the key's column.
    private mutating func block(parent: Int, takesList: Bool) -> [SyntaxEntry] {
        depth += 1
        defer { depth -= 1 }
        var entries: [SyntaxEntry] = []
        while true {
            skipToContent()
            guard index < bytes.count, !isMarker else { return entries }
            let isItem = byte() == UInt8(ascii: "-") && isEnd(at: index + 1)
            guard column > parent || column == parent && takesList && isItem else { return entries }
            if depth > Self.maximumDepth {
                skipJunk()
            } else {
                entries.append(isItem ? item() : entry(parent: parent))
            }
        }
    }

    /// The value that entries are: one without a key stands alone.
    private mutating func node(_ entries: [SyntaxEntry], _ properties: [SyntaxToken] = []) -> SyntaxNode {
        guard let only = entries.first else { return SyntaxNode(properties: properties) }
        if entries.count > 1, let stray = entries.first(where: { $0.dash == nil && $0.key == nil }) {
            tree.strange = tree.strange ?? stray.first?.range.lowerBound
        }
        guard entries.count == 1, only.dash == nil, only.key == nil else {
            return SyntaxNode(properties: properties, content: .block(entries))
        }
        return SyntaxNode(properties: properties + only.value.properties, content: only.value.content)
    }

    private mutating func item() -> SyntaxEntry {
        let column = self.column
        index += 1
        let dash = add(.dash, from: index - 1)
        return SyntaxEntry(dash: dash, value: node(block(parent: column, takesList: false)))
    }

    /// Reads a key with its value, or a value alone.
    private mutating func entry(parent: Int) -> SyntaxEntry {
        let (column, line) = (self.column, lineStart)
        if let entry = strangeEntry(parent: column) { return entry }
        var node = SyntaxNode(properties: properties())
        skipBlanks()
        if !node.properties.isEmpty,
            bytes.lineBreak(at: index) > 0 || index == bytes.count || byte() == UInt8(ascii: "#")
        {
            // The anchor of the block below.
            node = self.node(block(parent: parent, takesList: false), node.properties)
            return SyntaxEntry(value: node)
        }
        if node.properties.isEmpty || byte() != UInt8(ascii: ":") || !isEnd(at: index + 1) {
            guard inline(&node, parent: parent, inFlow: false) else { return SyntaxEntry(value: node) }
        }
        skipBlanks()
        guard lineStart == line, byte() == UInt8(ascii: ":"), isEnd(at: index + 1), index < bytes.count else {
            if node.word?.style != .lines { skipJunk() }
            return SyntaxEntry(value: node)
        }
        index += 1
        let colon = add(.colon, from: index - 1)
        return SyntaxEntry(key: node, colon: colon, value: value(below: column))
    }

    /// Reads `? key` and `: value`, which the tree has no form for.
    private mutating func strangeEntry(parent: Int) -> SyntaxEntry? {
        guard byte() == UInt8(ascii: "?") || byte() == UInt8(ascii: ":"), isEnd(at: index + 1) else { return nil }
        tree.strange = tree.strange ?? index
        index += 1
        return SyntaxEntry(value: node(block(parent: parent, takesList: false)))
    }

    /// Reads the value of a key.
    private mutating func value(below column: Int) -> SyntaxNode {
        skipBlanks()
        var node = SyntaxNode(properties: properties())
        skipBlanks()
        if index == bytes.count || bytes.lineBreak(at: index) > 0 || byte() == UInt8(ascii: "#") {
            return self.node(block(parent: column, takesList: true), node.properties)
        }
        if inline(&node, parent: column, inFlow: false), node.word?.style != .lines { skipJunk() }
        return node
    }

    private mutating func properties() -> [SyntaxToken] {
        var found: [SyntaxToken] = []
        while byte() == UInt8(ascii: "&") {
            let start = index
            var end = index + 1
            while end < bytes.count, bytes[end].isAnchorPart { end += 1 }
            guard end > start + 1, isEnd(at: end) || !recovers && "?:,]}%@`".utf8.contains(bytes[end]) else { break }
            index = end
            found.append(add(.property, from: start))
            skipBlanks()
        }
        return found
    }

    /// Reads a scalar, an alias or brackets; false if a bracket was not closed.
    private mutating func inline(_ node: inout SyntaxNode, parent: Int, inFlow: Bool) -> Bool {
        let start = index
        var end = index + 1
        switch byte() {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            node.content = flow(limit: parent)
            guard case .flow(_, _, let close) = node.content else { return false }
            return close.kind == .flowEnd
        case UInt8(ascii: "\""), UInt8(ascii: "'"): node.content = .word(quoted(parent: parent))
        case UInt8(ascii: "|") where !inFlow, UInt8(ascii: ">") where !inFlow:
            node.content = .word(lines(parent: parent) ?? plain(parent: parent, inFlow: false))
        case UInt8(ascii: "*"):
            while end < bytes.count, bytes[end].isAnchorPart { end += 1 }
            let isAlias = end > start + 1 && (isEnd(at: end) || inFlow && ",]}:".utf8.contains(bytes[end]))
            guard isAlias else { fallthrough }
            index = end
            node.content = .word(add(.alias, from: start))
        default: node.content = .word(plain(parent: parent, inFlow: inFlow))
        }
        return true
    }

    // MARK: brackets

    /// Reads a list or a mapping in brackets; while someone is typing it ends at the next entry of the block it is in.
    private mutating func flow(limit: Int) -> SyntaxContent {
        depth += 1
        defer { depth -= 1 }
        index += 1
        let open = add(bytes[index - 1] == UInt8(ascii: "[") ? .flowList : .flowMapping, from: index - 1)
        var entries: [SyntaxEntry] = []
        while true {
            skipToContent()
            guard index < bytes.count, depth <= Self.maximumDepth, !isBelow(limit) else {
                var close = SyntaxToken(.end)
                let end = tree.tokens.last?.range.upperBound ?? index
                close.range = end..<end
                return .flow(entries, open: open, close: close)
            }
            if byte() == UInt8(ascii: "]") || byte() == UInt8(ascii: "}") {
                index += 1
                return .flow(entries, open: open, close: add(.flowEnd, from: index - 1))
            }
            let start = index
            var entry = flowEntry(limit: limit)
            skipToContent()
            if byte() == UInt8(ascii: ","), index < bytes.count {
                index += 1
                entry.comma = add(.comma, from: index - 1)
            }
            entries.append(entry)
            if index == start { skipJunk() }
        }
    }

    /// Whether a new line begins the next entry of the block that brackets are in, which were not closed.
    private func isBelow(_ limit: Int) -> Bool {
        guard recovers, column <= limit, bytes[lineStart..<index].allSatisfy(Self.isBlank) else { return false }
        return byte() != UInt8(ascii: "]") && byte() != UInt8(ascii: "}")
    }

    private mutating func flowEntry(limit: Int) -> SyntaxEntry {
        if byte() == UInt8(ascii: ",") { return SyntaxEntry() }
        if byte() == UInt8(ascii: "?") && (!recovers || isEnd(at: index + 1))
            || byte() == UInt8(ascii: ":") && endsKey(at: index + 1)
        {
            tree.strange = tree.strange ?? index
            index += 1
            return SyntaxEntry()
        }
        var node = flowNode(limit: limit)
        skipToContent()
        let isQuoted = node.word.map { $0.style != .plain } ?? true
        guard index < bytes.count, byte() == UInt8(ascii: ":"), isQuoted || endsKey(at: index + 1),
            !isBelow(limit)
        else { return SyntaxEntry(value: node) }
        index += 1
        var entry = SyntaxEntry(key: node, colon: add(.colon, from: index - 1))
        skipToContent()
        node = SyntaxNode()
        if index < bytes.count, !",]}".utf8.contains(byte()), !isBelow(limit) {
            node = flowNode(limit: limit)
        }
        entry.value = node
        return entry
    }

    private mutating func flowNode(limit: Int) -> SyntaxNode {
        var node = SyntaxNode(properties: properties())
        skipToContent()
        if !node.properties.isEmpty, index == bytes.count || ",]}:".utf8.contains(byte()) { return node }
        _ = inline(&node, parent: limit, inFlow: true)
        return node
    }

    private func endsKey(at index: Int) -> Bool { isEnd(at: index) || ",]}[{".utf8.contains(bytes[index]) }

    // MARK: scalars

    /// Reads a scalar without quotes, also on several lines.
    private mutating func plain(parent: Int, inFlow: Bool) -> SyntaxToken {
        let start = index
        _ = plainLine(inFlow: inFlow)
        var (end, line) = (index, lineStart)
        while index < bytes.count {
            skipBlanks()
            guard bytes.lineBreak(at: index) > 0 else { break }
            while index < bytes.count, Self.isBlank(bytes[index]) || bytes.lineBreak(at: index) > 0 {
                let length = bytes.lineBreak(at: index)
                index += max(length, 1)
                if length > 0 { lineStart = index }
            }
            let isDeeper = inFlow ? !recovers || column > parent : column > parent
            guard index < bytes.count, isDeeper, byte() != UInt8(ascii: "#"), !isMarker else { break }
            if recovers, "[{".utf8.contains(byte()) || byte() == UInt8(ascii: "-") && isEnd(at: index + 1) { break }
            let (next, isKey) = (index, plainLine(inFlow: inFlow))
            if isKey || index == next { break }
            (end, line) = (index, lineStart)
        }
        (index, lineStart) = (end, line)
        if index == start { index += 1 }
        return add(.text, from: start) { ScalarText.folded($0, .plain) }
    }

    /// Moves to the end of a scalar in its line; true if it is a key.
    private mutating func plainLine(inFlow: Bool) -> Bool {
        let start = index
        var isKey = false
        while index < bytes.count, bytes.lineBreak(at: index) == 0 {
            let byte = bytes[index]
            if byte == UInt8(ascii: ":"), inFlow ? endsKey(at: index + 1) : isEnd(at: index + 1) {
                isKey = true
                break
            }
            if inFlow, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { break }
            if byte == UInt8(ascii: "#"), index > start, Self.isBlank(bytes[index - 1]) { break }
            index += 1
        }
        while index > start, Self.isBlank(bytes[index - 1]) { index -= 1 }
        return isKey
    }

    /// Reads a string in quotation marks, which may have several lines.
    private mutating func quoted(parent: Int) -> SyntaxToken {
        let (start, mark) = (index, byte())
        let style: SyntaxToken.Style = mark == UInt8(ascii: "'") ? .single : .double
        index += 1
        var (firstLine, line) = (0, lineStart)
        while index < bytes.count {
            let byte = bytes[index]
            let length = bytes.lineBreak(at: index)
            if length > 0 {
                if recovers, firstLine == 0 { firstLine = index }
                index += length
                line = index
                guard recovers else { continue }
                skipBlanks()
                let isDeeper = index - line > parent || bytes.lineBreak(at: index) > 0
                if isJSON || index == bytes.count || !isDeeper { break }
                continue
            }
            if byte == mark {
                guard mark == UInt8(ascii: "'"), self.byte(1) == mark else { break }
                index += 1
            } else if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\""), bytes.lineBreak(at: index + 1) == 0 {
                index += 1
            }
            index += 1
        }
        // What follows shows whether a quotation mark closes a string of several lines.
        let closes = firstLine == 0 || isEnd(at: index + 1) || ",]}:".utf8.contains(bytes[index + 1])
        let isClosed = index < bytes.count && bytes[index] == mark && closes
        if isClosed {
            index += 1
            lineStart = line
        } else {
            index = firstLine == 0 ? min(index, bytes.count) : firstLine
            while index > start + 1, Self.isBlank(bytes[index - 1]) { index -= 1 }
        }
        var token = add(.text, style, from: start) { bytes in
            ScalarText.folded(bytes.dropFirst().dropLast(isClosed ? 1 : 0), style)
        }
        token.isClosed = isClosed
        return token
    }

    /// Reads `|` or `>` with its lines; `nil` if it is something else.
    private mutating func lines(parent: Int) -> SyntaxToken? {
        let start = index
        let header = lineEnd(from: start)
        let signs = bytes[start + 1..<header].prefix { !Self.isBlank($0) && $0 != UInt8(ascii: "#") }
        guard signs.count <= 2, signs.allSatisfy({ "+-123456789".utf8.contains($0) }) else { return nil }
        let digit = signs.first { $0 > 0x30 }.map { Int($0 - 0x30) }
        skipLine()
        index += bytes.lineBreak(at: index)
        let text = ScalarText.block(
            in: bytes, at: &index, indent: digit.map { max(parent, 0) + $0 }, least: max(parent + 1, 1))
        lineStart = index
        let value = ScalarText.lines(
            text, isFolded: bytes[start] == UInt8(ascii: ">"), keeps: signs.contains(UInt8(ascii: "+")),
            strips: signs.contains(UInt8(ascii: "-")))
        return add(.text, .lines, from: start) { _ in value }
    }

    // MARK: tokens

    /// Adds the token that ends here, with the comments around it.
    @discardableResult
    private mutating func add(
        _ kind: SyntaxToken.Kind, _ style: SyntaxToken.Style = .plain, from start: Int,
        value: (Slice<UnsafeBufferPointer<UInt8>>) -> String = { _ in "" }
    ) -> SyntaxToken {
        var token = SyntaxToken(kind)
        let stop = max(index, start)
        (token.style, token.range) = (style, start..<stop)
        token.raw = String(decoding: bytes[start..<stop], as: UTF8.self)
        token.value = value(bytes[start..<stop])
        readGap(of: &token)
        token.column = column(at: start)
        if style == .lines { takeHeaderComment(&token) } else { takeComment(after: &token) }
        tree.tokens.append(token)
        return token
    }

    /// The column of a byte in characters; each call is for a later one.
    private mutating func column(at offset: Int) -> Int {
        while counted.offset < offset {
            let length = bytes.lineBreak(at: counted.offset)
            if length > 0 {
                counted = (counted.offset + length, 0)
            } else {
                if bytes[counted.offset] & 0xC0 != 0x80 { counted.column += 1 }
                counted.offset += 1
            }
        }
        return counted.column
    }

    /// Reads white space and comments between the token and the one before.
    private mutating func readGap(of token: inout SyntaxToken) {
        let last = tree.tokens.last
        // Lines of `|` and `>` end with a line break, which belongs to them; so do blank lines at their end.
        let isAfterLines = last.map { $0.style == .lines } ?? true
        var breaks = isAfterLines ? 1 + (last.map(Self.blankLines) ?? 0) : 0
        var beginsLine = isAfterLines
        var next = last?.range.upperBound ?? 0
        while next < token.range.lowerBound {
            let length = bytes.lineBreak(at: next)
            if length > 0 {
                (breaks, beginsLine) = (breaks + 1, true)
            } else if bytes[next] == UInt8(ascii: "#") {
                if beginsLine { token.above.append(comment(at: next, isApart: breaks > 1)) }
                while next < token.range.lowerBound, bytes.lineBreak(at: next) == 0 { next += 1 }
                breaks = 0
                continue
            }
            next += max(length, 1)
        }
        (token.beginsLine, token.isApart) = (beginsLine, breaks > 1)
    }

    private mutating func comment(at start: Int, isApart: Bool) -> SyntaxComment {
        let text = String(decoding: bytes[start..<lineEnd(from: start)], as: UTF8.self)
        return SyntaxComment(text: text, column: column(at: start), isApart: isApart)
    }

    private mutating func takeComment(after token: inout SyntaxToken) {
        var next = token.range.upperBound
        while next < bytes.count, Self.isBlank(bytes[next]) { next += 1 }
        guard next < bytes.count, bytes[next] == UInt8(ascii: "#") else { return }
        token.gap = next - token.range.upperBound
        token.behind = comment(at: next, isApart: false)
    }

    /// The number of blank lines at the end of a token, if they do not belong to its value.
    private static func blankLines(_ token: SyntaxToken) -> Int {
        guard !token.keepsBlankLines else { return 0 }
        let lines = token.raw.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
        return lines.reversed().prefix { $0.allSatisfy { $0 == " " } }.count
    }

    /// Makes the comment after `|` or `>` one after the token.
    private mutating func takeHeaderComment(_ token: inout SyntaxToken) {
        let end = lineEnd(from: token.range.lowerBound)
        guard let sign = bytes[token.range.lowerBound..<end].firstIndex(of: UInt8(ascii: "#")) else { return }
        token.behind = comment(at: sign, isApart: false)
        token.gap = bytes[token.range.lowerBound..<sign].reversed().prefix(while: Self.isBlank).count
    }
}

extension UInt8 {
    /// Whether the byte can be in the name of an anchor.
    fileprivate var isAnchorPart: Bool {
        let letter = self | 0x20
        return letter >= 0x61 && letter <= 0x7A || self >= 0x30 && self <= 0x39 || self == 0x5F || self == 0x2D
    }
}
