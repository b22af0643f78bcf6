internal import ProvisoCore

/// What the values of variables add to a rule file, which is limited as the file itself is.
struct VariableExpansion {
    private var (bytes, nodes) = (0, 0)
    /// Whether the limit was reported: everything after it would only repeat that.
    private(set) var isOver = false

    static let reason =
        "with the values of its variables the file is larger than \(RuleNode.maximumBytes >> 20) MB "
        + "or has more than \(RuleNode.maximumNodes) parts: use a long value in fewer places"

    /// Notes a value that takes the place of a variable; false if it is too much.
    mutating func add(_ value: RuleNode) -> Bool {
        if isOver { return false }
        var left = [value]
        while let next = left.popLast(), !isOver {
            nodes += 1
            switch next.content {
            case .scalar(let text, _): bytes += text.utf8.count
            case .list(let items): left += items
            case .mapping(let pairs): for pair in pairs { left += [pair.key, pair.value] }
            }
            isOver = bytes > RuleNode.maximumBytes || nodes > RuleNode.maximumNodes
        }
        return !isOver
    }
}
