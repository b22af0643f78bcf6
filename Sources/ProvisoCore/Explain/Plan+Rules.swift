package import ProvisoMessages

/// A rule of a plan with one of its attributes: what a count of turns is about.
package struct PlannedRule: Sendable {
    /// The rank of the rule and its attribute in the plan, from 1; 0 for what every plan implies.
    package let order: Int
    package let rule: RuleReference
    /// The attribute as the rule names it; in a shape, from the shape's value.
    package let attribute: String
    /// Why the rule does not run in the scenario; `nil` if it does.
    package let inactive: InactiveReason?
}

extension Plan {
    /// All rules with their attributes, those of shapes too, in their order.
    package func plannedRules(in scenario: String) -> [PlannedRule] {
        let own = infos(in: scenario)
        let (active, listed) = (Set(own.map(\.rule.order)), Set(own.map { ObjectIdentifier($0) }))
        var (seen, rules) = (Set<Int>(), [PlannedRule]())
        for info in allInfos where info.rule.order > 0 && seen.insert(info.rule.order).inserted {
            let reason = active.contains(info.rule.order) ? nil : inactiveReason(info, in: scenario, listed)
            rules.append(
                PlannedRule(
                    order: info.rule.order, rule: info.rule, attribute: info.attribute.name, inactive: reason))
        }
        for shape in shapes {
            for info in (shape as? BoundShape)?.steps?.infos ?? [] where seen.insert(info.rule.order).inserted {
                rules.append(
                    PlannedRule(
                        order: info.rule.order, rule: info.rule, attribute: info.attribute.name, inactive: nil))
            }
        }
        return rules.sorted { $0.order < $1.order }
    }

    /// The parts of the conditions and expressions of each rule, by the rule's rank; `nil` for what no rule file has.
    package func plannedBranches(in scenario: String) -> [Int: [PlannedBranch?]] {
        var found: [Int: [PlannedBranch?]] = [:]
        let own = [steps[scenario], asyncSteps[scenario]] + shapes.map { ($0 as? BoundShape)?.steps }
        for list in own.compactMap({ $0 }) {
            for (index, info) in list.infos.enumerated() where found[info.rule.order] == nil {
                var branches = Branches.list(info)
                let step = list.steps[index]
                branches += Branches.expressions(step.runner, step.holder).flatMap {
                    Branches.list($0, at: info.rule.position)
                }
                if !branches.isEmpty { found[info.rule.order] = branches }
            }
        }
        return found
    }

    /// The attributes that each rule of the record reads besides its own, by the rule's id.
    package var namesRead: [String: Set<String>] {
        allInfos.reduce(into: [:]) { found, info in
            found[info.rule.id, default: []].formUnion(info.reads.attributes.map { attributes[$0].name })
        }
    }

    /// The ids of the rules of the record that may read anything.
    package var openReaders: Set<String> { Set(allInfos.lazy.filter(\.reads.isOpen).map(\.rule.id)) }

    /// The codes that the rules can report, in all scenarios; `nil` if one of them may report any.
    package var reportedCodes: Set<Code>? {
        var codes = Set(Code.ofEveryPlan.map(\.code))
        for info in allInfos + shapes.flatMap({ ($0 as? BoundShape)?.steps?.infos ?? [] }) {
            guard let own = info.codes else { return nil }
            codes.formUnion(own.map(\.code))
        }
        if !dataset.isEmpty { codes.formUnion(DatasetRule.codes.map(\.code)) }
        return codes
    }

    /// The turns of the rules that do not run.
    func inactiveTurns(in scenario: String, only selected: Set<Int>?) -> [RuleTurn] {
        let own = infos(in: scenario)
        let wanted = own.filter { selected?.contains($0.attribute.index) ?? true }
        let (active, listed) = (Set(wanted.map(\.rule.order)), Set(own.map { ObjectIdentifier($0) }))
        var seen: Set<Int> = []
        let inactive = allInfos.filter {
            $0.rule.order > 0 && !active.contains($0.rule.order) && seen.insert($0.rule.order).inserted
        }
        return inactive.map { info in
            RuleTurn(
                rule: info.rule, attribute: info.attribute.name, path: info.attribute.path,
                outcome: .inactive(inactiveReason(info, in: scenario, listed)))
        }
    }

    private func infos(in scenario: String) -> [StepInfo] {
        (steps[scenario]?.infos ?? []) + (asyncSteps[scenario]?.infos ?? [])
    }

    /// The steps of all scenarios.
    private var allInfos: [StepInfo] { scenarios.flatMap(infos) }

    /// Why a rule does not run in a scenario, whose steps are listed.
    private func inactiveReason(
        _ info: StepInfo, in scenario: String, _ listed: Set<ObjectIdentifier>
    ) -> InactiveReason {
        guard let rule = info.source?.rule else { return .unlisted }
        if !rule.on.isEmpty, !rule.on.contains(scenario) { return .on(rule.on) }
        if rule.except.contains(scenario) { return .except(rule.except) }
        return listed.contains(ObjectIdentifier(info)) ? .unselected : .unlisted
    }
}
