internal import ProvisoMessages

extension ShapePlans {
    /// Throws if a rule needs more than an untrusted author may.
    func checkLimits(of body: Constraint) throws(RuleSetError) {
        guard let limits else { return }
        let position = body.positions["type"]
        guard !Self.reading.contains(body.type), body.options["checkDNS"] == nil else {
            throw RuleSetError(
                position: position,
                reason: "'\(body.type)' reads files or uses the network, which rules from an untrusted author may not")
        }
        if weight > limits.parts {
            throw RuleLimits.refusal("more rules and parts of expressions than", limits.parts, at: position)
        }
        for case .value(.text(let text)) in body.options.values {
            patterns += text.parts(between: "matches(").count - 1
        }
        for option in ["pattern", "keys"] {
            guard case .value(.text(let pattern))? = body.options[option] else { continue }
            patterns += 1
            guard pattern.utf8.count > limits.patternBytes else { continue }
            throw RuleLimits.refusal(
                "a pattern has more bytes than", limits.patternBytes, at: body.position(ofOption: option) ?? position)
        }
        if patterns > limits.patterns { throw RuleLimits.refusal("more patterns than", limits.patterns, at: position) }
    }

    private static let reading: Set<RuleType> = ["file", "image", "remote", "exist"]
}
