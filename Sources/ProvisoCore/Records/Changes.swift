package import JSONBridge
internal import ProvisoABI

extension AnyValue {
    /// The changes that rules made to a value, or `nil` if they made none.
    ///
    /// For lists and objects it contains only the parts that changed; unchanged items of a list are absent.
    init?(changesOf raw: proviso_value) {
        if raw.flags & NodeFlag.changed != 0 {
            self.init(raw: raw)
            return
        }
        guard raw.hasChanges else { return nil }
        if raw.kindOrAbsent == .list {
            self = .list(raw.nodes.map { AnyValue(changesOf: $0.value) ?? .absent })
        } else {
            self = .object(
                raw.nodes.compactMap { node in
                    AnyValue(changesOf: node.value).map { Member(node.keyString, $0) }
                })
        }
    }

    /// The value with the changes of another one applied.
    func overlaid(by changes: AnyValue) -> AnyValue {
        switch (self, changes) {
        case (_, .absent): return self
        case (.object(var members), .object(let changed)):
            for change in changed {
                if let index = members.lastIndex(where: { $0.key == change.key }) {
                    members[index].value = members[index].value.overlaid(by: change.value)
                } else {
                    members.append(change)
                }
            }
            return .object(members)
        case (.list(let items), .list(let changed)) where items.count == changed.count:
            return .list(zip(items, changed).map { $0.overlaid(by: $1) })
        case (.list(var items), .object(let changed)):
            // The items of a record that is a list have the names of their positions.
            for change in changed {
                guard let index = ValuePath.position(change.key), items.indices.contains(index) else { continue }
                items[index] = items[index].overlaid(by: change.value)
            }
            return .list(items)
        default: return changes
        }
    }
}

extension Record {
    /// Whether rules replaced a value.
    package var isChanged: Bool { state.pointee.isChanged }

    /// The data that the record was filled from, with the changes that rules made.
    package func changing(_ original: AnyValue) -> AnyValue {
        let changes = layout.shape.places.compactMap { place in
            layout.shape.changes(at: place.key, in: slots).map { AnyValue.Member(place.key, $0) }
        }
        return changes.isEmpty ? original : original.overlaid(by: .object(changes))
    }
}

extension Shape {
    /// The changes that rules made to an attribute and those nested in it, or `nil` if they made none.
    package func changes(at key: String, in slots: UnsafeMutablePointer<prv_node>) -> AnyValue? {
        place(at: ValuePath(key)).flatMap { Self.changes(at: $0, in: slots) }
    }

    /// An attribute's whole value with the changes that rules made, or `nil` if they made none.
    package func changedValue(at key: String, in slots: UnsafeMutablePointer<prv_node>) -> AnyValue? {
        guard let place = place(at: ValuePath(key)), Self.changes(at: place, in: slots) != nil else { return nil }
        return Self.value(at: place, in: slots)
    }

    private static func changes(at place: Place, in slots: UnsafeMutablePointer<prv_node>) -> AnyValue? {
        let own = AnyValue(changesOf: slots[place.slot].value)
        // The items of a list that have slots of their own are part of the list.
        if slots[place.slot].value.kindOrAbsent == .list { return own }
        let parts = place.children.compactMap { child in
            changes(at: child, in: slots).map { AnyValue.Member(child.key, $0) }
        }
        if parts.isEmpty { return own }
        return own?.overlaid(by: .object(parts)) ?? .object(parts)
    }

    /// The value at a place, assembled from its slot and those of nested attributes.
    package static func value(at place: Place, in slots: UnsafeMutablePointer<prv_node>) -> AnyValue {
        let raw = slots[place.slot].value
        // Data may have been read only into the slots of an object's nested attributes; a replaced value is whole.
        let isReplaced = raw.flags & NodeFlag.changed != 0
        var value = AnyValue(raw: raw)
        for child in place.children {
            let isTaken = isReplaced ? changes(at: child, in: slots) != nil : isPresent(child, in: slots)
            if isTaken { value.set(Self.value(at: child, in: slots), as: child.key) }
        }
        return value
    }

    private static func isPresent(_ place: Place, in slots: UnsafeMutablePointer<prv_node>) -> Bool {
        slots[place.slot].value.kindOrAbsent != .absent || changes(at: place, in: slots) != nil
    }
}

extension AnyValue {
    /// Sets a member of an object, and creates the objects on the path to it.
    package mutating func set(_ value: AnyValue, at path: ArraySlice<ValuePath.Component>) {
        guard case .key(let key)? = path.first else { return }
        var inner = path.count == 1 ? value : self[key] ?? .object([])
        if path.count > 1 { inner.set(value, at: path.dropFirst()) }
        set(inner, as: key)
    }

    /// The value at the end of a path with real positions, or `nil` if there is none.
    package subscript(path: ValuePath) -> AnyValue? {
        var value = self
        for component in path.components {
            switch (value, component) {
            case (.list(let items), .index(let index)) where items.indices.contains(index): value = items[index]
            case (.list(let items), .key(let key)):
                guard let index = ValuePath.position(key), items.indices.contains(index) else { return nil }
                value = items[index]
            case (.object, .key(let key)):
                guard let member = value[key] else { return nil }
                value = member
            default: return nil
            }
        }
        return value
    }

    /// Sets a member of an object; an absent value becomes an object, any other value stays unchanged.
    fileprivate mutating func set(_ value: AnyValue, as key: String) {
        if self == .absent || self == .null { self = .object([]) }
        guard case .object(var members) = self else { return }
        if let index = members.lastIndex(where: { $0.key == key }) {
            members[index].value = value
        } else {
            members.append(Member(key, value))
        }
        self = .object(members)
    }
}
