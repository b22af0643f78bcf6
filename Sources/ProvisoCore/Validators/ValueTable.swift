internal import JSONBridge
internal import ProvisoABI

/// The values of a rule, found by their hash: looking one up takes the same time however many they are.
package struct ValueTable: Sendable {
    private let held: HeldValue
    private let strict: Bool
    /// For each place the value that is there, or less than zero; empty for the few values that are compared in turn.
    private let places: [Int32]

    private static let mostCompared = 8

    var isEmpty: Bool { held.raw.length == 0 }

    package init(_ values: [AnyValue], strict: Bool) {
        held = HeldValue(.list(values))
        self.strict = strict
        var places: [Int32] = []
        if values.count > Self.mostCompared {
            let count = 1 << (Int.bitWidth - (values.count * 2).leadingZeroBitCount)
            places = [Int32](repeating: -1, count: count)
            for (index, node) in held.raw.nodes.enumerated() {
                var place = ValueHash.hash(unsafe Value(unsafe: node.value), strict: strict) & (count - 1)
                while places[place] >= 0, !Self.areEqual(held.raw.nodes, index, Int(places[place]), strict) {
                    place = (place + 1) & (count - 1)
                }
                // Of equal values the first one is enough.
                if places[place] < 0 { places[place] = Int32(truncatingIfNeeded: index) }
            }
        }
        self.places = places
    }

    private static func areEqual(
        _ nodes: UnsafeBufferPointer<prv_node>, _ one: Int, _ other: Int, _ strict: Bool
    ) -> Bool {
        Equality.holds(
            unsafe Value(unsafe: nodes[one].value), unsafe Value(unsafe: nodes[other].value), strict: strict)
    }

    /// Whether one of the values equals a value.
    package func contains(_ value: borrowing Value) -> Bool {
        let nodes = held.raw.nodes
        if places.isEmpty {
            return nodes.contains { Equality.holds(value, unsafe Value(unsafe: $0.value), strict: strict) }
        }
        let mask = places.count - 1
        var place = ValueHash.hash(value, strict: strict) & mask
        while places[place] >= 0 {
            let node = nodes[Int(places[place])]
            if Equality.holds(value, unsafe Value(unsafe: node.value), strict: strict) { return true }
            place = (place + 1) & mask
        }
        return false
    }
}
