package import Proviso

/// Validates records by a plan, for a search that tries many.
package final class Verifier {
    package let plan: Plan
    private let record: Record
    private let steps: StepList
    package private(set) var count = 0
    private let seen = SeenValues()
    private let effort: Effort?
    /// The language of the record's numbers and dates, for rules with `locale: request`.
    package var locale: String? {
        didSet { if locale != oldValue { record.locale = locale } }
    }

    /// Prepares a plan that was made for a search, which pays for it and for each record.
    package init(_ plan: Plan, scenario: String, effort: Effort? = nil) throws(RuleSetError) {
        try plan.refuseAsyncRules()
        (self.plan, self.effort) = (plan, effort)
        effort?.spend(making: plan)
        record = Record(for: plan)
        steps = try plan.stepList(scenario)
        record.claims = seen
    }

    /// What the plan finds in a record, as the first of a run or after others.
    package func violations(of value: AnyValue, after others: [AnyValue] = []) -> [Violation] {
        seen.forget()
        for other in others { _ = run(other) }
        return run(value).violations
    }

    /// What the rules about all records find in a table.
    package func violations(ofTable values: [AnyValue]) -> [Violation] {
        seen.forget()
        let dataset = plan.makeDataset()
        for value in values {
            let report = run(value)
            dataset.add(record, report)
        }
        return dataset.report().violations
    }

    private func run(_ value: AnyValue) -> Report {
        count += 1
        record.fill(value)
        defer {
            effort?.spend(trying: 1)
            effort?.spend(plan.layout.weight + value.count)
            effort?.spend(steps: record.spent)
        }
        return plan.run(steps, on: record, only: nil)
    }
}

/// The values of a short run, for rules that compare records.
private final class SeenValues: Claims {
    private var numbers: [[UInt8]: Int] = [:]

    func forget() { if !numbers.isEmpty { numbers = [:] } }

    func record(with key: [UInt8]) -> Int? {
        if let number = numbers[key] { return number }
        numbers[key] = numbers.count + 1
        return nil
    }
}

extension Verifier {
    /// The code that a probe reports where its rule is reached.
    static let reached: Code = "proof.reached"

    /// What shows whether a record meets the conditions of a rule, and has a value that the rule looks at.
    ///
    /// An observer sees that in the same plan, but not in shapes that a union tries: for rules in them it is a plan of the
    /// same rules, in which the rule reports wherever it runs, whatever the value. `nil` if there is no such plan.
    static func probe(
        _ target: ProofTarget, in ruleSet: RuleSet, like verifier: Verifier, scenario: String, _ effort: Effort
    ) -> Verifier? {
        target.isTried ? trial(target, in: ruleSet, like: verifier.plan, scenario: scenario, effort) : verifier
    }

    private static func trial(
        _ target: ProofTarget, in ruleSet: RuleSet, like plan: Plan, scenario: String, _ effort: Effort
    ) -> Verifier? {
        let set = ruleSet.changing(target.address) { rule in
            var rule = rule
            // What the rule skips, the probe skips.
            rule.constraint = .check(like: rule.constraint, in: plan.registry) { _, context in
                context.report(Self.reached)
            }
            rule.messages = RuleMessages()
            return rule
        }
        guard let plan = try? Plan(set, registry: plan.registry, catalogs: plan.catalogs) else { return nil }
        return try? Verifier(plan, scenario: scenario, effort: effort)
    }

    /// Whether a rule runs at its attribute; for a rule in a shape of a union, of a probe for it.
    func reaches(_ target: ProofTarget, in value: AnyValue) -> Bool {
        if target.isTried {
            return violations(of: value).contains {
                $0.rule.id == target.id && $0.code == Self.reached && $0.path.components.matches(target.path)
            }
        }
        let turns = TurnsOfRule(target)
        record.observer = turns
        defer { record.observer = nil }
        _ = violations(of: value)
        return turns.isReached
    }
}

/// Sees whether a rule runs at its attribute.
private final class TurnsOfRule: PlanObserver {
    private let target: ProofTarget
    private(set) var isReached = false
    let wantsDetails = false

    init(_ target: ProofTarget) { self.target = target }

    func observe(_ turn: RuleTurn) {
        guard !isReached, turn.rule.id == target.id, turn.path.components.matches(target.path) else { return }
        switch turn.outcome {
        case .passed, .skipped(.missing): isReached = true
        // A null that is refused is not seen by the rule.
        case .failed: isReached = turn.violations.isEmpty || turn.violations.contains { $0.code != .nullRefused }
        case .skipped, .blocked, .inactive, .pending: break
        }
    }
}
