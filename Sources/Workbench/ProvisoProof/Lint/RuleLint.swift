package import Proviso

/// Finds what is probably a mistake in rules that can be read: rules without effect, and rules against each other.
package struct RuleLint {
    /// One line of advice with its place.
    package typealias Advice = RuleSetError.Diagnostic

    let plan: Plan
    var ruleSet: RuleSet { plan.ruleSet }
    let known: (ProofTarget, Bool) -> [AnyValue]
    let effort: Effort
    /// The rules of which something was found already, so that a search does not repeat it.
    private(set) var noted: Set<RuleAddress> = []
    private var found: [Advice] = []
    private var texts: Set<String> = []
    /// The bounds that are known to decide nothing: the first stricter rule is named.
    private var weakBounds: Set<String> = []
    /// The searches among the rules that find errors, by scenario.
    var makersWithoutMilder: [String: SampleMaker?] = [:]
    private(set) lazy var withoutMilder = leavingMilderOut()

    /// Checks a plan; `searches` also looks for rules that no record reaches, or makes fail.
    package static func advice(
        on plan: Plan, searches: Bool = true, effort: Effort = Effort(),
        known: @escaping (ProofTarget, Bool) -> [AnyValue] = { _, _ in [] }
    ) -> [Advice] {
        var lint = RuleLint(plan: plan, effort, known: known)
        lint.checkScenarios()
        lint.checkPairs()
        lint.found += MessageLint(plan: plan).advice + OptionLint(plan: plan).advice + OrderLint(plan: plan).advice
        lint.found += DatasetLint(plan: plan).advice
        lint.found += CaseCheck.mistakes(in: plan, withMembers: true)
        if searches { lint.search() }
        return lint.found.enumerated().sorted {
            let (one, other) = ($0.element.position, $1.element.position)
            let (left, right) = ((one?.line ?? 0, one?.column ?? 0), (other?.line ?? 0, other?.column ?? 0))
            return left == right ? $0.offset < $1.offset : left < right
        }.map(\.element)
    }

    private init(plan: Plan, _ effort: Effort, known: @escaping (ProofTarget, Bool) -> [AnyValue]) {
        (self.plan, self.effort, self.known) = (plan, effort, known)
    }

    mutating func note(
        _ address: RuleAddress, _ rule: Rule, _ reason: String, at position: SourcePosition? = nil
    ) {
        noted.insert(address)
        let advice = Advice(position: position ?? rule.position, reason: reason)
        if texts.insert(advice.text(kind: "")).inserted { found.append(advice) }
    }

    /// Finds rules that no scenario runs.
    private mutating func checkScenarios() {
        for name in ruleSet.scenarios.keys.sorted() where ruleSet.scenarios[name]?.isEmpty ?? false {
            found.append(
                Advice(
                    position: ruleSet.positions[.scenario(name)],
                    reason:
                        "the scenario '\(name)' lists no attribute, so that no rule runs in it: name one, or remove it")
            )
        }
        for index in ruleSet.rules.indices {
            let rule = ruleSet.rules[index]
            let active = plan.scenarios.filter { rule.isActive(in: $0) }
            if active.isEmpty {
                note(
                    .root(index), rule,
                    "the rule runs in no scenario: 'on' and 'except' leave none; remove the rule or name a scenario")
                continue
            }
            guard !ruleSet.scenarios.isEmpty else { continue }
            for attribute in rule.attributes.map(RuleSet.plain) {
                let lists = active.map { ruleSet.activeAttributes(in: $0) }
                guard !lists.contains(where: { $0.contains(attribute) }) else { continue }
                let names = active.map { "'\($0)'" }.joined(separator: ", ")
                note(
                    .root(index), rule,
                    "the rule never runs for '\(attribute)': no scenario in which it is active (\(names)) lists the attribute; "
                        + "add it to 'scenarios', or remove the rule")
            }
        }
    }

    /// Compares the rules of each attribute with each other if at least one of them always runs.
    private mutating func checkPairs() {
        var groups: [String: [ProofTarget]] = [:]
        var (order, grouped) = ([String](), Set<String>())
        for scenario in plan.scenarios {
            for target in ruleSet.targets(in: scenario) {
                let key = "\(target.path) \(target.guards.map(\.shape))"
                if groups[key] == nil { order.append(key) }
                if grouped.insert("\(key) \(target.address)").inserted { groups[key, default: []].append(target) }
            }
        }
        for key in order {
            let candidates = (groups[key] ?? []).flatMap { $0.writtenOut(in: plan) }.map(Candidate.init)
            for (index, first) in candidates.enumerated() {
                for second in candidates[(index + 1)...]
                where first.target.address != second.target.address && first.mayConcern(second)
                    && haveCommonScenario(first.target.rule, second.target.rule)
                {
                    compare(first, second)
                }
                checkItself(first.target)
                if alwaysRuns(first.target) { checkItems(first.target, candidates.map(\.target).filter(alwaysRuns)) }
            }
        }
    }

    /// A rule, and what is compared with those of other rules.
    private struct Candidate {
        let target: ProofTarget
        let text: String
        let range: BoundRange?
        private let decidesPresence: Bool

        init(_ target: ProofTarget) {
            self.target = target
            text = RuleText.text(target.rule.constraint)
            range = BoundRange(target.rule.constraint)
            decidesPresence = [.required, .missing].contains(target.rule.constraint.about.subject)
        }

        func mayConcern(_ other: Candidate) -> Bool {
            range != nil && other.range != nil || decidesPresence && other.decidesPresence || text == other.text
        }
    }

    /// Finds a comparison of an attribute with itself.
    private mutating func checkItself(_ target: ProofTarget) {
        let constraint = target.rule.constraint
        guard constraint.about.subject == .comparison, let name = constraint.text(.attribute), name == target.attribute
        else { return }
        note(
            target.address, target.rule,
            "the rule compares '\(name)' with itself, so that the value decides nothing: name another attribute",
            at: constraint.position(.attribute))
    }

    private func alwaysRuns(_ target: ProofTarget) -> Bool { target.rule.when.isEmpty && target.rule.unless.isEmpty }

    /// Whether a rule runs wherever another one of its attribute does.
    private func covers(_ one: ProofTarget, _ other: ProofTarget) -> Bool {
        alwaysRuns(one) && plan.scenarios.allSatisfy { one.rule.isActive(in: $0) || !other.rule.isActive(in: $0) }
    }

    private func haveCommonScenario(_ one: Rule, _ other: Rule) -> Bool {
        plan.scenarios.contains { one.isActive(in: $0) && other.isActive(in: $0) }
    }

    private mutating func compare(_ one: Candidate, _ other: Candidate) {
        let (first, second, left, right) = (one.target, other.target, one.range, other.range)
        let isSame = one.text == other.text
        guard alwaysRuns(first) || alwaysRuns(second) else { return }
        let (one, other) = (first.rule.constraint, second.rule.constraint)
        if one.type == other.type, isSame, one.about.effect != .namesAttribute, one.check == nil,
            first.rule.severity == second.rule.severity, covers(first, second) || covers(second, first)
        {
            // The one with a condition, or with fewer scenarios, never says more than the other.
            let (kept, spare) = covers(first, second) ? (first, second) : (second, first)
            return note(
                spare.address, spare.rule,
                "the rule repeats rule \(kept.id)\(place(kept)) for '\(spare.attribute)': remove one of them")
        }
        let both = alwaysRuns(first) && alwaysRuns(second)
        if both, Set([one.about.subject, other.about.subject]) == [.required, .missing] {
            noted.insert(first.address)
            return note(
                second.address, second.rule,
                "no value passes this rule and rule \(first.id)\(place(first)): '\(one.type)' and '\(other.type)' of "
                    + "'\(second.attribute)' exclude each other; give one of them a condition")
        }
        guard first.rule.severity == .error, second.rule.severity == .error, let left, let right,
            left.kind == right.kind
        else { return }
        compare(first, left, second, right)
    }

    private mutating func compare(_ first: ProofTarget, _ left: BoundRange, _ second: ProofTarget, _ right: BoundRange)
    {
        let both = alwaysRuns(first) && alwaysRuns(second)
        for (low, high, highTarget) in [(left.low, right.high, second), (right.low, left.high, first)] {
            guard both, let low, let high,
                low.value > high.value || low.value == high.value && (low.isOpen || high.isOpen)
            else { continue }
            let lowTarget = highTarget.address == second.address ? first : second
            noted.insert(first.address)
            return note(
                second.address, second.rule,
                "no value of '\(second.attribute)' passes both '\(low.text)' of rule \(lowTarget.id)\(place(lowTarget)) and "
                    + "'\(high.text)' of rule \(highTarget.id)\(place(highTarget)): change one of the bounds",
                at: second.rule.constraint.positions[highTarget.address == second.address ? high.option : low.option])
        }
        for (weak, strong, target, by) in [
            (right.low, left.low, second, first), (left.low, right.low, first, second),
        ] {
            guard covers(by, target), let weak, let strong, weak.value < strong.value else { continue }
            noteWeak(weak, strong, target, by)
        }
        for (weak, strong, target, by) in [
            (right.high, left.high, second, first), (left.high, right.high, first, second),
        ] {
            guard covers(by, target), let weak, let strong, weak.value > strong.value else { continue }
            noteWeak(weak, strong, target, by)
        }
    }

    private mutating func noteWeak(
        _ weak: BoundRange.End, _ strong: BoundRange.End, _ target: ProofTarget, _ by: ProofTarget
    ) {
        guard weakBounds.insert("\(target.address) \(target.path) \(weak.option)").inserted else { return }
        note(
            target.address, target.rule,
            "'\(weak.text)' decides nothing for '\(target.attribute)': '\(strong.text)' of rule \(by.id)\(place(by)) is stricter; "
                + "remove the weaker bound", at: target.rule.constraint.positions[weak.option])
    }

    /// Finds items of a list that another rule of the attribute rejects.
    private mutating func checkItems(_ target: ProofTarget, _ others: [ProofTarget]) {
        let constraint = target.rule.constraint
        guard constraint.about.subject == .choice, !constraint.isReversed, let range = constraint.value(.choices)?.list,
            !range.isEmpty, range.count <= 1_000
        else { return }
        for other in others where other.address != target.address && haveCommonScenario(target.rule, other.rule) {
            guard other.namedAttributes.isEmpty, other.rule.severity == .error, other.rule.constraint.check == nil,
                !other.rule.constraint.about.needsOthers,
                let plan = try? Plan(
                    RuleSet(rules: [Rule(["v"], other.rule.constraint)], empty: ruleSet.empty),
                    registry: plan.registry),
                let verifier = try? Verifier(plan, scenario: RuleSet.defaultScenario)
            else { continue }
            let rejected = range.filter { !verifier.violations(of: .object([AnyValue.Member("v", $0)])).isEmpty }
            guard !rejected.isEmpty else { continue }
            let all = rejected.count == range.count
            let names = rejected.prefix(5).map(\.json).joined(separator: ", ") + (rejected.count > 5 ? ", …" : "")
            note(
                target.address, target.rule,
                all
                    ? "no value of '\(target.attribute)' passes: rule \(other.id), '\(other.rule.constraint.type)'\(place(other)), "
                        + "rejects every item of 'range'; change one of the rules"
                    : "\(names) in 'range' never \(rejected.count == 1 ? "passes" : "pass"): rule \(other.id), "
                        + "'\(other.rule.constraint.type)'\(place(other)), rejects \(rejected.count == 1 ? "it" : "them"); "
                        + "remove what is not meant",
                at: constraint.position(.choices))
        }
    }

    private func place(_ target: ProofTarget) -> String { target.rule.position.map { " (\($0))" } ?? "" }
}
