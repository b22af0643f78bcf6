internal import JSONBridge
internal import ProvisoABI

/// The marks of errors in a value while it is validated as if there were none.
struct NodeMarks {
    /// The number of values that the value contains.
    private(set) var count = 0
    private var marked: [(node: UnsafeMutablePointer<prv_node>, flags: UInt32)] = []
    private static let all = NodeFlag.failed | NodeFlag.bailed | NodeFlag.sealed

    /// Takes the marks away.
    init(takenFrom value: proviso_value) {
        visit(value) { node, marks in
            let flags = node.pointee.value.flags & Self.all
            if flags == 0 { return }
            marks.marked.append((node, flags))
            node.pointee.value.flags &= ~Self.all
        }
    }

    /// Replaces the marks that there are now by those that were taken.
    mutating func putBack(into value: proviso_value) {
        visit(value) { node, _ in node.pointee.value.flags &= ~Self.all }
        for (node, flags) in marked { node.pointee.value.flags |= flags }
    }

    private mutating func visit(
        _ value: proviso_value, _ body: (UnsafeMutablePointer<prv_node>, inout NodeMarks) -> Void
    ) {
        guard let first = value.nodes.baseAddress else { return }
        count += value.nodes.count
        for index in value.nodes.indices {
            let node = UnsafeMutablePointer(mutating: first + index)
            body(node, &self)
            if node.pointee.value.kind >= ValueKind.list.rawValue { visit(node.pointee.value, body) }
        }
    }
}
