internal import ProvisoMessages

extension NameCheck {
    /// For how many names similar ones are searched, each among all others.
    fileprivate static let mostSearched = 100

    /// Errors for attributes that no declared scenario has, and that differ in one letter from one that it has.
    ///
    /// Their rules would never run.
    func inNoScenario() -> [RuleSetError.Diagnostic] {
        guard !ruleSet.scenarios.isEmpty, ruleSet.scenarios[RuleSet.defaultScenario] != nil else { return [] }
        let ruled = Set(ruleSet.ruledAttributes)
        // A misspelled name in a scenario has an error of its own.
        let listed = Set(ruleSet.scenarios.values.joined().map(RuleSet.plain)).intersection(ruled)
        var found: [RuleSetError.Diagnostic] = []
        // Where more than these are in none, that is not a slip of the keys.
        var left = Set(ruled.subtracting(listed).sorted().prefix(Self.mostSearched))
        for rule in ruleSet.rules where !left.isEmpty {
            for name in rule.attributes.map(RuleSet.plain) where left.remove(name) != nil {
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

/// Finds names of scenarios that differ in one letter: the rules of one do not run in the other.
struct SimilarScenarios {
    let ruleSet: RuleSet

    var warnings: [RuleSetError.Diagnostic] {
        var uses: [String: (count: Int, position: SourcePosition?)] = [:]
        func use(_ name: String, at position: SourcePosition?) {
            uses[name] = ((uses[name]?.count ?? 0) + 1, uses[name]?.position ?? position)
        }
        for rule in ruleSet.rules {
            for name in Set(rule.on + rule.except) { use(name, at: rule.scenarioPositions[name] ?? rule.position) }
        }
        for name in ruleSet.scenarios.keys { use(name, at: ruleSet.positions[.scenario(name)]) }
        if uses.isEmpty { return [] }
        use(RuleSet.defaultScenario, at: nil)
        var told: Set<Set<String>> = []
        // The one that is used least is probably the misspelled one.
        func order(_ use: (key: String, value: (count: Int, position: SourcePosition?))) -> (Int, Int, String) {
            (use.value.count, use.key.utf8.count, use.key)
        }
        return uses.sorted { order($0) < order($1) }.prefix(NameCheck.mostSearched).compactMap { name, use in
            let others = uses.keys.lazy.filter { $0 != name }
            guard name != RuleSet.defaultScenario,
                let near = Suggestion.likely(for: name, in: others, limit: 1), !Mentions.differInDigits(near, name),
                told.insert([name, near]).inserted
            else { return nil }
            return RuleSetError.Diagnostic(
                position: use.position,
                reason:
                    "the scenario '\(name)' differs in one letter from '\(near)': a rule for one does not run in the other",
                suggestion: near)
        }
    }
}
