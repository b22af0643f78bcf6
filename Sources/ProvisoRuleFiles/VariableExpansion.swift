internal import ProvisoCore

/// What the values of variables add to a rule file, which is limited as the file itself is.
struct VariableExpansion {
    private var (bytes, nodes) = (0, 0)
    private let most: (bytes: Int, nodes: Int)
    /// Whether the limit was reported: everything after it would only repeat that.
    private(set) var isOver = false

    init(_ limits: RuleLimits? = nil) {
        most = (limits?.bytes ?? RuleNode.maximumBytes, limits?.nodes ?? RuleNode.Limits.ruleFile.nodes)
    }

    /// The parts of the values, long strings as several.
    var weight: Int { nodes + bytes / 64 }

    var reason: String {
        "with the values of its variables the file is larger than \(size) "
            + "or has more than \(most.nodes) parts: use a long value in fewer places"
    }

    private var size: String {
        most.bytes < 1 << 20 ? "\(most.bytes) bytes" : "\(most.bytes >> 20) MB"
    }

    /// Notes a value that takes the place of a variable; false if it is too much.
    mutating func add(_ value: NodeSize) -> Bool {
        if isOver { return false }
        (bytes, nodes) = (bytes + value.bytes, nodes + value.nodes)
        isOver = bytes > most.bytes || nodes > most.nodes
        return !isOver
    }
}

/// How large a part of a rule file is.
struct NodeSize: Sendable {
    private(set) var nodes = 0
    private(set) var bytes = 0

    init(_ node: RuleNode) {
        var left = [node]
        while let next = left.popLast() {
            nodes += 1
            switch next.content {
            case .scalar(let text, _): bytes += text.utf8.count
            case .list(let items): left += items
            case .mapping(let pairs): for pair in pairs { left += [pair.key, pair.value] }
            }
        }
    }
}
