import Proviso

/// Finds rules about all records that repeat each other, or whose limits no data keeps together.
struct DatasetLint {
    let plan: Plan

    /// With how many rules before it a rule is compared.
    private static let mostCompared = 100

    var advice: [RuleLint.Advice] {
        let rules = plan.ruleSet.dataset
        return rules.indices.compactMap { index in
            let rule = rules[index]
            guard let own = rule.limits else { return nil }
            for earlier in rules[..<index].suffix(Self.mostCompared) where earlier.figure == rule.figure {
                guard let limits = earlier.limits, let reason = Self.reason(own, limits, rule, earlier) else {
                    continue
                }
                return RuleLint.Advice(position: rule.position, reason: reason)
            }
            return nil
        }
    }

    private static func reason(
        _ own: DatasetRule.Bounds, _ other: DatasetRule.Bounds, _ rule: DatasetRule, _ earlier: DatasetRule
    ) -> String? {
        let place = earlier.position.map { " (\($0))" } ?? ""
        let isSame = own.min == other.min && own.max == other.max && own.severity == other.severity
        if isSame { return "the rule repeats another one\(place): remove one of them" }
        guard own.severity == .error, other.severity == .error else { return nil }
        for case (let low?, let high?) in [(own.min, other.max), (other.min, own.max)] where low > high {
            return
                "no data keeps both this rule and another one\(place): no figure is at least \(low.plainText) and at "
                + "most \(high.plainText)"
        }
        return nil
    }
}

extension DatasetRule {
    /// What is measured, in words.
    fileprivate var figure: [String] { [name, within ?? "", origin ?? ""] + by }

    /// The limits of a rule that has only a minimum and a maximum, and whose words say all of what it measures.
    fileprivate var limits: Bounds? {
        if case .rule(let rule)? = test, !rule.options.isEmpty || rule.check != nil { return nil }
        guard bounds.count == 1, let only = bounds.first, only.equals == nil, !only.isEmpty else { return nil }
        return only
    }
}
