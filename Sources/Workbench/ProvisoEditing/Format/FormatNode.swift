internal import Proviso

/// A value of a rule file as it is written.
indirect enum FormatContent {
    case empty
    /// A scalar or an alias.
    case word(FormatToken)
    case block([FormatEntry], isMapping: Bool)
    case flow([FormatEntry], open: FormatToken, close: FormatToken)
}

/// A value with its anchor.
struct FormatNode {
    var properties: [FormatToken] = []
    var content = FormatContent.empty

    /// The first token that is written for it; `nil` for nothing.
    var first: FormatToken? {
        if let property = properties.first { return property }
        switch content {
        case .empty: return nil
        case .word(let token): return token
        case .flow(_, let open, _): return open
        case .block(let entries, _): return entries.first?.first
        }
    }
}

/// An item of a list, or a key with its value.
struct FormatEntry {
    /// The `-` of an item.
    var dash: FormatToken?
    var key: FormatNode?
    var colon: FormatToken?
    var value = FormatNode()
    var comma: FormatToken?

    var first: FormatToken? { dash ?? key?.first ?? value.first }
}

/// Makes a tree of tokens.
struct FormatParser {
    private let tokens: [FormatToken]
    private var next = 0
    /// What has no form of its own, such as a key that begins with `?`.
    private(set) var strange: FormatToken?

    /// What is before the value: directives and `---`.
    private(set) var head: [FormatToken] = []
    private(set) var root = FormatNode()
    /// `...`, and the end of the text.
    private(set) var tail: [FormatToken] = []

    init(_ tokens: [FormatToken]) {
        self.tokens = tokens
        while peek == .directive || peek == .marker { head.append(take()) }
        root = node(inMapping: false)
        while next < tokens.count { tail.append(take()) }
        if let odd = tail.first(where: { $0.kind != .marker && $0.kind != .end }) { strange = strange ?? odd }
    }

    private var peek: FormatToken.Kind { next < tokens.count ? tokens[next].kind : .end }

    private mutating func take() -> FormatToken {
        guard next < tokens.count else { return FormatToken(.end) }
        next += 1
        return tokens[next - 1]
    }

    private mutating func node(inMapping: Bool) -> FormatNode {
        var node = FormatNode()
        while peek == .property { node.properties.append(take()) }
        switch peek {
        case .text, .alias: node.content = .word(take())
        case .blockList:
            _ = take()
            node.content = .block(items(), isMapping: false)
            if peek == .blockEnd { _ = take() }
        case .dash where inMapping: node.content = .block(items(), isMapping: false)
        case .blockMapping:
            _ = take()
            node.content = .block(pairs(), isMapping: true)
            if peek == .blockEnd { _ = take() }
        case .flowList, .flowMapping: node.content = flow()
        default: break
        }
        return node
    }

    private mutating func items() -> [FormatEntry] {
        var entries: [FormatEntry] = []
        while peek == .dash {
            let dash = take()
            entries.append(FormatEntry(dash: dash, value: node(inMapping: false)))
        }
        return entries
    }

    private mutating func pairs() -> [FormatEntry] {
        var entries: [FormatEntry] = []
        while peek == .key || peek == .colon { entries.append(pair(isBlock: true)) }
        return entries
    }

    private mutating func pair(isBlock: Bool) -> FormatEntry {
        var entry = FormatEntry()
        if peek == .key {
            let sign = take()
            if !sign.raw.isEmpty { strange = strange ?? sign }
            entry.key = node(inMapping: false)
        }
        if entry.key?.first == nil, strange == nil { strange = tokens[min(next, tokens.count - 1)] }
        if peek == .colon {
            entry.colon = take()
            entry.value = node(inMapping: isBlock)
        }
        return entry
    }

    private mutating func flow() -> FormatContent {
        let open = take()
        var entries: [FormatEntry] = []
        while peek != .flowEnd, peek != .end {
            let start = next
            var entry = FormatEntry()
            if peek == .key || peek == .colon {
                entry = pair(isBlock: false)
            } else {
                entry.value = node(inMapping: false)
                // JSON has no tokens for keys.
                if peek == .colon {
                    entry.key = entry.value
                    entry.colon = take()
                    entry.value = node(inMapping: false)
                }
            }
            if peek == .comma { entry.comma = take() }
            entries.append(entry)
            if next == start {
                let odd = take()
                strange = strange ?? odd
            }
        }
        return .flow(entries, open: open, close: take())
    }
}
