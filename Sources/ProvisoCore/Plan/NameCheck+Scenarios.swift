internal import ProvisoMessages

extension NameCheck {
    /// Errors for attributes that no declared scenario has, and that differ in one letter from one that it has.
    ///
    /// Their rules would never run.
    func inNoScenario() -> [RuleSetError.Diagnostic] {
        guard !ruleSet.scenarios.isEmpty, ruleSet.scenarios[RuleSet.defaultScenario] != nil else { return [] }
        let ruled = Set(ruleSet.ruledAttributes)
        // A misspelled name in a scenario has an error of its own.
        let listed = Set(ruleSet.scenarios.values.joined().map(RuleSet.plain)).intersection(ruled)
        var found: [RuleSetError.Diagnostic] = []
        for rule in ruleSet.rules {
            for name in rule.attributes.map(RuleSet.plain) where !listed.contains(name) && found.count < 100 {
                guard let near = Suggestion.likely(for: name, in: listed, limit: 1),
                    !Mentions.differInDigits(near, name)
                else { continue }
                found.append(
                    RuleSetError.Diagnostic(
                        position: rule.attributePositions[name] ?? rule.position,
                        reason: "no scenario has the attribute '\(name)', so its rules never run", suggestion: near))
            }
        }
        return found
    }
}
