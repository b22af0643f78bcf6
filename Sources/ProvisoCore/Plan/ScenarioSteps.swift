internal import ProvisoMessages

/// Sorts the steps of bound rules into the scenarios that run them.
///
/// The time it takes grows with the number of steps in all scenarios, not with rules times scenarios.
struct ScenarioSteps {
    let ruleSet: RuleSet
    let scopes: [NestedRules]
    let bound: [PlanBuilder.FinishedRule]
    let structure: [StructureStep]
    let closed: ClosedStep?

    /// The maximum number of steps in all scenarios; a rule set with more is made to exhaust its reader.
    static let maximumSteps = 1_000_000

    /// The steps of each scenario, the async ones apart.
    func lists() throws(RuleSetError) -> (steps: [String: StepList], asking: [String: StepList]) {
        var (lists, asking) = ([String: StepList](), [String: StepList]())
        let (everywhere, named) = rulesByScenario()
        var count = 0
        for scenario in scenarios {
            let active = ruleSet.scenarios[scenario].map { Set($0.map(RuleSet.plain)) }
            let entries = merged(everywhere, named[scenario] ?? []).flatMap { index in
                self.entries(of: bound[index], in: scenario, active: active)
            }
            count += entries.count
            guard count <= Self.maximumSteps else {
                throw RuleSetError(
                    reason: "\(scenarios.count) scenarios run more than \(Self.maximumSteps) rules in total")
            }
            let slots = entries.map(\.info.attribute.slot).sorted()
            let around = structure.filter { step in
                let first = slots.partitioningIndex { $0 >= step.below.lowerBound }
                return first < slots.count && step.below.contains(slots[first])
            }
            lists[scenario] = StepList(entries.filter { !$0.isAsync }, in: around, closed: closed)
            let later = entries.filter(\.isAsync)
            if !later.isEmpty { asking[scenario] = StepList(later, in: []) }
        }
        return (lists, asking)
    }

    private var scenarios: [String] {
        // A model that lists its scenarios has no others; one that does not has those of its nested models too.
        let nested = ruleSet.scenarios.isEmpty ? scopes.flatMap(\.ruleSet.scenarioNames) : []
        return (ruleSet.scenarioNames + nested).withoutRepetition()
    }

    /// The rules without `on`, and those of each scenario that `on` names.
    private func rulesByScenario() -> (everywhere: [Int], named: [String: [Int]]) {
        var everywhere: [Int] = []
        var named: [String: [Int]] = [:]
        for (index, bound) in bound.enumerated() {
            // The scenarios of a nested model are its own.
            if bound.scope != nil || bound.rule.on.isEmpty {
                everywhere.append(index)
            } else {
                for scenario in Set(bound.rule.on) { named[scenario, default: []].append(index) }
            }
        }
        return (everywhere, named)
    }

    private func entries(
        of bound: PlanBuilder.FinishedRule, in scenario: String, active: Set<String>?
    ) -> [StepEntry] {
        if let scope = bound.scope {
            return bound.entries.filter { scope.runs(bound.rule, for: $0.info.attribute.name, in: scenario) }
        }
        if bound.rule.except.contains(scenario) { return [] }
        return bound.entries.filter { active?.contains($0.info.attribute.name) ?? true }
    }

    /// Merges two ascending lists.
    private func merged(_ one: [Int], _ other: [Int]) -> [Int] {
        if other.isEmpty { return one }
        return (one + other).sorted()
    }
}

extension [Int] {
    /// The first index from which on a test passes for all elements.
    fileprivate func partitioningIndex(where test: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if test(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
