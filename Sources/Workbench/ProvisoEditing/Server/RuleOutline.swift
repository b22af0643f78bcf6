/// A step of the way to a part of a rule file.
enum OutlineStep: Hashable, Sendable {
    case key(String)
    case item(Int)
}

/// The words of a rule file, each with its way from the top.
///
/// It reads YAML and JSON, also text that is neither because someone is typing. It never fails: what it cannot read it
/// takes as words.
struct RuleOutline: Sendable {
    /// A key or a scalar.
    struct Word: Sendable {
        /// The bytes, with quotation marks.
        var range: Range<Int>
        let text: String
        /// The way to the value; for a key, the way to its mapping.
        let path: [OutlineStep]
        let isKey: Bool
        let isQuoted: Bool

        /// The bytes without quotation marks.
        var inner: Range<Int> {
            guard isQuoted, range.count > 1 else { return range }
            return range.lowerBound + 1..<range.upperBound - 1
        }
    }

    private(set) var words: [Word] = []
    /// The bytes of each item and member that has parts, by its way.
    private(set) var extents: [[OutlineStep]: Range<Int>] = [:]
    private var scalars: [[OutlineStep]: Int] = [:]

    init(_ bytes: [UInt8]) {
        add(SyntaxTree(bytes, recovers: true).root, [])
        for (index, word) in words.enumerated() where !word.isKey { scalars[word.path] = index }
    }

    /// Adds the words of a value; the result is where it ends.
    @discardableResult
    private mutating func add(_ node: SyntaxNode, _ path: [OutlineStep]) -> Int {
        switch node.content {
        case .empty: return node.properties.last?.range.upperBound ?? 0
        case .word(let token):
            // The lines of `|` and `>` are not a word.
            guard token.style == .lines else {
                words.append(Self.word(token, path))
                return token.range.upperBound
            }
            return token.range.upperBound - token.raw.utf8.reversed().prefix { $0 == 0x0A || $0 == 0x20 }.count
        case .block(let entries):
            var (items, end) = (0, 0)
            for entry in entries {
                let item = entry.dash == nil ? path : path + [.item(items)]
                if entry.dash != nil { items += 1 }
                end = add(entry, item, isOfBlock: true)
                if let dash = entry.dash { extents[item] = dash.range.lowerBound..<end }
            }
            return end
        case .flow(let entries, let open, let close):
            var items = 0
            for entry in entries {
                add(entry, open.kind == .flowList ? path + [.item(items)] : path, isOfBlock: false)
                if entry.comma != nil { items += 1 }
            }
            extents[path] = open.range.lowerBound..<close.range.upperBound
            return close.range.upperBound
        }
    }

    @discardableResult
    private mutating func add(_ entry: SyntaxEntry, _ path: [OutlineStep], isOfBlock: Bool) -> Int {
        guard let key = entry.key, let colon = entry.colon else {
            return max(add(entry.value, path), entry.dash?.range.upperBound ?? 0)
        }
        guard let token = key.word else {
            add(key, path)
            return add(entry.value, path)
        }
        let word = Self.word(token, path, isKey: true)
        words.append(word)
        let inner = path + [.key(word.text)]
        let end = max(add(entry.value, inner), colon.range.upperBound)
        if isOfBlock { extents[inner] = word.range.lowerBound..<end }
        return end
    }

    private static func word(_ token: SyntaxToken, _ path: [OutlineStep], isKey: Bool = false) -> Word {
        Word(
            range: token.range, text: token.kind == .text ? token.value : token.raw, path: path, isKey: isKey,
            isQuoted: token.style != .plain && token.isClosed)
    }

    /// The scalar at the end of a way.
    func scalar(_ path: [OutlineStep]) -> Word? { scalars[path].map { words[$0] } }

    /// The word at or directly before an offset.
    func word(at offset: Int) -> Word? {
        words.first { $0.range.lowerBound <= offset && offset < $0.range.upperBound }
            ?? words.last { $0.range.upperBound == offset }
    }

    /// The first word that begins at an offset or after it; words are in the order of the text.
    func word(from offset: Int) -> Word? {
        var (low, high) = (0, words.count)
        while low < high {
            let middle = (low + high) / 2
            if words[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
        }
        return low < words.count ? words[low] : nil
    }

    /// The last word that ends at an offset or before it.
    func word(before offset: Int) -> Word? {
        let next = word(from: offset).flatMap { next in words.lastIndex { $0.range == next.range } } ?? words.count
        return words[..<next].last { $0.range.upperBound <= offset }
    }

    /// The bytes of the smallest part that begins at an offset.
    func extent(from offset: Int) -> Range<Int>? {
        guard let word = word(from: offset) else { return nil }
        return (0...word.path.count).lazy.compactMap { extents[Array(word.path.prefix($0))] }
            .filter { $0.lowerBound == offset }.min { $0.count < $1.count }
    }

    /// The outermost key of a name within a range.
    func key(_ name: String, in range: Range<Int>) -> Word? {
        words.lazy.filter { $0.isKey && $0.text == name && range.contains($0.range.lowerBound) }
            .min { $0.path.count < $1.path.count }
    }

    /// The keys of a mapping.
    func keys(of path: [OutlineStep]) -> [Word] { words.filter { $0.isKey && $0.path == path } }
}
