internal import ProvisoCore
internal import ProvisoMessages

/// Guesses what a malformed rule means; used only for errors.
extension RuleReader {
    /// The arguments of another library's rule: `5`, `[2, 5]`, `{minimum: 2}` or `{in: 2..5}`.
    static func arguments(_ node: RuleNode) -> [String] {
        guard let pairs = node.mapping else { return (node.list ?? [node]).compactMap(\.scalar) }
        return pairs.flatMap { key, value -> [String] in
            guard let name = key.scalar, let value = value.scalar else { return [] }
            let ends = value.parts(between: "..").filter { !$0.isEmpty }
            return ["in", "within"].contains(name) && ends.count == 2 ? ends.map { String($0) } : ["\(name)=\(value)"]
        }
    }

    /// The options that a malformed value means: `{range: [x, y]}` for `[x, y]` after `in`.
    static func options(_ node: RuleNode, of type: String?) -> String? {
        let items = (node.list ?? [node]).compactMap(\.scalar)
        guard let meant = type.flatMap({ Registry.standard[RuleType(rawValue: $0)]?.mainOption }),
            ![.rule, .condition, .shapes].contains(meant.kind), (1...8).contains(items.count)
        else { return nil }
        let option = meant.name
        guard items.allSatisfy({ $0.utf8.allSatisfy { $0.isDigit || ($0 | 0x20).isLowercase || $0 == 0x5F } }) else {
            return "'{\(option): …}'"
        }
        return "'{\(option): \(node.list == nil ? items[0] : "[" + items.joined(separator: ", ") + "]")}'"
    }

    /// The severity that another tool's name for it means.
    static func severity(_ word: String) -> String? {
        switch word.lowercased() {
        case "warn", "minor", "soft": "warning"
        case "err", "fatal", "critical", "high", "severe", "blocker", "major": "error"
        case "information", "notice", "hint", "note", "low", "debug", "infos": "info"
        default: nil
        }
    }
}
