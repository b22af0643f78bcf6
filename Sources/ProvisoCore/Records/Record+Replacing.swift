package import JSONBridge
package import ProvisoABI

/// Replaces values.
///
/// An attribute may be nested in another one, as `address.city` in `address`. Each has its own slot, so a change of one
/// is copied to the others at once. A rule for the object and one for its member then always see the same value.
extension Record {
    /// Replaces a value that belongs to a slot: the slot's own value, or an item or member nested in it.
    package func replace(_ node: UnsafeMutablePointer<prv_node>, by value: proviso_value, inSlot slot: Int) {
        var value = value
        value.flags = value.flags & NodeFlag.missing | node.pointee.value.flags & NodeFlag.all | NodeFlag.changed
        node.pointee.value = value
        noteChange(inSlot: slot)
    }

    /// Notes that a value of a slot, or a value nested in it, was replaced.
    package func noteChange(inSlot slot: Int) {
        state.pointee.isChanged = true
        state.pointee.memory.forget()
        outermost.state.pointee.kept.forget()
        guard slot < layout.shape.slotCount else { return }
        if state.pointee.unwritten.last != slot { state.pointee.unwritten.append(slot) }
        let way = layout.shape.way(to: slot)
        guard let place = way.last else { return }
        if way.count > 1 || !place.children.isEmpty {
            refill(place)
            carryUp(way)
        }
        if let record = layout.shape.recordSlot { _ = carry(way[0], into: record, with: layout.shape.places) }
    }

    /// Puts the values of all slots into the record itself, where they were not read from one value.
    package func assembleRecord() {
        guard let slot = layout.shape.recordSlot else { return }
        let marks = slots[slot].value.flags & NodeFlag.all
        slots[slot].value = proviso_value(nodes: arena.nodes(0), count: 0, kind: .object)
        slots[slot].value.flags |= marks
        for place in layout.shape.places where slots[place.slot].value.kindOrAbsent != .absent {
            add(unmarked(place.slot), as: place.key, to: slots + slot)
        }
    }

    /// Reads the parts of a value into their slots again.
    private func refill(_ place: Shape.Place) {
        for child in place.children {
            let marks = slots[child.slot].value.flags & (NodeFlag.failed | NodeFlag.bailed)
            slots[child.slot] = slots[place.slot].value.part(child.key)?.pointee ?? .absent
            slots[child.slot].key = nil
            slots[child.slot].value.flags |= marks
            refill(child)
        }
    }

    /// Puts a nested value into the objects on its path.
    ///
    /// Objects that no rule reads were not read whole and stay unchanged.
    private func carryUp(_ way: [Shape.Place]) {
        guard let first = way.firstIndex(where: \.isKept) else { return }
        var child = way[way.count - 1]
        for parent in way[first...].dropLast().reversed() {
            guard carry(child, into: parent.slot, with: parent.children) else { return }
            child = parent
        }
    }

    /// Puts a part into the value that contains it; true if that value moved in memory.
    private func carry(_ child: Shape.Place, into parent: Int, with parts: [Shape.Place]) -> Bool {
        let holder = slots + parent
        if let part = holder.pointee.value.part(child.key) {
            let marks = part.pointee.value.flags & (NodeFlag.failed | NodeFlag.bailed)
            part.pointee.value = slots[child.slot].value
            part.pointee.value.flags = part.pointee.value.flags & ~(NodeFlag.failed | NodeFlag.bailed) | marks
            return false
        }
        switch holder.pointee.value.kindOrAbsent {
        case .object: add(unmarked(child.slot), as: child.key, to: holder)
        case .absent, .null:
            let marks = holder.pointee.value.flags & NodeFlag.all
            holder.pointee.value = proviso_value(nodes: arena.nodes(0), count: 0, kind: .object)
            holder.pointee.value.flags |= marks
            for part in parts where slots[part.slot].value.kindOrAbsent != .absent {
                add(unmarked(part.slot), as: part.key, to: holder)
            }
        default: return false
        }
        return true
    }

    private func unmarked(_ slot: Int) -> proviso_value {
        var value = slots[slot].value
        value.flags &= ~(NodeFlag.failed | NodeFlag.bailed)
        return value
    }

    /// Copies of this number of members are too little to count.
    private static let fewMembers = 64

    /// Adds a member to an object that does not have it.
    func add(_ value: proviso_value, as key: String, to object: UnsafeMutablePointer<prv_node>) {
        let members = object.pointee.value.nodes
        // Each new member of a wide object copies all of them.
        let copied = 1 + max(members.count - Self.fewMembers, 0)
        state.pointee.meter.pointee.note(written: copied * MemoryLayout<prv_node>.stride + key.utf8.count)
        let nodes = arena.nodes(members.count + 1)
        for index in members.indices { nodes[index] = members[index] }
        nodes[members.count] = prv_node(
            value: value, key: arena.copy(key), key_length: UInt32(key.utf8.count), offset: .max)
        object.pointee.value.as.handle = UnsafeRawPointer(nodes)
        object.pointee.value.length += 1
    }
}

extension Shape {
    /// The places from a top-level one to that of a slot; empty if the shape has no such slot.
    func way(to slot: Int) -> [Place] {
        var way: [Place] = []
        var level = places
        while let place = level.last(upTo: slot), slot < place.lastSlot {
            way.append(place)
            if place.slot == slot { return way }
            level = place.children
        }
        return []
    }
}

extension [Shape.Place] {
    /// The last place whose slot is not after the given one; slots are in ascending order.
    fileprivate func last(upTo slot: Int) -> Shape.Place? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].slot <= slot { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? self[low - 1] : nil
    }
}
