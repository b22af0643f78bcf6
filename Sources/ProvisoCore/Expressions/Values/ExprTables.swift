internal import JSONBridge
internal import ProvisoABI

/// Large lists and objects of the record in which expressions search again and again.
///
/// A search then takes the same time however large they are. The values must not move or change meanwhile.
package final class ExprTables {
    private struct Place: Hashable {
        let start: UnsafeRawPointer?
        let count: UInt64
    }

    private enum List {
        case searched(Int)
        case table(ExprTable)
    }

    private var lists: [Place: List] = [:]
    private var objects: [Place: [String: Int]] = [:]

    /// Shorter lists are searched one by one, and so are all others the first times.
    static let fewItems = 16
    static let fewSearches = 2
    /// Objects with fewer members are searched one by one.
    static let fewMembers = 256

    /// The table of a list of the record, if it is searched often, and whether it was made now.
    func table(of list: proviso_value) -> (table: ExprTable?, isNew: Bool) {
        let place = Place(start: list.as.handle, count: list.length)
        switch lists[place] {
        case .table(let table)?: return (table, false)
        case .searched(let times)? where times >= Self.fewSearches:
            let table = ExprTable(.node(list))
            lists[place] = .table(table)
            return (table, true)
        case .searched(let times)?: lists[place] = .searched(times + 1)
        case nil: lists[place] = .searched(1)
        }
        return (nil, false)
    }

    /// A member of a large object, and whether a table was made for that; the last of repeated names counts.
    func member(_ key: String, of object: proviso_value) -> (value: ExprValue?, isNew: Bool) {
        let place = Place(start: object.as.handle, count: object.length)
        let nodes = object.nodes
        if let known = objects[place] { return (known[key].flatMap { ExprValue(nodes[$0].value) }, false) }
        var table: [String: Int] = [:]
        table.reserveCapacity(nodes.count)
        for index in nodes.indices { table[nodes[index].keyString] = index }
        objects[place] = table
        return (table[key].flatMap { ExprValue(nodes[$0].value) }, true)
    }
}

/// The items of a list by their hash.
package final class ExprTable {
    private let list: ExprValue
    private let places: [Int: [Int32]]

    init(_ list: ExprValue) {
        self.list = list
        let count = list.listCount ?? 0
        var places: [Int: [Int32]] = [:]
        places.reserveCapacity(count)
        for index in 0..<count { places[list.item(index).hashed, default: []].append(Int32(truncatingIfNeeded: index)) }
        self.places = places
    }

    /// The items that may equal a value.
    func candidates(_ value: ExprValue) -> [Int32] { places[value.hashed] ?? [] }
}
