package import JSONBridge
package import ProvisoABI

extension proviso_value {
    /// The items of a list or the members of an object; empty for anything else.
    package var nodes: UnsafeBufferPointer<prv_node> {
        guard kind == ValueKind.list.rawValue || kind == ValueKind.object.rawValue, let handle = self.as.handle
        else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        return UnsafeBufferPointer(start: handle.assumingMemoryBound(to: prv_node.self), count: Int(length))
    }

    /// A member by its name, the last one where data has it twice.
    package func member(_ key: String) -> UnsafePointer<prv_node>? {
        guard kind == ValueKind.object.rawValue else { return nil }
        return nodes.indices.last { nodes[$0].hasKey(key) }.flatMap { nodes.baseAddress?.advanced(by: $0) }
    }
}

extension proviso_value {
    /// A member of an object by its name, or an item of a list by its position; `nil` when there is none.
    package func part(_ key: String) -> UnsafeMutablePointer<prv_node>? {
        if kind == ValueKind.object.rawValue { return member(key).map { UnsafeMutablePointer(mutating: $0) } }
        guard kind == ValueKind.list.rawValue, let index = ValuePath.position(key), index < nodes.count else {
            return nil
        }
        return nodes.baseAddress.map { UnsafeMutablePointer(mutating: $0 + index) }
    }
}

extension prv_node {
    package static var absent: prv_node { prv_node(value: .absent, key: nil, key_length: 0, offset: .max) }

    package var keyBytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: UnsafeRawPointer(key)?.assumingMemoryBound(to: UInt8.self), count: Int(key_length))
    }

    package var keyString: String { String(decoding: keyBytes, as: UTF8.self) }

    package func hasKey(_ name: String) -> Bool {
        key != nil && Int(key_length) == name.utf8.count && keyBytes.elementsEqual(name.utf8)
    }
}

extension proviso_value {
    /// Whether a validator replaced the value or one below it.
    package var hasChanges: Bool {
        flags & NodeFlag.changed != 0 || nodes.contains { $0.value.hasChanges }
    }
}

/// What the host keeps in a value's flags beside what plugins may read.
package enum NodeFlag {
    /// An error was reported for this attribute.
    package static let failed: UInt32 = 1 << 31
    /// A rule with `bail` failed: nothing more runs for this attribute.
    package static let bailed: UInt32 = 1 << 30
    /// That rule was about a value with others in it: nothing runs for them either.
    package static let sealed: UInt32 = 1 << 26
    /// A validator replaced the value.
    package static let changed: UInt32 = 1 << 29
    /// The text is what a property that holds a point in time wrote.
    package static let instant: UInt32 = 1 << 28
    /// The null only means that there is no value: an empty field of a table, a model's `nil`.
    package static let missing: UInt32 = 1 << 27
    /// What stays when a value is replaced.
    package static let all = failed | bailed | sealed | changed
    /// What plugins do not see.
    package static let ofHost = all | missing
}
