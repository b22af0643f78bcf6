internal import JSONBridge
internal import Proviso

/// Reads a TOML 1.0 document: its tables, keys and values with their places.
///
/// No library is used: those for Swift do not say where values are.
struct TOMLReader {
    var text: TOMLCursor
    private(set) var tree: DocumentTree
    private var tables: [DocumentTree.ID: Table] = [:]
    private var members: [Name: DocumentTree.ID] = [:]
    /// A number for each part of the document in which dotted keys may add to the same tables.
    private var section = 0

    /// How a table was defined, which decides what may be added to it.
    private enum Table: Equatable {
        /// By the header of a table in it.
        case implied
        case header
        /// By the dotted keys of a section.
        case dotted(section: Int)
        /// By `[[name]]`: a list whose last table gets the values.
        case list
        /// In braces, complete.
        case inline
    }

    private struct Name: Hashable {
        let parent: DocumentTree.ID
        let key: String
    }

    typealias Key = (name: String, offset: Int)

    init(_ bytes: UnsafeRawBufferPointer, at base: Int, into tree: consuming DocumentTree) {
        text = TOMLCursor(bytes, base: base)
        self.tree = tree
    }

    /// Reads the document, whose root is a table, if only an empty one.
    mutating func read() throws(DocumentFault) -> DocumentTree.ID {
        try text.checkCharacters()
        text.skipAll()
        let root = tree.add(.mapping, at: text.offset)
        tables[root] = .header
        var table = root
        while true {
            text.skipAll()
            guard let first = text.peek else { break }
            if first == UInt8(ascii: "[") {
                section += 1
                table = try header(in: root)
            } else {
                try member(of: table)
            }
            try text.endLine()
        }
        return root
    }

    // MARK: tables

    private mutating func header(in root: DocumentTree.ID) throws(DocumentFault) -> DocumentTree.ID {
        let isList = text.take("[[")
        if !isList { _ = text.take("[") }
        let keys = try self.keys()
        guard text.take(isList ? "]]" : "]") else { throw text.expected(isList ? "']]'" : "']'") }
        var table = root
        for key in keys.dropLast() { table = try enter(key, of: table, isHeader: true) }
        guard let last = keys.last else { return table }
        return isList ? try append(to: last, of: table) : try define(last, of: table)
    }

    private mutating func define(_ key: Key, of table: DocumentTree.ID) throws(DocumentFault) -> DocumentTree.ID {
        guard let found = members[Name(parent: table, key: key.name)] else {
            return add(key, to: table, .mapping, .header)
        }
        guard tables[found] == .implied else { throw repeated(key) }
        tables[found] = .header
        return found
    }

    private mutating func append(to key: Key, of table: DocumentTree.ID) throws(DocumentFault) -> DocumentTree.ID {
        let found = members[Name(parent: table, key: key.name)]
        guard found.map({ tables[$0] == .list }) ?? true else { throw repeated(key) }
        let list = found ?? add(key, to: table, .list, .list)
        let item = tree.add(.mapping, at: key.offset, to: list)
        tables[item] = .header
        return item
    }

    /// The table of a key that other keys follow.
    private mutating func enter(
        _ key: Key, of table: DocumentTree.ID, isHeader: Bool
    ) throws(DocumentFault) -> DocumentTree.ID {
        guard let found = members[Name(parent: table, key: key.name)] else {
            return add(key, to: table, .mapping, isHeader ? .implied : .dotted(section: section))
        }
        switch tables[found] {
        case .list where isHeader: return tree[found].last
        case .implied:
            if !isHeader { tables[found] = .dotted(section: section) }
            return found
        case .header where isHeader: return found
        case .dotted(let own) where isHeader || own == section: return found
        case nil:
            throw DocumentFault(offset: key.offset, reason: "'\(key.name.visible)' is a value and has no keys")
        default:
            throw DocumentFault(offset: key.offset, reason: "the table '\(key.name.visible)' is complete already")
        }
    }

    private mutating func add(
        _ key: Key, to table: DocumentTree.ID, _ kind: DocumentTree.Kind, _ how: Table
    ) -> DocumentTree.ID {
        _ = tree.add(.string, key.name.utf8, at: key.offset, to: table)
        let node = tree.add(kind, at: key.offset, to: table)
        members[Name(parent: table, key: key.name)] = node
        tables[node] = how
        return node
    }

    private func repeated(_ key: Key) -> DocumentFault {
        DocumentFault(offset: key.offset, reason: "the key '\(key.name.visible)' is there twice")
    }

    // MARK: members

    /// Reads `key = value`.
    private mutating func member(of table: DocumentTree.ID, depth: Int = 1) throws(DocumentFault) {
        let keys = try self.keys()
        guard text.take("=") else { throw text.expected("'=' after the key") }
        text.skipBlanks()
        var parent = table
        for key in keys.dropLast() { parent = try enter(key, of: parent, isHeader: false) }
        guard let last = keys.last else { return }
        let name = Name(parent: parent, key: last.name)
        if members[name] != nil { throw repeated(last) }
        _ = tree.add(.string, last.name.utf8, at: last.offset, to: parent)
        members[name] = try value(in: parent, depth: depth)
    }

