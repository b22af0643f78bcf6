internal import ProvisoMessages

/// Finds the rule a stored violation came from, whose messages its text may need.
struct RuleIndex: Sendable {
    private var rules: [String: RuleReference] = [:]
    /// Rules within rules that have messages of their own, with what they report; nil when nobody knows.
    private var inner: [String: [(codes: [Code]?, rule: RuleReference)]] = [:]

    mutating func add(_ rule: RuleReference) { rules[rule.id] = rule }

    mutating func add(inner rule: RuleReference, codes: [Code]?) { inner[rule.id, default: []].append((codes, rule)) }

    /// The messages for a code of the rule with this id; nil when the plan has none.
    func messages(id: String, code: Code) -> CompiledMessages? {
        let inner = inner[id]?.first { $0.codes?.contains(code) ?? true }
        return (inner?.rule ?? rules[id])?.messages
    }
}
