internal import JSONBridge
package import ProvisoABI

/// Other values of the record as one object, for validators of plugins, whose code does not know records.
///
/// It is made when the validator is bound. The object is on the stack of one call; nothing is copied but its nodes.
package final class RecordView: @unchecked Sendable {
    /// A part of the record that has a slot, and the parts nested in it.
    private struct Part {
        let name: Name
        let slot: Int
        let isKept: Bool
        let children: [Part]

        var count: Int { children.reduce(1) { $0 + $1.count } }
    }

    private struct Name {
        let text: UnsafePointer<CChar>
        let length: Int
    }

    private enum Source {
        /// Some attributes, by the names that the rule has for them.
        case attributes([(name: Name, reference: AttributeReference)])
        /// All attributes of the rule set.
        case record([Part])
        /// The nested model in a slot.
        case model(Part)
        /// The nested model that is an item of a list.
        case item(AttributeReference)
    }

    /// A view of nothing.
    package static let empty = RecordView([])

    private let source: Source
    /// The maximum number of nodes of the object.
    private let capacity: Int
    /// Holds the names.
    private let arena: Arena

    /// A view of some attributes; each is named once, by the rule's own name for it.
    init(_ attributes: [(name: String, reference: AttributeReference)]) {
        let arena = Arena()
        self.arena = arena
        capacity = attributes.count
        source = .attributes(attributes.map { (Self.keep($0.name, arena), $0.reference) })
    }

    /// A view of the whole record, or of the nested model at a path.
    init(of shape: Shape, model path: ValuePath?) {
        let arena = Arena()
        self.arena = arena
        if let path, shape.place(at: path) == nil {
            let (slot, tail) = shape.locate(path)
            source = .item(
                AttributeReference(
                    attribute: AttributeInfo(name: path.description, path: path, slot: slot, tail: tail, index: -1)))
            capacity = 0
        } else if let path, let place = shape.place(at: path) {
            let part = Self.part(place, arena)
            source = .model(part)
            capacity = part.count
        } else {
            let parts = shape.places.map { Self.part($0, arena) }
            source = .record(parts)
            capacity = parts.reduce(0) { $0 + $1.count }
        }
    }

    private static func part(_ place: Shape.Place, _ arena: Arena) -> Part {
        Part(
            name: keep(place.key, arena), slot: place.slot, isKept: place.isKept,
            children: place.children.map { part($0, arena) })
    }

    private static func keep(_ name: String, _ arena: Arena) -> Name {
        Name(text: arena.copy(name), length: name.utf8.count)
    }

    /// Calls `body` with the object for the value that a context validates; valid until `body` returns.
    package func withObject<Result>(
        _ context: inout ValidationContext, _ body: (UnsafePointer<proviso_value>, inout ValidationContext) -> Result
    ) -> Result {
        let record = context.record
        let depth = context.depth
        return withUnsafeTemporaryAllocation(of: prv_node.self, capacity: max(capacity, 1)) { nodes in
            // The capacity is at least one.
            guard var free = nodes.baseAddress else { preconditionFailure("no memory for a record") }
            var object = object(record, depth: depth, &free)
            object.flags &= ~NodeFlag.all
            return withUnsafePointer(to: object) { body($0, &context) }
        }
    }

    private func object(
        _ record: Record, depth: Int, _ free: inout UnsafeMutablePointer<prv_node>
    ) -> proviso_value {
        switch source {
        case .attributes(let attributes):
            for (index, attribute) in attributes.enumerated() {
                let found = record.node(at: attribute.reference, depth: depth)?.pointee ?? .absent
                record.state.pointee.meter.pointee.charge(found.value.nodes.count / 16)
                (free + index).initialize(to: Self.member(attribute.name, found.value, at: found.offset))
            }
            return proviso_value(nodes: free, count: attributes.count, kind: .object)
        case .record(let parts):
            // For each item of a list the plugin gets the record again.
            if depth > 0 { record.state.pointee.meter.pointee.chargeRecord() }
            return Self.object(parts, record.slots, &free)
        case .model(let part):
            return Self.value(of: part, record.slots, &free) ?? proviso_value(nodes: free, count: 0, kind: .object)
        case .item(let reference):
            return record.node(at: reference, depth: depth)?.pointee.value
                ?? proviso_value(nodes: free, count: 0, kind: .object)
        }
    }

    /// The parts that the record has, as an object.
    private static func object(
        _ parts: [Part], _ slots: UnsafeMutablePointer<prv_node>, _ free: inout UnsafeMutablePointer<prv_node>
    ) -> proviso_value {
        let nodes = free
        free += parts.count
        var count = 0
        for part in parts {
            guard let value = value(of: part, slots, &free) else { continue }
            (nodes + count).initialize(to: member(part.name, value, at: slots[part.slot].offset))
            count += 1
        }
        return proviso_value(nodes: nodes, count: count, kind: .object)
    }

    /// The value of a part; `nil` if the record does not have it.
    private static func value(
        of part: Part, _ slots: UnsafeMutablePointer<prv_node>, _ free: inout UnsafeMutablePointer<prv_node>
    ) -> proviso_value? {
        let raw = slots[part.slot].value
        let kind = raw.kindOrAbsent
        // Data may have been read only into the slots of an object's nested attributes; a replaced value is whole.
        let isWhole = part.isKept || raw.flags & NodeFlag.changed != 0
        if !part.children.isEmpty, kind == .absent || kind == .object && !isWhole {
            let assembled = object(part.children, slots, &free)
            return kind == .absent && assembled.length == 0 ? nil : assembled
        }
        return kind == .absent ? nil : raw
    }

    private static func member(_ name: Name, _ value: proviso_value, at offset: UInt32) -> prv_node {
        var value = value
        value.flags &= ~NodeFlag.all
        return prv_node(value: value, key: name.text, key_length: UInt32(name.length), offset: offset)
    }
}
