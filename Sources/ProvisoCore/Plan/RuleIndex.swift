internal import ProvisoMessages

/// Finds the rule of a stored violation, whose own messages the localizer may need.
struct RuleIndex: Sendable {
    private var rules: [String: RuleReference] = [:]
    /// Inner rules with their own messages and the codes they report; `nil` codes mean unknown.
    private var inner: [String: [(codes: [Code]?, rule: RuleReference)]] = [:]

    mutating func add(_ other: RuleIndex) {
        rules.merge(other.rules) { $1 }
        inner.merge(other.inner) { $1 }
    }

    func contains(_ id: String) -> Bool { rules[id] != nil }

    /// The ids of all rules.
    var ids: [String] { rules.keys.sorted() }

    mutating func add(_ rule: RuleReference) { rules[rule.id] = rule }

    mutating func add(inner rule: RuleReference, codes: [Code]?) { inner[rule.id, default: []].append((codes, rule)) }

    /// The messages for a code of the rule with this id, or `nil` if the plan has no such rule.
    func messages(id: String, code: Code) -> CompiledMessages? {
        let inner = inner[id]?.first { $0.codes?.contains(code) ?? true }
        return (inner?.rule ?? rules[id])?.messages
    }
}
