package import Proviso

/// What no case of a rule set shows: rules that never run, never reject, or never are skipped by their condition.
package struct CaseCoverage {
    /// A rule for an attribute, with what is missing.
    package struct Gap: Sendable {
        package let target: ProofTarget
        package let scenario: String
        package let reason: String

        /// One line for people.
        package var line: String {
            let place = target.rule.position.map { "\($0): " } ?? ""
            return "\(place)rule \(target.id), '\(target.rule.constraint.type)' of '\(target.attribute)': \(reason)"
        }
    }

    package private(set) var gaps: [Gap] = []
    /// A line for each rule about all records that no case shows.
    package private(set) var tableGaps: [String] = []
    /// A line for each part of a condition or an expression that is never true, or never false, in a rule without gaps.
    package private(set) var branches: [String] = []
    /// The numbers of rules, each for one attribute, and of those that have no gap.
    package private(set) var total = 0
    package private(set) var covered = 0

    /// Finds out which rules the cases reach.
    package init(_ plan: Plan, _ tests: [RuleTest], effort: Effort = Effort()) {
        let tables = TableCases(plan, tests.filter { $0.table != nil }, effort)
        let tests = tests.filter { $0.table == nil }
        let groups = Dictionary(grouping: tests) { $0.scenario ?? RuleSet.defaultScenario }
        var seen: Set<String> = []
        let others = Set(plan.scenarios).union(groups.keys).filter { $0 != RuleSet.defaultScenario }
        let scenarios = [RuleSet.defaultScenario] + others.sorted()
        var reached: [String: (gap: Gap, isCovered: Bool)] = [:]
        var order: [String] = []
        for scenario in scenarios where plan.steps[scenario] != nil {
            let cases = groups[scenario] ?? []
            guard let verifier = try? Verifier(plan, scenario: scenario, effort: effort) else { continue }
            let found = cases.map { verifier.violations(of: $0.record, after: $0.before) }
            for target in plan.ruleSet.targets(in: scenario) where !target.rule.constraint.onlyChanges(in: plan) {
                let key = "\(target.id) \(target.path)"
                if seen.insert(key).inserted { order.append(key) }
                if reached[key]?.isCovered ?? false { continue }
                let reason = Self.reason(target, cases, found, verifier, scenario, effort, tables.failing)
                // A scenario without cases says nothing about a rule that cases of another one reach.
                let isWorse = reached[key] != nil && (reason?.hasPrefix(Self.unreached) ?? false)
                if isWorse { continue }
                reached[key] = (Gap(target: target, scenario: scenario, reason: reason ?? ""), reason == nil)
            }
        }
        // Rules of other scenarios are found later.
        let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        func place(_ key: String) -> (Int, Int, Int) {
            let position = reached[key]?.gap.target.rule.position
            return (position?.line ?? 0, position?.column ?? 0, places[key] ?? 0)
        }
        for key in order.sorted(by: { place($0) < place($1) }) {
            guard let (gap, isCovered) = reached[key] else { continue }
            total += 1
            if isCovered { covered += 1 } else { gaps.append(gap) }
        }
        tableGaps = tables.gaps
        total += plan.ruleSet.dataset.count
        covered += plan.ruleSet.dataset.count - tableGaps.count
        let withGaps = Set(gaps.map(\.target.id))
        branches = BranchCoverage(plan, tests).lines.filter { !withGaps.contains($0.rule) }.map(\.line)
    }

    private static let unreached = "no case reaches it"

    private static func reason(
        _ target: ProofTarget, _ cases: [RuleTest], _ found: [[Violation]], _ verifier: Verifier, _ scenario: String,
        _ effort: Effort, _ failing: Set<String>
    ) -> String? {
        if effort.isSpent { return Effort.reason }
        let rejects =
            failing.contains(target.id)
            || found.contains { violations in
                violations.contains {
                    $0.rule.id == target.id && $0.path.components.count >= target.path.count
                        && Steps($0.path.components.prefix(target.path.count)).matches(target.path)
                }
            }
        let hasConditions = !target.rule.when.isEmpty || !target.rule.unless.isEmpty
        if rejects, !hasConditions { return nil }
        let choice = target.guards.last.map { " (shape '\($0.shape)')" } ?? ""
        if cases.isEmpty, !rejects { return "\(unreached)\(choice)" }
        guard let probe = Verifier.probe(target, in: verifier.plan.ruleSet, like: verifier, scenario: scenario, effort)
        else { return nil }
        let runs = cases.map { probe.reaches(target, in: $0.record) }
        guard rejects || runs.contains(true) else { return "\(unreached)\(choice)" }
        if !rejects { return "no case has a value that it rejects" }
        if hasConditions, !runs.contains(false) { return "no case is skipped by its condition" }
        return nil
    }
}

/// What cases with `records` show of rules about all records, and of the rules whose failures these count.
private struct TableCases {
    private(set) var gaps: [String] = []
    /// The ids of rules for records which a rule about all records has found to fail too often.
    private(set) var failing: Set<String> = []

    init(_ plan: Plan, _ tests: [RuleTest], _ effort: Effort) {
        var found: Set<String> = []
        var verifiers: [String: Verifier] = [:]
        for test in tests {
            let scenario = test.scenario ?? RuleSet.defaultScenario
            guard let verifier = verifiers[scenario] ?? (try? Verifier(plan, scenario: scenario, effort: effort)) else {
                continue
            }
            verifiers[scenario] = verifier
            verifier.locale = test.locale
            found.formUnion(verifier.violations(ofTable: test.table ?? []).map(\.rule.id))
        }
        for (index, step) in plan.dataset.enumerated() {
            if found.contains(step.id) {
                if let rule = step.fails { failing.insert(rule) }
            } else if index < plan.ruleSet.dataset.count {
                let place = step.rule.position.map { "\($0): " } ?? ""
                let reason = tests.isEmpty ? "no case has 'records'" : "no case has records of which it finds something"
                gaps.append("\(place)rule \(step.id), '\(step.rule.name)': \(reason)")
            }
        }
    }
}
