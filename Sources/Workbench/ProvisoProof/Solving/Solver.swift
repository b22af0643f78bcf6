import Proviso

/// Searches for a record of which a plan says what is wanted: nothing, or one rule's violation alone.
///
/// It begins with a record made from the rules and changes what the plan still says against it, one value at a time.
final class Solver {
    /// What is wanted.
    struct Goal {
        enum Size { case length(Int), count(Int), value(AnyValue) }

        let target: ProofTarget
        let isInvalid: Bool
        /// What the value of the target's attribute must be, for a bound.
        var size: Size?
    }

    let ruleSet: RuleSet
    let scenario: String
    let targets: [ProofTarget]
    let verifier: Verifier
    let builder: RecordBuilder
    private var probes: [String: Verifier?] = [:]
    private var expressions: [String: ExprNode?] = [:]
    private var numbers: SeededGenerator
    let now: Int64
    /// The work that is left for all searches.
    let effort: Effort
    /// The records that one search may try.
    var patience = 6_000
    /// What was still wrong with the best record of the last search that found nothing.
    private(set) var obstacles: [Violation] = []

    init(
        _ plan: Plan, scenario: String, seed: UInt64, effort: Effort,
        known: @escaping (ProofTarget, Bool) -> [AnyValue] = { _, _ in [] }
    ) throws(RuleSetError) {
        ruleSet = plan.ruleSet
        self.scenario = scenario
        targets = plan.ruleSet.targets(in: scenario)
        self.effort = effort
        verifier = try Verifier(plan, scenario: scenario, effort: effort)
        now = plan.registry.services.clock.now
        numbers = SeededGenerator(seed: seed)
        builder = RecordBuilder(
            targets, registry: plan.registry, now: now, numbers: SeededGenerator(seed: seed &+ 1), effort: effort,
            known: known)
    }

    func probe(_ target: ProofTarget) -> Verifier? {
        if let known = probes[target.id] { return known }
        let made = Verifier.probe(target, in: ruleSet, like: verifier, scenario: scenario, effort)
        probes[target.id] = .some(made)
        return made
    }

    /// An expression of a rule or a condition, read once; `nil` if it cannot be read.
    func expression(_ text: String) -> ExprNode? {
        // All of its parts are then looked at.
        effort.spend(Self.perByte * text.utf8.count)
        if let known = expressions[text] { return known }
        let node = try? ExprParser.parse(text)
        expressions[text] = .some(node)
        return node
    }

    /// What looking at the parts of an expression takes for each of its bytes.
    private static let perByte = 8

    /// What is still wrong with a record.
    struct State {
        let record: AnyValue
        let others: [Violation]
        let isFound: Bool
        let isReached: Bool
        let hasSize: Bool
        let cost: Int
    }

    func state(_ record: AnyValue, _ goal: Goal) -> State {
        let violations = verifier.violations(of: record)
        let target = goal.target
        // A value that could not be validated shows nothing of the rule.
        let own = violations.filter { $0.rule.id == target.id && $0.code != .fault }
        let isFound = own.contains { violation in
            violation.path.components.starts(
                with: target.path, by: { own, other in other == .each || own.word == other.word })
                || target.rule.attributes.count == 1
        }
        let others = goal.isInvalid ? violations.filter { $0.rule.id != target.id || $0.code == .fault } : violations
        var cost = others.count * 10
        if record.kind != .object, !verifier.plan.readsRecord { cost += 1_000 }
        var isReached = true
        if goal.isInvalid ? !isFound : others.count < 3 {
            isReached = probe(target)?.reaches(target, in: record) ?? !record.at(target.path.concrete).isEmptyValue
            cost += isReached ? 0 : 12
            if isReached, !goal.isInvalid, !hasAll(target, in: record) {
                isReached = false
                cost += 8
            }
        }
        let hasSize = has(goal.size, at: target.path, in: record)
        cost += hasSize ? 0 : 5
        if goal.isInvalid, !isFound { cost += 15 }
        return State(
            record: record, others: others, isFound: isFound, isReached: isReached, hasSize: hasSize, cost: cost)
    }

    /// Whether the record has every value that the rule reads beside its own, so that the rule really decides.
    private func hasAll(_ target: ProofTarget, in record: AnyValue) -> Bool {
        reads(target, in: record).allSatisfy { !record.at($0).isNull }
    }

