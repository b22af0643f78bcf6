/// Finds common keys that were probably meant as an option of the same name.
struct KeyCollision {
    /// The number of rules that name a scenario, by its name; a declared scenario counts as one more.
    private let uses: [String: Int]

    init(_ ruleSet: RuleSet) {
        var uses: [String: Int] = [RuleSet.defaultScenario: 1]
        for scenario in ruleSet.scenarios.keys { uses[scenario, default: 0] += 1 }
        for rule in ruleSet.rules {
            for scenario in Set(rule.on + rule.except) { uses[scenario, default: 0] += 1 }
        }
        self.uses = uses
    }

    /// The problem with `except` in a rule of a type that has an option `except`: the key names scenarios.
    func fault(of rule: Rule, options: [OptionDescription]) -> RuleSetError.Diagnostic? {
        let key = RuleKey.except.rawValue
        guard !rule.except.isEmpty, options.contains(where: { $0.name == key }) else { return nil }
        // A name that only this rule uses, once, is not a scenario.
        guard let name = rule.except.first(where: { uses[$0] == 1 && !rule.on.contains($0) }) else { return nil }
        return RuleSetError.Diagnostic(
            position: rule.position,
            reason:
                "'except' names scenarios, and '\(name)' is not one; the option of '\(rule.constraint.type)' is written "
                + "'options: { except: \(name) }'")
    }
}
