internal import ProvisoMessages

extension ShapePlans {
    /// Throws if a rule needs more than an untrusted author may; called before it is made.
    func checkLimits(of body: Constraint, in registry: Registry) throws(RuleSetError) {
        guard limits != nil else { return }
        let position = body.positions["type"]
        guard !registry.about(body.type).reachesOut, body.options["checkDNS"] == nil else {
            throw RuleSetError(
                position: position,
                reason: "'\(body.type)' reads files or uses the network, which rules from an untrusted author may not")
        }
        for option in registry[body.type]?.options ?? [] where option.kind == .pattern {
            guard case .value(.text(let pattern))? = body.options[option.name],
                let reason = refusal(ofPatterns: [pattern])
            else { continue }
            throw RuleSetError(position: body.position(ofOption: option.name) ?? position, reason: reason)
        }
    }

    /// Counts patterns, and returns why an untrusted author may not have them; called before they are compiled.
    func refusal(ofPatterns added: [String]) -> String? {
        guard let limits, !added.isEmpty else { return nil }
        patterns += added.count
        if patterns > limits.patterns { return RuleLimits.reason("more patterns than", limits.patterns) }
        guard added.contains(where: { $0.utf8.count > limits.patternBytes }) else { return nil }
        return RuleLimits.reason("a pattern has more bytes than", limits.patternBytes)
    }

    /// Counts parts of the plan, and returns why an untrusted author may not have them.
    func refusal(ofWeight added: Int) -> String? {
        weight += added
        guard let limits, weight > limits.parts else { return nil }
        return RuleLimits.reason("more rules and parts of expressions than", limits.parts)
    }
}
