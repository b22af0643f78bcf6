internal import ProvisoMessages

extension ShapePlans {
    /// Throws if a rule needs more than an untrusted author may; called before it is made.
    func checkLimits(of body: Constraint, in registry: Registry) throws(RuleSetError) {
        guard limits != nil else { return }
        let position = body.positions["type"]
        let options = registry[body.type]?.options ?? []
        let readsFiles = options.contains { $0.role == .file && body.options[$0.name] != nil }
        guard !registry.about(body.type).reachesOut, !readsFiles, body.options["checkDNS"] == nil else {
            throw RuleSetError(
                position: position,
                reason: "'\(body.type)' reads files or uses the network, which rules from an untrusted author may not")
        }
        for option in options where option.kind == .pattern {
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
        if patterns > limits.patterns { return refusal("more patterns than", limits.patterns) }
        guard added.contains(where: { $0.utf8.count > limits.patternBytes }) else { return nil }
        return refusal("a pattern has more bytes than", limits.patternBytes)
    }

    /// Counts parts of the plan, and returns why an untrusted author may not have them.
    func refusal(ofWeight added: Int) -> String? {
        weight += added
        guard let limits, weight > limits.parts else { return nil }
        return refusal("more rules and parts of expressions than", limits.parts)
    }

    /// Counts the parts of values that were put in for the options of a rule type, for each use.
    func refusal(ofNodes added: Int) -> String? {
        nodes += added
        guard let limits, nodes > limits.nodes else { return nil }
        return refusal("with the options of its rule types the file has more parts than", limits.nodes)
    }

    /// Notes the first excess.
    private func refusal(_ what: String, _ limit: Int) -> String {
        let reason = RuleLimits.reason(what, limit)
        if excess == nil { excess = reason }
        return reason
    }
}
