package import Proviso

/// What the records of one or several files are like: a tree of their attributes.
package final class DataProfile {
    /// Objects with more keys together are rather maps, whose keys are data, unless most have the same ones.
    static let keyLimit = 200
    /// Tables have no more columns.
    static let columnLimit = 4000
    /// The bytes of the longest key that is looked at.
    static let longestKey = 1_000

    final class Node {
        let profile: AttributeProfile
        /// The objects with these members.
        var objects = 0
        var members: [String: Node] = [:]
        var order: [Node] = []
        var items: Node?
        var isMap = false

        init(path: String, key: String) { profile = AttributeProfile(path: path, key: key) }
    }

    let root = Node(path: "", key: "")
    package private(set) var records = 0
    /// Records that could not be read, with the first reasons.
    package private(set) var broken = 0
    package private(set) var faults: [String] = []

    package init() {}

    package func add(_ record: AnyValue) {
        records += 1
        add(record, to: root)
    }

    package func addBroken(_ reason: String) {
        broken += 1
        if faults.count < 3 { faults.append(reason) }
    }

    private func add(_ value: AnyValue, to node: Node) {
        node.profile.add(value)
        switch value {
        case .object(let members):
            node.objects += 1
            guard !node.isMap else { return }
            for member in members where member.key.utf8.count <= Self.longestKey {
                add(member.value, to: self.member(member.key, of: node))
            }
            let isVaried = node.order.count > max(Self.keyLimit, members.count * 2)
            if isVaried || node.order.count > Self.columnLimit {
                (node.members, node.order, node.isMap) = ([:], [], true)
            }
        case .list(let items):
            if node.items == nil { node.items = Node(path: Self.join(node.profile.path, "*"), key: node.profile.key) }
            guard let child = node.items else { return }
            for item in items { add(item, to: child) }
        default: break
        }
    }

    private func member(_ key: String, of node: Node) -> Node {
        if let known = node.members[key] { return known }
        // In a table, a dot in the name of a column leads into an object already.
        let name = PathText.escaped(key, isFirst: node.profile.path.isEmpty)
        let new = Node(path: Self.join(node.profile.path, name), key: key)
        node.members[key] = new
        node.order.append(new)
        return new
    }

    static func join(_ path: String, _ key: String) -> String { path.isEmpty ? key : path + "." + key }

    /// Whether the records of another file have mostly the same attributes.
    package func isSimilar(to other: DataProfile) -> Bool {
        let (mine, theirs) = (Set(root.members.keys), Set(other.root.members.keys))
        let shared = mine.intersection(theirs).count
        return shared * 2 > max(mine.count, theirs.count)
    }

    /// Whether this is a table of several columns without a broken row, and so probably cut at the right delimiter.
    package var isTable: Bool { records > 0 && broken == 0 && root.order.count > 1 }

    /// All attributes with the number of objects that could have each, in the order of the data.
    func attributes() -> [(node: Node, owners: Int)] {
        var all: [(node: Node, owners: Int)] = []
        func collect(_ node: Node) {
            for member in node.order {
                all.append((member, node.objects))
                collect(member)
            }
            if let items = node.items {
                all.append((items, items.profile.present))
                collect(items)
            }
        }
        collect(root)
        return all
    }
}