    /// The other values that a rule reads.
    func reads(_ target: ProofTarget, in record: AnyValue) -> [Steps] {
        let place = target.path.concrete
        let named = target.namedAttributes.map { target.path(of: $0).aligned(with: place).concrete }
        guard let must = target.rule.constraint.text(.expression), !must.holds("has(") else { return named }
        return ExprMoves(target, at: place, in: record, solver: self).places
    }

    private func has(_ size: Goal.Size?, at path: Steps, in record: AnyValue) -> Bool {
        let value = record.at(path.concrete)
        switch size {
        case nil: return true
        case .value(let wanted): return value == wanted
        case .length(let length):
            return value.text.map { $0.unicodeScalars.count == length || $0.count == length } ?? false
        case .count(let count):
            if case .object(let members) = value { return members.count == count }
            return value.list?.count == count
        }
    }

    /// A record that meets the goal; `nil` if the search did not find one.
    func solve(_ goal: Goal, from seeds: [AnyValue] = []) -> AnyValue? {
        let end = verifier.count + patience
        obstacles = []
        // Among many rules, records are made only where those that are known lead nowhere.
        let made = { self.builder.fresh([], in: .absent) }
        var starts: [() -> AnyValue] = (seeds + [.object([])]).map { seed in { seed } }
        if targets.count < RuleParts.manyRules {
            let (one, other) = (made(), without(made(), goal))
            starts += [{ one }, { other }]
        } else {
            starts += [made, { self.without(made(), goal) }]
        }
        for start in starts.prefix(7) {
            if verifier.count >= end || effort.isSpent { return nil }
            if let found = climb(from: start(), goal, until: end) { return found.compact }
        }
        return nil
    }

    /// What other rules find in the values that the rule alone rejects; empty if it rejects none of those tried.
    func companions(of target: ProofTarget) -> [Violation] {
        guard target.namedAttributes.isEmpty,
            let plan = try? Plan(
                RuleSet(rules: [Rule(["v"], target.rule.constraint)], empty: verifier.plan.ruleSet.empty),
                registry: verifier.plan.registry),
            let alone = try? Verifier(plan, scenario: RuleSet.defaultScenario, effort: effort)
        else { return [] }
        let (base, place) = (builder.fresh([], in: .absent), target.path.concrete)
        for value in builder.proposals(at: place, in: base, rejecting: target) where value != .absent {
            guard !alone.violations(of: .object([AnyValue.Member("v", value)])).isEmpty else { continue }
            let others = verifier.violations(of: base.setting(place, to: value)).filter {
                $0.rule.id != target.id && $0.path.components.matches(target.path)
            }
            if !others.isEmpty { return others }
        }
        return []
    }

    /// A record with only some of the members, so that optional ones are missing.
    private func without(_ record: AnyValue, _ goal: Goal) -> AnyValue {
        let own = goal.target.path.first
        return .object(record.members.filter { .key($0.key) == own || numbers.happens(0.5) })
    }

    private func climb(from start: AnyValue, _ goal: Goal, until end: Int) -> AnyValue? {
        var current = state(start, goal)
        var seen: Set<AnyValue> = [start]
        var walks = 0
        while current.cost > 0, walks < 24, verifier.count < end, !effort.isSpent {
            walks += 1
            var best: State?
            for record in Moves(self, goal, current).records where verifier.count < end && !effort.isSpent {
                // It was made from another one, and is compared with those that were seen.
                effort.spend(2 * record.count)
                guard seen.insert(record).inserted else { continue }
                let next = state(record, goal)
                if best.map({ next.cost < $0.cost }) ?? true { best = next }
                if next.cost == 0 { return next.record }
                // A clear step forward is taken at once.
                if next.cost + 15 <= current.cost { break }
            }
            guard let best else { break }
            if best.cost > current.cost + 10 { break }
            current = best
        }
        if current.cost > 0, current.isFound || !goal.isInvalid { obstacles = current.others }
        if current.cost > 0 { return nil }
        return current.record
    }
}

extension [ValuePath.Component] {
    fileprivate func starts(with other: Steps, by equal: (ValuePath.Component, ValuePath.Component) -> Bool) -> Bool {
        count >= other.count && zip(self, other).allSatisfy(equal)
    }
}
