internal import Proviso

/// What a run has to see of its data to know which rules ran.
struct WatchedRules: Sendable {
    /// The attributes that the rules need in the data.
    let attributes: [NeededAttribute]
    /// The other attributes that they validate.
    let others: [NeededAttribute]
    /// The attributes whose values let a rule run that has no condition, with those rules.
    let proofs: [Proof]
    /// The rules that a value alone does not let run.
    let conditional: [RunNeed]
    /// Whether a rule runs for every record, also for an empty one.
    let runsAlways: Bool

    struct Proof {
        let attribute: NeededAttribute
        let rules: [RunNeed]

        /// Whether one of the rules validates a value of the record.
        func holds(for record: Record) -> Bool {
            record.hasValue(attribute) { value in
                for rule in rules where rule.runs(for: value) { return true }
                return false
            }
        }
    }

    /// Whether no rule is active in the scenario.
    let isInactive: Bool
    /// Whether those that are active accept every value.
    let onlyChanges: Bool

    init(_ plan: Plan, _ steps: StepList) {
        attributes = plan.neededAttributes(of: steps)
        let needs = steps.runNeeds
        others = plan.otherAttributes(of: needs, besides: attributes)
        let plain = needs.filter { !$0.isConditional }
        isInactive = steps.count == 0 && steps.closed == nil && plan.dataset.isEmpty
        let rules = Dictionary(grouping: plain, by: \.attribute.name)
        proofs = (attributes + others).compactMap { attribute in
            rules[attribute.name].map { Proof(attribute: attribute, rules: $0) }
        }
        conditional = needs.filter(\.isConditional)
        runsAlways =
            steps.closed != nil || !plan.dataset.isEmpty
            || plain.contains { $0.runsWithoutValue || $0.attribute.path.components.isEmpty }
        onlyChanges = needs.isEmpty && !runsAlways && !isInactive
    }

    /// What a whole run did not validate.
    func coverage(of presence: Presence, _ summary: Summary, inputs: [String]) -> Coverage {
        var coverage = summary.coverage
        let hasFindings =
            summary.findings > 0 || summary.invalid > 0 || !summary.accepted.isEmpty
            || !summary.excepted.isEmpty
        let hasRun = presence.hasRun || !presence.ran.isEmpty || runsAlways || hasFindings
        if summary.records == 0 {
            // A rule file can be tried without data.
            coverage.isNothing = inputs.isEmpty || !inputs.allSatisfy { $0 == "/dev/null" }
        } else if summary.records > summary.unreadable {
            coverage.isNothing = !hasRun
            (coverage.isInactive, coverage.onlyChanges) = (isInactive, onlyChanges)
            // That an attribute has no value is one note, not for each of its rules.
            coverage.allIdle = conditional.filter { !presence.ran.contains($0.order) }.map {
                let isSeen = presence.seen.contains($0.attribute.name) || $0.attribute.path.components.isEmpty
                return Coverage.IdleRule($0, isSeen: isSeen)
            }
            coverage.emptyColumns = attributes.map(\.name).filter {
                presence.columns.contains($0) && !presence.seen.contains($0)
            }
            coverage.hasSeen =
                !presence.seen.isEmpty || !presence.columns.isEmpty || attributes.isEmpty && others.isEmpty
            // A value of a rule whose condition is false need not be empty.
            coverage.hasEmpty = !hasRun && proofs.contains { presence.seen.contains($0.attribute.name) }
            if !coverage.hasSeen { coverage.wrapper = presence.wrapper }
        }
        return coverage
    }
}
