package import JSONBridge

/// The members of an object, found by the hash of their names: for objects that are too large to be searched.
///
/// The hash is seeded again in each process: no data can plan collisions.
package struct MemberTable {
    private let nodes: UnsafeBufferPointer<prv_node>
    /// For each place the member that is there, or less than zero.
    private let places: UnsafeMutableBufferPointer<Int32>

    /// For more comparisons than this, a table of the members takes less time.
    private static let mostCompared = 1024

    /// Calls `body` with what finds a member by its name, the last one of it, for about this number of searches.
    package static func search<Result>(
        _ nodes: UnsafeBufferPointer<prv_node>, times: Int, _ body: ((String) -> Int?) -> Result
    ) -> Result {
        if times * nodes.count <= mostCompared { return body { name in nodes.lastIndex { $0.hasKey(name) } } }
        return with(nodes) { table in
            body { name in
                var name = name
                return name.withUTF8 { table.index(of: $0) }
            }
        }
    }

    /// Calls `body` with the table of some members; a name that is there twice stands for its last member.
    static func with<Result>(_ nodes: UnsafeBufferPointer<prv_node>, _ body: (MemberTable) -> Result) -> Result {
        let count = 1 << (Int.bitWidth - (nodes.count * 2).leadingZeroBitCount)
        return withUnsafeTemporaryAllocation(of: Int32.self, capacity: count) { places in
            places.initialize(repeating: -1)
            let table = MemberTable(nodes: nodes, places: places)
            for (index, node) in nodes.enumerated() {
                places[table.place(of: node.keyBytes)] = Int32(truncatingIfNeeded: index)
            }
            return body(table)
        }
    }

    func index(of key: UnsafeBufferPointer<UInt8>) -> Int? {
        let index = places[place(of: key)]
        return index < 0 ? nil : Int(index)
    }

    /// Where a name is, or the free place where it would be.
    private func place(of key: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(key))
        var place = hasher.finalize() & (places.count - 1)
        while places[place] >= 0, !nodes[Int(places[place])].keyBytes.elementsEqual(key) {
            place = (place + 1) & (places.count - 1)
        }
        return place
    }
}
