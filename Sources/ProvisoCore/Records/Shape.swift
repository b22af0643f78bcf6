package import JSONBridge
internal import ProvisoABI

/// The tree of the attributes' names, which decides the slot of each part of a record.
///
/// Slots are numbered depth first, so a place's slots and those of its descendants are contiguous.
package final class Shape: @unchecked Sendable {
    package struct Place {
        let key: String
        package let slot: Int
        var children: [Place] = []
        /// The index of each name in `children`.
        var order: [String: Int] = [:]
        /// Whether all items and members are read, not only those with slots.
        package let isKept: Bool
        /// One past the last slot below this place.
        package let lastSlot: Int
        /// Whether parts of the value have slots of their own.
        package var hasParts: Bool { !children.isEmpty }
    }

    let places: [Place]
    private let order: [String: Int]
    package let slotCount: Int
    /// The slot of the record itself, which is then read whole; `nil` if no rule looks at it.
    package let recordSlot: Int?
    package let handle: OpaquePointer

    /// Makes the shape of the paths, with the slot of each path's part before its first `*`.
    init(_ paths: [ValuePath]) {
        var root = Branch()
        for path in paths { root.insert(path.components[...]) }
        var next = 0
        holdsItems = root.holdsItems
        // The reader puts the items of a list into slots only from a record that it has read whole.
        let keepsRecord = root.isKept || holdsItems
        order = root.order
        places = root.children.map { $0.place(next: &next, isKept: keepsRecord) }
        recordSlot = keepsRecord ? next : nil
        slotCount = keepsRecord ? next + 1 : next
        handle = prv_shape_create()
        for place in places { Self.add(place, below: 0, to: handle) }
        if let recordSlot { prv_shape_keep_record(handle, UInt32(recordSlot)) }
    }

    deinit {
        prv_shape_destroy(handle)
    }

    /// Whether rules name parts of the record by positions only, so that it may be a list.
    let holdsItems: Bool

    /// Whether a record may be of a kind: an object, a list of which rules name items, or anything if rules name no part.
    package func accepts(_ kind: ValueKind) -> Bool {
        kind == .object || kind == .list && holdsItems || recordSlot != nil && places.isEmpty
    }

    /// The slot of a path's part before its first `*`, and the rest of the path.
    package func locate(_ path: ValuePath) -> (slot: Int, tail: [ValuePath.Component]) {
        var slot = recordSlot ?? 0
        var (level, order) = (places, order)
        for (index, component) in path.components.enumerated() {
            guard case .key(let key) = component, let place = order[key].map({ level[$0] }) else {
                return (slot, Array(path.components[index...]))
            }
            slot = place.slot
            (level, order) = (place.children, place.order)
        }
        return (slot, [])
    }

    /// The place of a top-level name; `nil` if rules name it only as a part of others.
    package func place(named key: String) -> Place? { places.first { $0.key == key } }

    /// The place at the end of a path, or `nil` inside lists.
    package func place(at path: ValuePath) -> Place? {
        var (level, order) = (places, order)
        var found: Place?
        for component in path.components {
            guard case .key(let key) = component, let place = order[key].map({ level[$0] }) else { return nil }
            found = place
            (level, order) = (place.children, place.order)
        }
        return found
    }

    /// Fills slots from the members of an object.
    func fill(_ slots: UnsafeMutablePointer<prv_node>, from object: proviso_value, offset: UInt32 = .max) {
        if let recordSlot {
            slots[recordSlot] = prv_node(value: object, key: nil, key_length: 0, offset: offset)
        }
        fill(slots, places: places, from: object)
    }

    /// Fills the slots from a record that is a list, whose own slot is set.
    func fillItems(_ slots: UnsafeMutablePointer<prv_node>) {
        guard let recordSlot, holdsItems else { return }
        fill(slots, places: places, from: slots[recordSlot].value)
    }

    /// Fills the slots below a place, whose own slot is set.
    package func fill(_ slots: UnsafeMutablePointer<prv_node>, below place: Place) {
        fill(slots, places: place.children, from: slots[place.slot].value)
    }

    private func fill(_ slots: UnsafeMutablePointer<prv_node>, places: [Place], from object: proviso_value) {
        func fill(_ place: Place, _ part: prv_node?) {
            slots[place.slot] = part ?? .absent
            slots[place.slot].key = nil
            self.fill(slots, places: place.children, from: slots[place.slot].value)
        }
        if object.kindOrAbsent == .list {
            for place in places { fill(place, object.part(place.key)?.pointee) }
            return
        }
        let nodes = object.nodes
        MemberTable.search(nodes, times: places.count) { find in
            for place in places { fill(place, find(place.key).map { nodes[$0] }) }
        }
    }

    private static func add(_ place: Place, below parent: UInt32, to handle: OpaquePointer) {
        var key = place.key
        let index = key.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                prv_shape_add(handle, parent, $0.baseAddress, $0.count, UInt32(place.slot))
            }
        }
        if place.isKept { prv_shape_keep(handle, index) }
        for child in place.children { add(child, below: index, to: handle) }
    }
}

/// A place while the tree is being made.
private struct Branch {
    var key = ""
    var isKept = false
    var children: [Branch] = []
    var order: [String: Int] = [:]

    /// Whether all parts are named by positions.
    var holdsItems: Bool { !children.isEmpty && children.allSatisfy { ValuePath.position($0.key) != nil } }

    mutating func insert(_ components: ArraySlice<ValuePath.Component>) {
        guard case .key(let key)? = components.first else {
            isKept = true
            return
        }
        let index = order[key] ?? children.endIndex
        if index == children.endIndex {
            children.append(Branch(key: key))
            order[key] = index
        }
        children[index].insert(components.dropFirst())
    }

    func place(next: inout Int, isKept isWhole: Bool) -> Shape.Place {
        let slot = next
        next += 1
        let below = children.map { $0.place(next: &next, isKept: isWhole) }
        // The reader looks up items by position only in lists that are kept.
        let holdsItems = children.contains { ValuePath.position($0.key) != nil }
        return Shape.Place(
            key: key, slot: slot, children: below, order: order, isKept: isWhole || isKept || holdsItems, lastSlot: next
        )
    }
}
