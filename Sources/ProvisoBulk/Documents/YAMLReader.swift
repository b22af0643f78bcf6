internal import JSONBridge
internal import Proviso
internal import YAMLBridge

/// Reads one YAML document by the core schema of YAML 1.2.
struct YAMLReader {
    private let bytes: UnsafeRawBufferPointer
    /// Where the document begins in the source.
    private let base: Int
    private(set) var tree: DocumentTree
    /// The node of each anchor: `nil` while it is still being read.
    private var anchors: [String: DocumentTree.ID?] = [:]
    private var open: [Level] = []
    /// The byte of the last code point that was looked for.
    private var last = (index: 0, offset: 0)
    /// What readers of YAML 1.1 read otherwise.
    private(set) var others = OtherReadings()

    private struct Level {
        let node: DocumentTree.ID
        let anchor: String?
        let isMapping: Bool
        /// Whether the next node is a key.
        var expectsKey: Bool
    }

    /// Reads into a tree, which is empty.
    init(_ bytes: UnsafeRawBufferPointer, at base: Int, into tree: consuming DocumentTree) {
        self.bytes = bytes
        self.base = base
        self.tree = tree
    }

    /// The root of the document; `nil` if it is empty.
    mutating func read() throws(DocumentFault) -> DocumentTree.ID? {
        let start = bytes.assumingMemoryBound(to: CChar.self).baseAddress
        if prv_yaml_has_many_directives(start, bytes.count) != 0 {
            throw DocumentFault(
                offset: base, reason: "a YAML document may have \(PRV_YAML_MAX_DIRECTIVES) directives, and has more")
        }
        guard let events = prv_yaml_events_open(start, bytes.count) else {
            throw DocumentFault(offset: base, reason: "not enough memory")
        }
        defer { prv_yaml_events_close(events) }
        var event = prv_yaml_event()
        var root: DocumentTree.ID?
        while true {
            try next(&event, of: events)
            switch Int(event.kind) {
            case PRV_YAML_END: return root.flatMap { isEmpty($0) ? nil : $0 }
            case PRV_YAML_DOCUMENT where root != nil:
                throw DocumentFault(offset: offset(of: event.index), reason: "expected '---' before another document")
            case PRV_YAML_DOCUMENT: break
            case PRV_YAML_CLOSE: try close()
            default:
                let node = try add(event)
                if root == nil { root = node }
            }
        }
    }

