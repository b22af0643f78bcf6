public import ProvisoCore
internal import ProvisoMessages

/// What the scenario makes of the attributes.
extension StatefulModel {
    /// Every scenario with its active attributes, `!` before the unsafe ones.
    ///
    /// As the rule set declares them, else as its rules name them; a scenario without attributes is there too.
    public var scenarios: [String: [String]] {
        let names = ruleSet.scenarioNames.filter { $0 != RuleSet.defaultScenario || knowsDefaultScenario }
        return Dictionary(uniqueKeysWithValues: names.map { ($0, scenarioList($0)) })
    }

    /// Where scenarios are declared, the default one is among them only if it is declared or some rule applies in it.
    private var knowsDefaultScenario: Bool {
        ruleSet.scenarios.isEmpty || !scenarioList(RuleSet.defaultScenario).isEmpty
    }

    /// The attributes the scenario validates.
    public var activeAttributes: [String] { scenarioList(scenario).map(RuleSet.plain).withoutRepetition() }

    /// The attributes mass assignment may set in the scenario.
    public var safeAttributes: [String] {
        let list = scenarioList(scenario)
        return list.filter { !$0.isEmpty && !$0.hasPrefix("!") && !list.contains("!\($0)") }.withoutRepetition()
    }

    /// Whether the scenario validates an attribute.
    public func isAttributeActive(_ attribute: String) -> Bool { activeAttributes.contains(attribute) }

    /// Whether mass assignment may set an attribute.
    public func isAttributeSafe(_ attribute: String) -> Bool { safeAttributes.contains(attribute) }

    /// Whether a `required` rule without a condition applies to the attribute in the scenario.
    public func isAttributeRequired(_ attribute: String) -> Bool {
        activeRules(for: attribute).contains { rule in
            rule.when.isEmpty && rule.unless.isEmpty
                && ruleSet.writtenOut(rule.constraint).contains {
                    Registry.standard.about($0.type).subject == .required
                }
        }
    }

    /// The rules that apply in the scenario.
    public var activeRules: [Rule] {
        let active = Set(activeAttributes)
        return ruleSet.rules.filter { rule in
            rule.isActive(in: scenario) && rule.attributes.contains { active.contains(RuleSet.plain($0)) }
        }
    }

    /// The rules that apply to an attribute in the scenario; none when the scenario does not list it.
    public func activeRules(for attribute: String) -> [Rule] {
        guard isAttributeActive(attribute) else { return [] }
        return activeRules.filter { $0.attributes.map(RuleSet.plain).contains(attribute) }
    }

    private func scenarioList(_ scenario: String) -> [String] {
        guard ruleSet.scenarioNames.contains(scenario) else { return [] }
        return ruleSet.scenarioList(scenario, nested: nestedAttributes)
    }
}
