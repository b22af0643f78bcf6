internal import ProvisoMessages

/// The members that a closed rule set names, as a tree.
struct ClosedNames {
    private final class Node {
        var names: [ValuePath.Component] = []
        var children: [ValuePath.Component: Node] = [:]
        /// Names that an option of a rule for the object lists; they alone do not close it.
        var listed: [String] = []
        var isOpen = false
    }

    /// An object whose members are known.
    struct Level {
        let path: ValuePath
        let names: [String]
    }

    private let root = Node()

    /// Adds the path of an attribute.
    func add(_ path: ValuePath) {
        _ = node(at: path)
    }

    /// Adds the path of an object that may have other members too.
    func open(_ path: ValuePath) { node(at: path).isOpen = true }

    /// Adds what a rule's options say of the members of its attribute.
    func add(_ rule: Constraint, of definition: RuleDefinition?, at path: ValuePath) {
        guard let definition else { return }
        // A shape says what its value contains.
        if [.union, .shape].contains(definition.about.subject) { node(at: path).isOpen = true }
        let listed = rule.keys([.allowedKeys, .requiredKeys, .prohibitedKeys], definition)
        if !listed.isEmpty { node(at: path).listed += listed }
    }

    private func node(at path: ValuePath) -> Node {
        var node = root
        for component in path.components {
            let key = component
            if let known = node.children[key] {
                node = known
                continue
            }
            let next = Node()
            node.names.append(key)
            node.children[key] = next
            node = next
        }
        return node
    }

    /// The objects of which rules name members, the outer ones first; a record always is one.
    var levels: [Level] {
        var levels: [Level] = []
        func collect(_ node: Node, _ path: [ValuePath.Component]) {
            let names = node.names.compactMap { if case .key(let key) = $0 { key } else { nil } }
            // What `*` names are all members.
            if !node.isOpen, names.count == node.names.count, !names.isEmpty || path.isEmpty {
                levels.append(Level(path: ValuePath(path), names: (names + node.listed).withoutRepetition()))
            }
            for name in node.names {
                guard let child = node.children[name] else { continue }
                collect(child, path + [name])
            }
        }
        collect(root, [])
        return levels
    }
}
