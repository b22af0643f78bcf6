internal import Proviso
internal import ProvisoRuleFiles

/// All places of a document that name an attribute of the record.
struct AttributeUses {
    struct Use {
        let range: Range<Int>
        let old: String
        /// Whether it is only the last name of the path, in a record of a case.
        let isKey: Bool
        let isExpression: Bool
        /// The path as it is written, with numbers for items.
        var written: [Substring] = []
        /// The word of an option that is also the name in a collection, which does not change.
        var stored: String?
        /// Whether only an object can give the attribute another name than in the collection.
        var isOfList = false
        var isJSON = false

        /// What to write for a new path; `nil` if a new name is not enough.
        func replacement(_ new: String) -> String? {
            if let stored {
                let (name, column) = (new + stored.dropFirst(old.count), stored)
                return isOfList
                    ? nil
                    : isJSON
                        ? "{ \(AnyValue.text(name).json): \(AnyValue.text(column).json) }" : "{ \(name): \(column) }"
            }
            let (before, after) = (old.split(separator: "."), new.split(separator: "."))
            if written.contains(where: { Int($0) != nil }), !old.hasSuffix(written.joined(separator: ".")) {
                guard after.count == written.count else { return nil }
                return zip(after, written).map { $0 == "*" ? $1 : $0 }.joined(separator: ".")
            }
            guard isKey else { return new }
            return before.dropLast() == after.dropLast() ? after.last.map(String.init) : nil
        }
    }

    private let document: TextDocument
    private var bytes: [UInt8] { document.lines.bytes }

    init(_ document: TextDocument) { self.document = document }

