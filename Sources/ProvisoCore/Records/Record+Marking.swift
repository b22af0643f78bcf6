package import JSONBridge
package import ProvisoABI

extension Record {
    /// Keeps all rules from a value that cannot be validated, and from the attribute it is an item of.
    ///
    /// `pattern` is the path as rules name it.
    package func block(_ path: ValuePath, pattern: ValuePath) {
        var (path, pattern) = (path, pattern)
        while !path.components.isEmpty {
            node(at: path)?.pointee.value.flags |= NodeFlag.failed | NodeFlag.bailed
            let name = pattern.description
            if layout.attributes.contains(where: { $0.name == name }) { return }
            path.components.removeLast()
            pattern.components.removeLast()
        }
    }

    /// Keeps all rules from a value and from all that is in it.
    package func seal(_ path: ValuePath) {
        guard let node = node(at: path) else { return }
        Self.seal(node)
        guard let place = layout.shape.place(at: path) else { return }
        for slot in place.slot..<place.lastSlot { Self.seal(slots + slot) }
    }

    private static func seal(_ node: UnsafeMutablePointer<prv_node>) {
        node.pointee.value.flags |= NodeFlag.failed | NodeFlag.bailed | NodeFlag.sealed
        let parts = node.pointee.value.nodes
        guard let first = parts.baseAddress else { return }
        for index in parts.indices { seal(UnsafeMutablePointer(mutating: first + index)) }
    }

    /// Replaces an attribute's value and keeps its position in the data.
    package func replace(_ place: Shape.Place, by value: proviso_value) {
        let parts = place.slot + 1..<place.lastSlot
        let (whole, old) = (slots[place.slot], parts.map { slots[$0] })
        for slot in place.slot..<place.lastSlot { slots[slot] = .absent }
        slots[place.slot].value = value
        if place.hasParts { layout.shape.fill(slots, below: place) }
        Self.keepPlace(of: whole, for: slots + place.slot)
        for (slot, old) in zip(parts, old) { Self.keepPlace(of: old, for: slots + slot) }
    }

    private static func keepPlace(of old: prv_node, for new: UnsafeMutablePointer<prv_node>) {
        new.pointee.offset = old.offset
        let (from, to) = (old.value.nodes, new.pointee.value.nodes)
        guard let first = to.baseAddress else { return }
        for index in to.indices {
            let item = UnsafeMutablePointer(mutating: first + index)
            let match =
                item.pointee.key == nil
                ? from.indices.contains(index) ? from[index] : nil
                : from.first { $0.hasKey(item.pointee.keyString) }
            if let match { keepPlace(of: match, for: item) }
        }
    }

    /// Removes a value, so that values nested in it are not validated.
    package func remove(_ path: ValuePath) {
        guard let node = node(at: path) else { return }
        node.pointee.value = .absent
        guard path.components.count == 1, let place = layout.shape.places.first(where: { $0.slot == node - slots })
        else {
            return
        }
        for slot in (place.slot + 1)..<place.lastSlot {
            slots[slot] = .absent
            slots[slot].value.flags |= NodeFlag.failed | NodeFlag.bailed
        }
    }

    /// The value at a path with real positions, or `nil` if there is none.
    package func node(at path: ValuePath) -> UnsafeMutablePointer<prv_node>? {
        if path.components.isEmpty { return layout.shape.recordSlot.map { slots + $0 } }
        guard case .key(let first)? = path.components.first, layout.shape.places.contains(where: { $0.key == first })
        else {
            return nil
        }
        let (slot, tail) = layout.shape.locate(path)
        var node = slots + slot
        for component in tail {
            let items = node.pointee.value.nodes
            switch component {
            case .key(let key):
                guard let part = node.pointee.value.part(key) else { return nil }
                node = part
            case .index(let index):
                guard items.indices.contains(index), let first = items.baseAddress else { return nil }
                node = UnsafeMutablePointer(mutating: first + index)
            case .each: return nil
            }
        }
        return node
    }
}
