internal import ProvisoCore

/// The values of long lists that are read many times, such as the default of an option for each rule that uses its type.
///
/// Each is one value in memory, however many rules have it, so that its rules can share what they make of it.
struct ReadLists: Sendable {
    /// Shorter lists are read again.
    static let fewItems = 64

    /// By the places of the lists in memory; the nodes are kept, so that nothing else takes their places.
    private var known: [UInt: (node: RuleNode, value: AnyValue)] = [:]

    init() {}

    /// The long lists in some parts of a file.
    init(in nodes: [RuleNode]) {
        var left = nodes
        while let next = left.popLast() {
            if let place = Self.place(of: next) {
                known[place] = (next, next.value)
            } else {
                left += next.list ?? next.mapping?.map(\.value) ?? []
            }
        }
    }

    /// The value of a list that is known; `nil` for all others.
    func value(of node: RuleNode) -> AnyValue? {
        guard !known.isEmpty, let place = Self.place(of: node) else { return nil }
        return known[place]?.value
    }

    private static func place(of node: RuleNode) -> UInt? {
        guard let items = node.list, items.count > fewItems else { return nil }
        return items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }
}
