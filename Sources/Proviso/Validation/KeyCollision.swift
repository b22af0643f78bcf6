/// Finds common keys that were meant for an option of the same name.
struct KeyCollision {
    let ruleSet: RuleSet

    /// What is wrong with a rule of a type that has an option `except`: the key names scenarios.
    func fault(of rule: Rule, at number: Int, options: [OptionDescription]) -> RuleSetError.Diagnostic? {
        let key = RuleKey.except.rawValue
        guard !rule.except.isEmpty, options.contains(where: { $0.name == key }) else { return nil }
        let others = ruleSet.rules.enumerated().filter { $0.offset != number }.map(\.element)
        let scenarios = Set(
            others.flatMap { $0.on + $0.except } + rule.on + ruleSet.scenarios.keys + [RuleSet.defaultScenario])
        guard let name = rule.except.first(where: { !scenarios.contains($0) }) else { return nil }
        return RuleSetError.Diagnostic(
            position: rule.position,
            reason: "'except' names scenarios, and '\(name)' is none; the option of '\(rule.body.type)' is written "
                + "'options: { except: \(name) }'")
    }
}
