internal import JSONBridge
internal import ProvisoABI

extension ValidationContext {
    /// Calls `body` for each value of an attribute, with the trail to it, until it returns false.
    mutating func forEach(
        _ many: ManyReference, _ body: (UnsafeMutablePointer<prv_node>, inout ValidationContext) -> Bool
    ) {
        guard let start = record.node(at: many.beginning, depth: depth) else { return }
        let (outer, trail) = (depth, record.trail)
        let kept = max(outer - many.shared, 0)
        withUnsafeMutablePointer(to: &self) { context in
            // The items that the value being validated is in are on the same trail.
            withUnsafeTemporaryAllocation(of: TrailEntry.self, capacity: max(kept, 1)) { saved in
                for index in 0..<kept { saved.initializeElement(at: index, to: trail[many.shared + index]) }
                context.pointee.depth = many.shared
                _ = context.pointee.visit(start, many.rest[...], body)
                context.pointee.depth = outer
                for index in 0..<kept { trail[many.shared + index] = saved[index] }
            }
        }
    }

    private mutating func visit(
        _ node: UnsafeMutablePointer<prv_node>, _ path: ArraySlice<ValuePath.Component>,
        _ body: (UnsafeMutablePointer<prv_node>, inout ValidationContext) -> Bool
    ) -> Bool {
        guard let component = path.first else { return body(node, &self) }
        let rest = path.dropFirst()
        if case .key(let key) = component {
            guard let member = node.pointee.value.part(key) else { return true }
            return visit(member, rest, body)
        }
        let items = node.pointee.value.nodes
        guard depth < Record.maximumDepth, let first = items.baseAddress else { return true }
        for index in items.indices {
            let item = UnsafeMutablePointer(mutating: first + index)
            record.trail[depth] = TrailEntry(node: item, index: index)
            depth += 1
            defer { depth -= 1 }
            if !visit(item, rest, body) {
                _ = pay(index + 1)
                return false
            }
        }
        return pay(items.count)
    }
}