    private mutating func next(_ event: inout prv_yaml_event, of events: OpaquePointer) throws(DocumentFault) {
        var problem = prv_yaml_problem()
        if prv_yaml_events_next(events, &event, &problem) != 0 { return }
        let reason = withUnsafeBytes(of: problem.reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let offset = offset(of: Int(problem.index))
        throw DocumentFault(offset: offset, reason: "not YAML: \(reason)\(advice(reason, at: offset - base))")
    }

    private func advice(_ reason: String, at offset: Int) -> String {
        let sign = offset < bytes.count ? bytes[offset] : 0
        if sign == 0x09 { return " (YAML is indented with spaces, not with tabs)" }
        if reason.holds("unknown escape character") {
            return " (in double quotes '\\' begins an escape: write '\\\\', or use single quotes)"
        }
        return ""
    }

    /// Whether a document has only comments.
    private func isEmpty(_ root: DocumentTree.ID) -> Bool { tree[root].kind == .null && tree[root].count == 0 }

    /// The byte of a code point; they come in the order of the text, so that it is read once.
    private mutating func offset(of index: Int) -> Int {
        if index < last.index { last = (0, 0) }
        while last.index < index, last.offset < bytes.count {
            last.offset += 1
            while last.offset < bytes.count, bytes[last.offset] & 0xC0 == 0x80 { last.offset += 1 }
            last.index += 1
        }
        return base + last.offset
    }

    // MARK: nodes

    private mutating func add(_ event: prv_yaml_event) throws(DocumentFault) -> DocumentTree.ID {
        let offset = offset(of: event.index)
        let parent = open.last?.node ?? DocumentTree.none
        let isKey = open.last?.expectsKey ?? false
        if isKey, ![PRV_YAML_SCALAR, PRV_YAML_ALIAS].contains(Int(event.kind)) {
            throw DocumentFault(offset: offset, reason: "expected a string as a key, found a list or a mapping")
        }
        if open.last?.isMapping == true { open[open.count - 1].expectsKey = !isKey }
        let anchor = event.anchor.map { String(cString: $0) }
        switch Int(event.kind) {
        case PRV_YAML_ALIAS: return try addAlias(anchor ?? "", at: offset, to: parent, isKey: isKey)
        case PRV_YAML_SCALAR:
            let node = try addScalar(event, at: offset, to: parent, isKey: isKey)
            if let anchor { anchors[anchor] = .some(node) }
            return node
        default:
            let isMapping = Int(event.kind) == PRV_YAML_MAPPING
            let node = tree.add(isMapping ? .mapping : .list, at: offset, to: parent)
            if open.count == Int(PRV_JSON_MAX_DEPTH) { throw .tooDeep(at: offset) }
            if let anchor { anchors[anchor] = .some(nil) }
            open.append(Level(node: node, anchor: anchor, isMapping: isMapping, expectsKey: isMapping))
            return node
        }
    }

    private mutating func close() throws(DocumentFault) {
        guard let level = open.popLast() else { return }
        if let anchor = level.anchor { anchors[anchor] = .some(level.node) }
        guard level.isMapping, let key = tree.repeatedKey(of: level.node) else { return }
        let name = String(decoding: tree.characters(of: key), as: UTF8.self)
        throw DocumentFault(offset: Int(tree[key].offset), reason: "the mapping has the key '\(name.visible)' twice")
    }

    private mutating func addAlias(
        _ anchor: String, at offset: Int, to parent: DocumentTree.ID, isKey: Bool
    ) throws(DocumentFault) -> DocumentTree.ID {
        guard let known = anchors[anchor] else {
            let near = Suggestion.hint(Suggestion.nearest(to: anchor, in: anchors.keys.sorted()))
            throw DocumentFault(offset: offset, reason: "no anchor '&\(anchor.visible)' before this alias\(near)")
        }
        guard let target = known else {
            throw DocumentFault(offset: offset, reason: "the alias '*\(anchor.visible)' is in what it repeats")
        }
        guard isKey else { return tree.add(aliasOf: target, at: offset, to: parent) }
        guard tree[target].kind != .list, tree[target].kind != .mapping else {
            throw DocumentFault(
                offset: offset, reason: "expected a string as a key, found an alias of a list or mapping")
        }
        return tree.add(.string, Array(tree.characters(of: target)), at: offset, to: parent)
    }

    private mutating func addScalar(
        _ event: prv_yaml_event, at offset: Int, to parent: DocumentTree.ID, isKey: Bool
    ) throws(DocumentFault) -> DocumentTree.ID {
        let text = UnsafeRawBufferPointer(start: event.text, count: event.length)
        let tag = event.tag.map { String(cString: $0) }
        let isPlain = event.is_plain != 0
        if isPlain, tag == nil { others.look(at: text, offset) }
        if isKey {
            let isMerge = isPlain && tag == nil && text.elementsEqual("<<".utf8) || tag == Self.core + "merge"
            return tree.add(isMerge ? .merge : .string, text, at: offset, to: parent)
        }
        guard let tag else {
            return add(isPlain ? CoreScalar(text) : .string, text, at: offset, to: parent)
        }
        let value = try scalar(text, tag, at: offset)
        return add(value, text, at: offset, to: parent)
    }

    private static let core = "tag:yaml.org,2002:"

    /// A scalar whose tag says what it is.
    private func scalar(_ text: UnsafeRawBufferPointer, _ tag: String, at offset: Int) throws(DocumentFault)
        -> CoreScalar
    {
        guard tag.hasPrefix(Self.core) else { return .string }
        let meant = CoreScalar(text)
        let kind = String(tag.dropFirst(Self.core.count))
        let fits =
            switch (kind, meant) {
            case ("null", .null), ("bool", .boolean), ("float", .number), ("float", .respelled): true
            case ("float", .infinity), ("float", .notANumber): true
            case ("int", .number), ("int", .respelled): Self.isInteger(text)
            default: false
            }
        if fits { return meant }
        guard ["null", "bool", "float", "int"].contains(kind) else { return .string }
        throw DocumentFault(offset: offset, reason: "the tag '!!\(kind)' does not fit its value")
    }

    private static func isInteger(_ number: UnsafeRawBufferPointer) -> Bool {
        number.starts(with: "0x".utf8) || !number.contains { ".eE".utf8.contains($0) }
    }

    private mutating func add(
        _ scalar: CoreScalar, _ text: UnsafeRawBufferPointer, at offset: Int, to parent: DocumentTree.ID
    ) -> DocumentTree.ID {
        switch scalar {
        // An empty document has no characters, and one that says null has some.
        case .null: tree.add(.null, text, at: offset, to: parent)
        case .boolean(let truth): tree.add(truth ? .true : .false, text, at: offset, to: parent)
        case .number: tree.add(.number, text, at: offset, to: parent)
        case .respelled(let number): tree.add(.number, number.utf8, at: offset, to: parent)
        case .infinity(let isNegative):
            tree.add(.number, (isNegative ? Self.negativeInfinity : Self.infinity).utf8, at: offset, to: parent)
        case .string, .notANumber: tree.add(.string, text, at: offset, to: parent)
        }
    }

    /// JSON has no infinite numbers: this one is larger than every double.
    static let infinity = "1e999"
    static let negativeInfinity = "-1e999"
}
