internal import JSONBridge
internal import ProvisoABI

/// How much there is to walk in a value.
extension ExprValue {
    /// A step for each value in this one and for each sixteen bytes; more than `limit` if it is more.
    ///
    /// A part that is there twice counts twice. No more than the limit is walked.
    func weight(atMost limit: Int) -> Int {
        var left = limit
        weigh(&left)
        return limit - left
    }

    /// Whether an expression made the list or map, which may hold a part many times.
    var isMade: Bool {
        switch self {
        case .list, .map, .optional: true
        default: false
        }
    }

    private func weigh(_ left: inout Int) {
        left -= 1
        guard left >= 0 else { return }
        switch self {
        case .text(let bytes): left -= bytes.count / 16
        case .string(let text): left -= text.utf8.count / 16
        case .bytes(let bytes): left -= bytes.count / 16
        case .node(let raw): Self.weigh(raw, &left)
        case .optional(let optional): optional.value?.weigh(&left)
        case .list(let list):
            for item in list.items {
                guard left >= 0 else { return }
                item.weigh(&left)
            }
        case .map(let map):
            for entry in map.entries {
                guard left >= 0 else { return }
                entry.key.weigh(&left)
                entry.value.weigh(&left)
            }
        default: return
        }
    }

    private static func weigh(_ raw: proviso_value, _ left: inout Int) {
        for node in raw.nodes {
            left -= 1 + Int(node.key_length) / 16
            guard left >= 0 else { return }
            switch node.value.kindOrAbsent {
            case .text, .bytes, .decimal: left -= Int(node.value.length) / 16
            case .list, .object: weigh(node.value, &left)
            default: continue
            }
        }
    }
}
