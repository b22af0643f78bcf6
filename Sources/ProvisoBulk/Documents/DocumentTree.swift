internal import JSONBridge

/// A YAML or TOML document as it was read: nodes that know where they are.
struct DocumentTree {
    typealias ID = Int32

    enum Kind: UInt8 {
        case null, `true`, `false`
        /// A number or a string, whose characters are in `text`.
        case number, string
        /// Keys and values in turns.
        case mapping
        case list
        /// Another node, whose number is in `start`.
        case alias
        /// The key `<<`, whose value is merged into the mapping.
        case merge
    }

    struct Node {
        let kind: Kind
        /// Where it is in the source, in bytes.
        let offset: Int32
        var start: Int32 = 0
        var count: Int32 = 0
        var first: ID = none
        var last: ID = none
        var next: ID = none
    }

    static let none: ID = -1
    /// Larger documents are refused: nodes count bytes with 32 bits.
    static let maximumBytes = Int(Int32.max) / 2

    private(set) var nodes: [Node] = []
    private var text: [UInt8] = []

    subscript(id: ID) -> Node { nodes[Int(id)] }

    /// Forgets the document, and keeps the memory for the next one.
    mutating func removeAll() {
        nodes.removeAll(keepingCapacity: nodes.capacity < 1 << 16)
        text.removeAll(keepingCapacity: text.capacity < 1 << 20)
    }

    /// Adds a node as the last one of a list or mapping.
    mutating func add(_ kind: Kind, at offset: Int, to parent: ID = none) -> ID {
        add(Node(kind: kind, offset: Int32(offset)), to: parent)
    }

    mutating func add(
        _ kind: Kind, _ characters: some Collection<UInt8>, at offset: Int, to parent: ID = none
    ) -> ID {
        let start = text.count
        text += characters
        return add(
            Node(kind: kind, offset: Int32(offset), start: Int32(start), count: Int32(text.count - start)), to: parent)
    }

    mutating func add(aliasOf target: ID, at offset: Int, to parent: ID) -> ID {
        add(Node(kind: .alias, offset: Int32(offset), start: target), to: parent)
    }

    private mutating func add(_ node: Node, to parent: ID) -> ID {
        let id = ID(nodes.count)
        nodes.append(node)
        guard parent != Self.none else { return id }
        let last = nodes[Int(parent)].last
        if last == Self.none { nodes[Int(parent)].first = id } else { nodes[Int(last)].next = id }
        nodes[Int(parent)].last = id
        return id
    }

    func characters(of id: ID) -> ArraySlice<UInt8> {
        let node = self[id]
        return text[Int(node.start)..<Int(node.start) + Int(node.count)]
    }

    /// The node that an alias means.
    func target(of id: ID) -> ID {
        let node = self[id]
        return node.kind == .alias ? node.start : id
    }

    /// The keys of a mapping, each with its value.
    func members(of id: ID) -> Members { Members(tree: self, key: self[id].first) }

    struct Members: Sequence, IteratorProtocol {
        fileprivate let tree: DocumentTree
        fileprivate var key: ID

        mutating func next() -> (key: ID, value: ID)? {
            guard key != none else { return nil }
            let member = (key: key, value: tree[key].next)
            guard member.value != none else { return nil }
            key = tree[member.value].next
            return member
        }
    }

    /// The first key of a mapping that it has already.
    func repeatedKey(of id: ID) -> ID? {
        var known: Set<ArraySlice<UInt8>> = []
        var few: [ArraySlice<UInt8>] = []
        for (key, _) in members(of: id) {
            let name = characters(of: key)
            if few.count < 8 {
                if few.contains(name) { return key }
                few.append(name)
                continue
            }
            if known.isEmpty { known = Set(few) }
            if !known.insert(name).inserted { return key }
        }
        return nil
    }
}

/// Why a document cannot be read, and where in the source.
struct DocumentFault: Error {
    let offset: Int
    let reason: String

    static func tooDeep(at offset: Int, _ what: String = "nested", _ levels: Int = Int(PRV_JSON_MAX_DEPTH)) -> Self {
        DocumentFault(offset: offset, reason: "\(what) more than \(levels) levels deep")
    }
}

/// Where the values of converted documents are in the source.
struct PlaceMap {
    private var json: [UInt32] = []
    private var source: [UInt32] = []

    mutating func removeAll() {
        json.removeAll(keepingCapacity: json.capacity < 1 << 16)
        source.removeAll(keepingCapacity: source.capacity < 1 << 16)
    }

    /// Adds a value that begins after all others in the JSON.
    mutating func add(json offset: Int, source place: Int) {
        json.append(UInt32(clamping: offset))
        source.append(UInt32(clamping: place))
    }

    /// Removes the values that begin at an offset or after it.
    mutating func removeAll(from offset: Int) {
        let kept = firstIndex(atOrAfter: offset)
        json.removeLast(json.count - kept)
        source.removeLast(source.count - kept)
    }

    /// The place of the value that begins at an offset, or before it.
    func source(of offset: Int) -> Int {
        var index = firstIndex(atOrAfter: offset)
        if index == json.count || Int(json[index]) > offset { index -= 1 }
        return index < 0 ? 0 : Int(source[index])
    }

    private func firstIndex(atOrAfter offset: Int) -> Int {
        var (low, high) = (0, json.count)
        while low < high {
            let middle = (low + high) / 2
            if Int(json[middle]) < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
