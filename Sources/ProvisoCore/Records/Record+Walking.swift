package import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// A value on the path to others that is neither a list nor an object, or null where it must not be.
package struct StructureMismatch {
    let node: UnsafeMutablePointer<prv_node>
    let depth: Int
    /// The number of parts of the attribute's path below it.
    let rest: Int
    let code: Code
}

extension Record {
    /// Calls `body` for each value of an attribute inside a list, with the trail to it.
    package func forEachNode(of attribute: AttributeInfo, _ body: (UnsafeMutablePointer<prv_node>) -> Void) {
        walk(slots + attribute.slot, attribute.tail[...], depth: 0) { node, _ in body(node) }
    }

    /// Follows the rest of a path; `body` gets each node at its end, with the number of trail entries before it.
    ///
    /// With `nullParts` a null on the way is a mismatch, except where that many parts of the path are below it. It does not look
    /// into values with one of the marks in `stop`.
    package func walk(
        _ node: UnsafeMutablePointer<prv_node>, _ tail: ArraySlice<ValuePath.Component>, depth: Int,
        nullParts: Set<Int>? = nil, unless stop: UInt32 = 0, mismatch: (StructureMismatch) -> Void = { _ in },
        _ body: (UnsafeMutablePointer<prv_node>, Int) -> Void
    ) {
        guard let component = tail.first else { return body(node, depth) }
        if node.pointee.value.flags & stop != 0 { return }
        let rest = tail.dropFirst()
        let kind = node.pointee.value.kindOrAbsent
        if let nullParts, kind == .null, node.pointee.value.isNull {
            if nullParts.contains(tail.count) { return }
            return mismatch(StructureMismatch(node: node, depth: depth, rest: tail.count, code: .nullRefused))
        }
        switch component {
        case .each:
            guard kind == .list || kind == .object, depth < Self.maximumDepth else {
                if kind.rawValue > ValueKind.null.rawValue {
                    mismatch(StructureMismatch(node: node, depth: depth, rest: tail.count, code: .listExpected))
                }
                return
            }
            let items = node.pointee.value.nodes
            state.pointee.meter.pointee.charge(items.count)
            for index in items.indices {
                guard let item = items.baseAddress.map({ UnsafeMutablePointer(mutating: $0 + index) }) else { return }
                trail[depth] = TrailEntry(node: item, index: index)
                walk(item, rest, depth: depth + 1, nullParts: nullParts, unless: stop, mismatch: mismatch, body)
            }
        case .key(let key):
            if let part = node.pointee.value.part(key) {
                walk(part, rest, depth: depth, nullParts: nullParts, unless: stop, mismatch: mismatch, body)
            } else {
                let isPosition = ValuePath.position(key) != nil
                if kind.rawValue > ValueKind.null.rawValue && kind != .object && !(kind == .list && isPosition) {
                    let code: Code = isPosition ? .listExpected : .objectExpected
                    mismatch(StructureMismatch(node: node, depth: depth, rest: tail.count, code: code))
                    return
                }
                // Some rules validate absent members too; one spare node stands for them.
                let spare = spare
                spare.pointee = .absent
                spare.pointee.offset = node.pointee.offset
                if rest.contains(.each) { return }
                body(spare, depth)
                if rest.isEmpty, kind == .object, spare.pointee.value.flags & NodeFlag.changed != 0 {
                    add(spare.pointee.value, as: key, to: node)
                }
            }
        case .index: return
        }
    }

    /// Adds a member to the object that contains another attribute.
    ///
    /// The members move to a new place, and `current` moves along if it is one of them.
    package func add(
        _ value: proviso_value, at reference: AttributeReference, depth: Int,
        following current: inout UnsafeMutablePointer<prv_node>
    ) {
        let attribute = reference.attribute
        guard case .key(let key)? = attribute.tail.last else { return }
        let holder = AttributeInfo(
            name: attribute.name, path: attribute.path, slot: attribute.slot, tail: Array(attribute.tail.dropLast()),
            index: attribute.index)
        guard let object = node(at: AttributeReference(attribute: holder), depth: depth),
            object.pointee.value.kindOrAbsent == .object
        else { return }
        let before = object.pointee.value.nodes
        var changed = value
        changed.flags |= NodeFlag.changed
        add(changed, as: key, to: object)
        noteChange(inSlot: attribute.slot)
        let after = object.pointee.value.nodes
        for index in before.indices where before.baseAddress.map({ $0 + index }) == UnsafePointer(current) {
            if let first = after.baseAddress { current = UnsafeMutablePointer(mutating: first + index) }
        }
    }

    /// The node of another attribute, below the same items as the current one.
    package func node(at reference: AttributeReference, depth: Int) -> UnsafeMutablePointer<prv_node>? {
        let attribute = reference.attribute
        var node = (attribute.isOfRecord ? outermost.slots : slots) + attribute.slot
        var entered = 0
        for component in attribute.tail {
            switch component {
            case .each:
                guard entered < depth else { return nil }
                node = trail[entered].node
                entered += 1
            case .key(let key):
                state.pointee.meter.pointee.charge(node.pointee.value.nodes.count / 16)
                guard let part = node.pointee.value.part(key) else { return nil }
                node = part
            case .index: return nil
            }
        }
        return node
    }

    /// The path of a value with the real positions of the items that contain it.
    package func path(of components: some Sequence<ValuePath.Component>, depth: Int) -> ValuePath {
        var entered = 0
        var components = components.map { component in
            guard component == .each, entered < depth else { return component }
            entered += 1
            return self.component(at: entered - 1)
        }
        // The remaining entries come from a validator that applies another rule to each item.
        while entered < depth {
            components.append(self.component(at: entered))
            entered += 1
        }
        return ValuePath(components)
    }

    private func component(at entry: Int) -> ValuePath.Component {
        let node = trail[entry].node
        return node.pointee.key == nil ? .index(trail[entry].index) : .key(node.pointee.keyString)
    }
}