    /// Reads a key with dots, and the blanks after it.
    private mutating func keys() throws(DocumentFault) -> [Key] {
        var keys: [Key] = []
        repeat {
            text.skipBlanks()
            keys.append((name: "", offset: text.offset))
            keys[keys.count - 1].name = try text.key()
            text.skipBlanks()
        } while text.take(".")
        return keys
    }

    // MARK: values

    private mutating func value(in parent: DocumentTree.ID, depth: Int) throws(DocumentFault) -> DocumentTree.ID {
        let offset = text.offset
        if depth > Int(PRV_JSON_MAX_DEPTH) { throw .tooDeep(at: offset) }
        switch text.peek {
        case UInt8(ascii: "["): return try list(at: offset, in: parent, depth: depth)
        case UInt8(ascii: "{"): return try table(at: offset, in: parent, depth: depth)
        default:
            switch try text.scalar() {
            case .string(let string): return tree.add(.string, string, at: offset, to: parent)
            case .number(let number): return tree.add(.number, number.utf8, at: offset, to: parent)
            case .boolean(let truth): return tree.add(truth ? .true : .false, at: offset, to: parent)
            }
        }
    }

    private mutating func list(
        at offset: Int, in parent: DocumentTree.ID, depth: Int
    ) throws(DocumentFault) -> DocumentTree.ID {
        let list = tree.add(.list, at: offset, to: parent)
        _ = text.take("[")
        while true {
            text.skipAll()
            if text.take("]") { return list }
            _ = try value(in: list, depth: depth + 1)
            text.skipAll()
            if text.take("]") { return list }
            guard text.take(",") else { throw text.expected("',' or ']'") }
        }
    }

    private mutating func table(
        at offset: Int, in parent: DocumentTree.ID, depth: Int
    ) throws(DocumentFault) -> DocumentTree.ID {
        let table = tree.add(.mapping, at: offset, to: parent)
        let outer = section
        // Its own section, which no other has.
        section = -1 - offset
        defer {
            section = outer
            tables[table] = .inline
        }
        _ = text.take("{")
        text.skipBlanks()
        if text.take("}") { return table }
        while true {
            try member(of: table, depth: depth + 1)
            text.skipBlanks()
            if text.take("}") { return table }
            guard text.take(",") else { throw text.expected("',' or '}'") }
        }
    }
}

/// A date, a time or both, as TOML writes them.
struct TOMLDate {
    /// In ISO form, with `T` and `Z`.
    let text: String

    init?(_ text: String) {
        let bytes = Array(text.utf8)
        var rest = bytes[...]
        let hasDate = bytes.count >= 10 && bytes[4] == UInt8(ascii: "-")
        if hasDate {
            guard Self.isDate(bytes[..<10]) else { return nil }
            rest = bytes[10...]
            if rest.isEmpty {
                self.text = text
                return
            }
            guard let sign = rest.first, [0x20, 0x54, 0x74].contains(sign) else { return nil }
            rest = rest.dropFirst()
        }
        guard let zone = Self.afterTime(rest), hasDate || zone.isEmpty, Self.isZone(zone) else { return nil }
        var parts = bytes
        if hasDate { parts[10] = UInt8(ascii: "T") }
        if parts.last == UInt8(ascii: "z") { parts[parts.count - 1] = UInt8(ascii: "Z") }
        self.text = String(decoding: parts, as: UTF8.self)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.allSatisfy { $0 &- 0x30 < 10 } ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }

    private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
        guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), let year = number(text[..<4]),
            let month = number(text[5..<7]), let day = number(text[8..<10]), (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
        return (1...days).contains(day)
    }

    /// What follows `HH:MM:SS` and a fraction; `nil` if it is not a time.
    private static func afterTime(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let colon = UInt8(ascii: ":")
        let start = text.startIndex
        guard text.count >= 8, text[start + 2] == colon, text[start + 5] == colon,
            let hour = number(text[start..<start + 2]), let minute = number(text[start + 3..<start + 5]),
            let second = number(text[start + 6..<start + 8]), hour < 24, minute < 60, second <= 60
        else { return nil }
        let rest = text[(start + 8)...]
        guard rest.first == UInt8(ascii: ".") else { return rest }
        let fraction = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
        return fraction.isEmpty ? nil : rest[fraction.endIndex...]
    }

    private static func isZone(_ text: ArraySlice<UInt8>) -> Bool {
        if text.isEmpty || text.elementsEqual("Z".utf8) || text.elementsEqual("z".utf8) { return true }
        let start = text.startIndex
        guard text.count == 6, text[start] == UInt8(ascii: "+") || text[start] == UInt8(ascii: "-"),
            text[start + 3] == UInt8(ascii: ":"), let hours = number(text[start + 1..<start + 3]),
            let minutes = number(text[start + 4..<start + 6])
        else { return false }
        return hours < 24 && minutes < 60
    }
}
