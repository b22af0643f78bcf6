/// Reads the words of a rule file by its indentation and brackets.
struct OutlineReader: ~Copyable {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    /// The start of the line of `index`.
    private var lineStart = 0
    private var depth = 0
    /// JSON has no words without quotation marks that matter, and its strings end in their line.
    private let isJSON: Bool
    private(set) var words: [RuleOutline.Word] = []
    private(set) var extents: [[OutlineStep]: Range<Int>] = [:]

    private static let maximumDepth = 64

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        let first = bytes.first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 }
        isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    mutating func read() {
        while index < bytes.count {
            let before = index
            block(parent: -1, path: [], takesList: false)
            if index == before { index += 1 }
        }
    }

    private var column: Int { index - lineStart }

    private func byte(_ offset: Int = 0) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0x0A }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    private static func isEnd(_ byte: UInt8) -> Bool { isBlank(byte) || byte == 0x0A }

    /// Moves to the next character other than blanks, line breaks and comments.
    private mutating func skipToContent() {
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A {
                index += 1
                lineStart = index
            } else if Self.isBlank(byte) {
                index += 1
            } else if byte == UInt8(ascii: "#"), index == lineStart || Self.isBlank(bytes[index - 1]) {
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
        while index < bytes.count, bytes[index] != 0x0A { index += 1 }
    }

    /// Reads the entries that are indented more than `parent`; a list of a key may begin in the key's column.
    private mutating func block(parent: Int, path: [OutlineStep], takesList: Bool) {
        depth += 1
        defer { depth -= 1 }
        var items = 0
        while true {
            skipToContent()
            guard index < bytes.count else { return }
            let isItem = byte() == UInt8(ascii: "-") && Self.isEnd(byte(1))
            let column = self.column
            guard column > parent || column == parent && takesList && isItem else { return }
            if depth > Self.maximumDepth {
                skipLine()
            } else if isItem {
                let start = index
                index += 1
                let item = path + [.item(items)]
                block(parent: column, path: item, takesList: false)
                extents[item] = start..<lastEnd(after: start)
                items += 1
            } else {
                entry(path, at: column)
            }
        }
    }

    /// The end of the last word or bracket, which `index` has passed.
    private func lastEnd(after start: Int) -> Int {
        var end = index
        while end > start, Self.isEnd(bytes[end - 1]) { end -= 1 }
        return end
    }

    /// Reads a key with its value, or a value alone.
    private mutating func entry(_ path: [OutlineStep], at column: Int) {
        let first = byte()
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
            flow(path, indentation: isJSON && path.isEmpty ? -1 : column - 1)
            return skipLine()
        }
        let start = index
        guard let key = word(path, inFlow: false) else { return skipLine() }
        skipBlanks()
        guard byte() == UInt8(ascii: ":"), Self.isEnd(byte(1)) else {
            words.append(key)
            return skipLine()
        }
        index += 1
        words.append(Self.key(key))
        let inner = path + [.key(key.text)]
        value(inner, below: column)
        extents[inner] = start..<lastEnd(after: start)
    }

    private static func key(_ word: RuleOutline.Word) -> RuleOutline.Word {
        RuleOutline.Word(
            range: word.range, text: word.text, path: word.path, isKey: true, isQuoted: word.isQuoted)
    }

    private mutating func value(_ path: [OutlineStep], below column: Int) {
        skipBlanks()
        switch byte() {
        case 0x0A, UInt8(ascii: "#"): block(parent: column, path: path, takesList: true)
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            flow(path, indentation: column)
            skipLine()
        case UInt8(ascii: "|"), UInt8(ascii: ">"): skipText(below: column)
        default:
            if let word = word(path, inFlow: false) { words.append(word) }
            skipLine()
        }
    }

    /// Moves to the end of a block of text.
    private mutating func skipText(below column: Int) {
        while index < bytes.count {
            skipLine()
            var next = min(index + 1, bytes.count)
            let start = next
            while next < bytes.count, Self.isBlank(bytes[next]) { next += 1 }
            guard next < bytes.count else { return index = next }
            if bytes[next] != 0x0A, next - start <= column { return }
            index += 1
            lineStart = index
        }
    }

    /// Reads a list or a mapping in brackets; it ends at the next entry of the block that it is in.
    private mutating func flow(_ path: [OutlineStep], indentation: Int) {
        depth += 1
        defer { depth -= 1 }
        let (start, isList) = (index, byte() == UInt8(ascii: "["))
        defer { extents[path] = start..<index }
        index += 1
        var items = 0
        var key: [OutlineStep] = []
        while true {
            let line = lineStart
            skipToContent()
            guard index < bytes.count, depth <= Self.maximumDepth else { return }
            let first = byte()
            let closes = first == UInt8(ascii: "]") || first == UInt8(ascii: "}")
            if line != lineStart, column <= indentation, !closes {
                // The next entry: the bracket was not closed. The block reads on from the line break before.
                return stepBack()
            }
            if closes { return index += 1 }
            let inner = (isList ? path + [.item(items)] : path) + key
            if first == UInt8(ascii: ",") {
                index += 1
                items += 1
                key = []
            } else if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
                flow(inner, indentation: indentation)
            } else if let word = word(inner, inFlow: true) {
                skipBlanks()
                if byte() == UInt8(ascii: ":"), word.isQuoted || Self.endsKey(byte(1)) {
                    index += 1
                    words.append(Self.key(word))
                    key = [.key(word.text)]
                } else {
                    words.append(word)
                }
            } else {
                index += 1
            }
        }
    }

    /// Moves to the line break before the line.
    private mutating func stepBack() {
        index = max(0, lineStart - 1)
        lineStart = index
        while lineStart > 0, bytes[lineStart - 1] != 0x0A { lineStart -= 1 }
    }

    private static func endsKey(_ byte: UInt8) -> Bool {
        isEnd(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    /// Reads a word; `nil` if there is none.
    private mutating func word(_ path: [OutlineStep], inFlow: Bool) -> RuleOutline.Word? {
        let start = index
        let mark = byte()
        if mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") { return quoted(mark, path) }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A { break }
            if byte == UInt8(ascii: ":"), inFlow ? Self.endsKey(self.byte(1)) : Self.isEnd(self.byte(1)) { break }
            if inFlow, byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { break }
            if byte == UInt8(ascii: "#"), index > start, Self.isBlank(bytes[index - 1]) { break }
            index += 1
        }
        var end = index
        while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
        guard end > start else { return nil }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        return RuleOutline.Word(range: start..<end, text: text, path: path, isKey: false, isQuoted: false)
    }

    private mutating func quoted(_ mark: UInt8, _ path: [OutlineStep]) -> RuleOutline.Word {
        let start = index
        index += 1
        var content: [UInt8] = []
        while index < bytes.count, bytes[index] != 0x0A {
            let byte = bytes[index]
            if byte == mark {
                guard mark == UInt8(ascii: "'"), self.byte(1) == mark else { break }
                index += 1
            } else if byte == UInt8(ascii: "\\"), mark == UInt8(ascii: "\""), self.byte(1) != 0x0A {
                index += 1
            }
            content.append(bytes[index])
            index += 1
        }
        let isClosed = byte() == mark && index < bytes.count
        var end = index
        if isClosed { index += 1; end = index }
        while !isClosed, end > start + 1, Self.isBlank(bytes[end - 1]) { end -= 1 }
        return RuleOutline.Word(
            range: start..<end, text: String(decoding: content, as: UTF8.self), path: path, isKey: false,
            isQuoted: isClosed)
    }
}
