internal import JSONBridge

/// Writes documents as JSON, and remembers from where each value comes.
struct DocumentWriter {
    /// The JSON of all documents so far.
    private(set) var output: [UInt8] = []
    private(set) var places = PlaceMap()
    private var tree = DocumentTree()
    /// Where the current document begins in the output, and how long it may become.
    private var start = 0
    private var limit = 0
    /// How many bytes aliases and merges may add to it, and how many they have added.
    private var allowance = 0
    private var added = 0
    /// How many copies are being written, one in the other, and where the outermost one begins.
    private var copies = 0
    private var copyStart = 0

    private typealias ID = DocumentTree.ID
    private typealias Member = (key: ID, value: ID)

    /// How deep mappings may be merged into each other.
    private static let mostMerges = 64

    mutating func removeAll() {
        output.removeAll(keepingCapacity: output.capacity < 1 << 20)
        places.removeAll()
    }

    /// Adds a document; `bytes` is its size in the source.
    ///
    /// What cannot be written leaves nothing.
    /// Aliases may multiply its size by a hundred: real documents repeat themselves a few times, bombs 10^9 times.
    mutating func write(
        _ tree: DocumentTree, _ root: DocumentTree.ID, bytes: Int, limit: Int
    ) throws(DocumentFault) {
        self.tree = tree
        self.limit = limit
        (start, added, copies, allowance) = (output.count, 0, 0, 4096 + 100 * bytes)
        do throws(DocumentFault) {
            try write(root, depth: 1)
        } catch {
            removeAll(from: start)
            throw error
        }
    }

    /// Removes what was written from an offset on.
    mutating func removeAll(from offset: Int) {
        output.removeLast(output.count - offset)
        places.removeAll(from: offset)
    }

    /// Adds null in place of what cannot be read, with the place of the fault.
    mutating func writeNull(at source: Int) {
        places.add(json: output.count, source: source)
        output += "null".utf8
    }

    private mutating func write(_ id: ID, depth: Int) throws(DocumentFault) {
        let node = tree[id]
        places.add(json: output.count, source: Int(node.offset))
        switch node.kind {
        case .null: output += "null".utf8
        case .true: output += "true".utf8
        case .false: output += "false".utf8
        case .number: output += tree.characters(of: id)
        case .string, .merge: string(tree.characters(of: id))
        case .alias:
            do throws(DocumentFault) {
                try copy(node.start, depth: depth)
            } catch {
                // The alias is what multiplies.
                throw DocumentFault(offset: Int(node.offset), reason: error.reason)
            }
        case .list: try list(node, depth: depth)
        case .mapping: try mapping(id, node, depth: depth)
        }
        try check(node)
    }

    /// Writes what an alias or a merge repeats.
    private mutating func copy(_ id: ID, depth: Int) throws(DocumentFault) {
        if copies == 0 { copyStart = output.count }
        copies += 1
        try write(id, depth: depth)
        copies -= 1
        if copies == 0 { added += output.count - copyStart }
    }

    private func check(_ node: DocumentTree.Node) throws(DocumentFault) {
        let repeated = added + (copies > 0 ? output.count - copyStart : 0)
        if repeated > allowance {
            let reason = "aliases repeat more than 100 times of what the document has"
            throw DocumentFault(offset: Int(node.offset), reason: reason)
        }
        if output.count - start > limit {
            throw DocumentFault(offset: Int(node.offset), reason: "the document is too large to be one record")
        }
    }

    private mutating func list(_ node: DocumentTree.Node, depth: Int) throws(DocumentFault) {
        try descend(to: depth, node)
        output.append(UInt8(ascii: "["))
        var item = node.first
        while item != DocumentTree.none {
            if item != node.first { output.append(UInt8(ascii: ",")) }
            try write(item, depth: depth + 1)
            item = tree[item].next
        }
        output.append(UInt8(ascii: "]"))
    }

    private mutating func mapping(_ id: ID, _ node: DocumentTree.Node, depth: Int) throws(DocumentFault) {
        try descend(to: depth, node)
        output.append(UInt8(ascii: "{"))
        let (members, own) = try members(of: id, merges: 0)
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            string(tree.characters(of: member.key))
            output.append(UInt8(ascii: ":"))
            if index < own {
                try write(member.value, depth: depth + 1)
            } else {
                try copy(member.value, depth: depth + 1)
            }
        }
        output.append(UInt8(ascii: "}"))
    }

    private func descend(to depth: Int, _ node: DocumentTree.Node) throws(DocumentFault) {
        if depth > Int(PRV_JSON_MAX_DEPTH) { throw .tooDeep(at: Int(node.offset)) }
    }

    // MARK: merging

    /// The members of a mapping, and how many of them are its own.
    ///
    /// Its own come first, then those of each mapping that `<<` merges, unless an earlier one has the key.
    private mutating func members(of id: ID, merges: Int) throws(DocumentFault) -> (members: [Member], own: Int) {
        var found: [Member] = []
        var sources: [ID] = []
        for member in tree.members(of: id) {
            if tree[member.key].kind == .merge {
                sources += try self.sources(of: member.value)
            } else {
                found.append(member)
            }
        }
        let own = found.count
        if sources.isEmpty { return (found, own) }
        if merges == Self.mostMerges { throw .tooDeep(at: Int(tree[id].offset), "mappings are merged", merges) }
        var known = Set(found.map { tree.characters(of: $0.key) })
        for source in sources {
            for member in try members(of: source, merges: merges + 1).members {
                added += Int(tree[member.key].count) + 1
                let key = tree.characters(of: member.key)
                if known.insert(key).inserted { found.append(member) }
            }
            try check(tree[id])
        }
        return (found, own)
    }

    /// The mappings that the value of `<<` names.
    private func sources(of value: ID) throws(DocumentFault) -> [ID] {
        let target = tree.target(of: value)
        if tree[target].kind == .mapping { return [target] }
        guard tree[target].kind == .list else { throw notMerged(value) }
        var found: [ID] = []
        var item = tree[target].first
        while item != DocumentTree.none {
            let mapping = tree.target(of: item)
            guard tree[mapping].kind == .mapping else { throw notMerged(item) }
            found.append(mapping)
            item = tree[item].next
        }
        return found
    }

    private func notMerged(_ id: ID) -> DocumentFault {
        DocumentFault(
            offset: Int(tree[id].offset),
            reason: "'<<' merges a mapping or a list of mappings, such as '<<: *name'; quote \"<<\" if it is a key")
    }

    // MARK: strings

    private mutating func string(_ characters: ArraySlice<UInt8>) {
        output.append(UInt8(ascii: "\""))
        if characters.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            output += characters
        } else {
            for byte in characters { character(byte) }
        }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func character(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): output += [UInt8(ascii: "\\"), byte]
        case 0..<0x20:
            let digits = Array("0123456789abcdef".utf8)
            output += "\\u00".utf8
            output += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        default: output.append(byte)
        }
    }
}