    /// The uses of a path, also as the beginning of a longer one, in the order of the text.
    func places(of name: String) -> [Use] {
        var uses: [Use] = []
        func add(_ range: Range<Int>, isKey: Bool = false, isExpression: Bool = false) {
            uses.append(Use(range: range, old: name, isKey: isKey, isExpression: isExpression))
        }
        for word in document.outline.words {
            let place = document.outline.place(word.path)
            guard place.scope.isEmpty else { continue }
            switch (place.role, word.isKey) {
            case (.attributes, false), (.map(.attribute, _), true):
                for part in AttributeWords.parts(of: word, in: document.lines) where begins(part.text, with: name) {
                    add(part.range.lowerBound..<part.range.lowerBound + name.utf8.count)
                }
            case (.path, false):
                guard let written = beginning(of: word.text, for: name) else { break }
                let end = word.inner.lowerBound + written.joined(separator: ".").utf8.count
                add(word.inner.lowerBound..<end)
                uses[uses.count - 1].written = written
            case (.record, true) where recordPath(word) == name: add(word.inner, isKey: true)
            case (.option, false) where place.option == .expression:
                for range in names(in: word, equalTo: name) { add(range, isExpression: true) }
                for range in members(in: word, of: name) { add(range, isKey: true, isExpression: true) }
            case (.option, false) where isMember(word, place, name): add(word.inner, isKey: true)
            case (.option, _) where begins(word.text, with: name):
                guard let named = document.outline.namedAttribute(word, place) else { break }
                guard named == .alsoInCollection else {
                    add(word.inner.lowerBound..<word.inner.lowerBound + name.utf8.count)
                    break
                }
                add(word.range)
                uses[uses.count - 1].stored = word.text
                uses[uses.count - 1].isJSON = document.outline.isJSON(bytes)
                if case .item = word.path.last { uses[uses.count - 1].isOfList = true }
            default: break
            }
        }
        return uses.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private func begins(_ path: String, with name: String) -> Bool { path == name || path.hasPrefix(name + ".") }

    /// The parts of a path of a value, such as `items.0.sku`, that are those of an attribute.
    private func beginning(of path: String, for name: String) -> [Substring]? {
        let (parts, wanted) = (path.split(separator: "."), name.split(separator: "."))
        guard parts.count >= wanted.count else { return nil }
        let isSame = zip(parts, wanted).allSatisfy { $0 == $1 || $1 == "*" && Int($0) != nil }
        return isSame ? Array(parts.prefix(wanted.count)) : nil
    }

    /// The path of a key in the record of a case, with `*` for items.
    private func recordPath(_ word: RuleOutline.Word) -> String {
        // tests, the number of the case, record; or before, and the number of the record
        let steps = word.path.dropFirst(word.path[2] == .key(TestKey.record.rawValue) ? 3 : 4).map { step in
            switch step {
            case .key(let key): key
            case .item: "*"
            }
        }
        return (steps + [word.text]).joined(separator: ".")
    }

    /// Whether an option names a member of the values that its rule is about, or of their items.
    private func isMember(_ word: RuleOutline.Word, _ place: OutlinePlace, _ name: String) -> Bool {
        guard let role = place.option, role.namesKeys || [.members, .discriminator].contains(role) else { return false }
        return document.outline.attributeWords(of: place.rule).contains { attribute in
            ["\(attribute.text).*.\(word.text)", "\(attribute.text).\(word.text)"].contains(name)
        }
    }

    /// The places of the last name of `items.*.price` in an expression: `items[0].price`, `items.map(i, i.price)`.
    private func members(in word: RuleOutline.Word, of name: String) -> [Range<Int>] {
        let parts = name.parts(between: ".*.")
        guard parts.count == 2 else { return [] }
        var found: [Range<Int>] = []
        for list in names(in: word, equalTo: String(parts[0])) {
            let end = word.inner.upperBound
            guard let (variable, scope) = variable(after: list.upperBound, before: end) else { continue }
            for use in names(in: word, equalTo: "\(variable).\(parts[1])") where scope.contains(use.lowerBound) {
                let last = parts[1].utf8.split(separator: UInt8(ascii: ".")).last?.count ?? 0
                found.append(use.upperBound - last..<use.upperBound)
            }
        }
        return found + indexed(word, String(parts[0]), String(parts[1]))
    }

    /// The last name of `items[0].price`.
    private func indexed(_ word: RuleOutline.Word, _ list: String, _ rest: String) -> [Range<Int>] {
        names(in: word, equalTo: list).compactMap { range in
            guard range.upperBound < word.inner.upperBound, bytes[range.upperBound] == UInt8(ascii: "["),
                let close = bytes[range.upperBound..<word.inner.upperBound].firstIndex(of: UInt8(ascii: "]"))
            else { return nil }
            let wanted = Array(".\(rest)".utf8)
            let end = close + 1 + wanted.count
            guard end <= word.inner.upperBound, bytes[close + 1..<end].elementsEqual(wanted),
                end == word.inner.upperBound || !bytes[end].isNamePart
            else { return nil }
            return end - (rest.utf8.split(separator: UInt8(ascii: ".")).last?.count ?? 0)..<end
        }
    }

    /// The variable of a macro such as `.map(i, …)` that begins at an offset, and where it is known.
    private func variable(after start: Int, before end: Int) -> (name: String, scope: Range<Int>)? {
        guard start < end, bytes[start] == UInt8(ascii: ".") else { return nil }
        var index = start + 1
        while index < end, bytes[index].isNamePart { index += 1 }
        guard index < end, bytes[index] == UInt8(ascii: "(") else { return nil }
        let open = index
        index += 1
        while index < end, bytes[index] == 0x20 { index += 1 }
        let first = index
        while index < end, bytes[index].isNamePart { index += 1 }
        let name = document.lines.string(first..<index)
        while index < end, bytes[index] == 0x20 { index += 1 }
        guard !name.isEmpty, index < end, bytes[index] == UInt8(ascii: ",") else { return nil }
        var depth = 0
        for place in open..<end {
            if bytes[place] == UInt8(ascii: "(") { depth += 1 }
            if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
            if depth == 0 { return (name, index..<place) }
        }
        return (name, index..<end)
    }

    /// The path in an expression that ends with the name at an offset.
    func path(in word: RuleOutline.Word, at offset: Int) -> (text: String, range: Range<Int>)? {
        var (start, end) = (offset, offset)
        while end < word.inner.upperBound, bytes[end].isNamePart { end += 1 }
        while start > word.inner.lowerBound, bytes[start - 1].isNamePart || bytes[start - 1] == UInt8(ascii: ".") {
            start -= 1
        }
        return start < end ? (document.lines.string(start..<end), start..<end) : nil
    }

    /// The places of a path in an expression, outside of its strings.
    private func names(in word: RuleOutline.Word, equalTo name: String) -> [Range<Int>] {
        let wanted = Array(name.utf8)
        var (found, index): ([Range<Int>], Int) = ([], word.inner.lowerBound)
        var quote: UInt8?
        while index < word.inner.upperBound {
            let byte = bytes[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte.isNamePart {
                var end = index
                while end < word.inner.upperBound, bytes[end].isNamePart { end += 1 }
                let last = index + wanted.count
                let follows = last < word.inner.upperBound ? bytes[last] : 0x20
                let isWhole =
                    last <= word.inner.upperBound && bytes[index..<last].elementsEqual(wanted)
                    && !follows.isNamePart && follows != UInt8(ascii: "(")
                if isWhole, index == word.inner.lowerBound || bytes[index - 1] != UInt8(ascii: ".") {
                    found.append(index..<last)
                    end = last
                }
                index = end
                continue
            }
            index += 1
        }
        return found
    }
}
