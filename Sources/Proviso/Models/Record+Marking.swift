internal import JSONBridge

extension Record {
    /// Marks values that have errors from elsewhere, for rules that pass over such.
    func markFailed(_ errors: ErrorList) {
        for violation in errors.violations where violation.severity == .error {
            node(at: violation.path)?.pointee.value.flags |= NodeFlag.failed
        }
    }

    /// Keeps all rules from a value that cannot be judged, and from the attribute it is an item of.
    func block(_ path: Path) {
        var path = path
        while !path.components.isEmpty {
            node(at: path)?.pointee.value.flags |= NodeFlag.failed | NodeFlag.bailed
            let name = path.pattern
            if plan.attributes.contains(where: { $0.name == name }) { return }
            path.components.removeLast()
        }
    }

    /// The value at a path with real positions, nil when there is none.
    func node(at path: Path) -> UnsafeMutablePointer<prv_node>? {
        guard case .key(let first)? = path.components.first, plan.shape.places.contains(where: { $0.key == first }) else {
            return nil
        }
        let (slot, tail) = plan.shape.locate(path)
        var node = slots + slot
        for component in tail {
            let items = node.pointee.value.nodes
            switch component {
            case .key(let key):
                guard let member = node.pointee.value.member(key) else { return nil }
                node = UnsafeMutablePointer(mutating: member)
            case .index(let index):
                guard items.indices.contains(index), let first = items.baseAddress else { return nil }
                node = UnsafeMutablePointer(mutating: first + index)
            case .each: return nil
            }
        }
        return node
    }
}

extension Plan {
    /// Attributes by name, each with all that lies in it.
    func select(within names: [String]) throws(RuleSetError) -> Set<Int> {
        var selected: Set<Int> = []
        for name in names {
            let inside = attributes.filter { $0.name.hasPrefix("\(name).") }
            selected.formUnion(inside.map(\.index))
            if inside.isEmpty || attributes.contains(where: { $0.name == name }) {
                selected.formUnion(try select([name]))
            }
        }
        return selected
    }
}
