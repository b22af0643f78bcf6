package import Proviso

/// Runs the cases of a rule set against its mutants, and looks for records that would have noticed the survivors.
package final class MutationRun {
    /// A mutant that no case noticed.
    package struct Survivor: Sendable {
        package let mutant: Mutant
        /// A record that the rules and the mutant disagree about, with what the rules find; `nil` if none was found.
        package let witness: Sample?
        package let scenario: String
        /// Whether the work was spent before one was found.
        package var isUndecided = false
    }

    package private(set) var killed = 0
    package private(set) var survivors: [Survivor] = []
    /// Mutants whose rules no plan accepts: they would be noticed when the rules are read.
    package private(set) var refused = 0
    /// Mutants that were not tried, because the work was spent.
    package private(set) var untried = 0

    /// Mutants that a case noticed, of all that could be run.
    package var score: Double {
        let total = killed + survivors.count
        return total == 0 ? 1 : Double(killed) / Double(total)
    }

    private let plan: Plan
    private let tests: [RuleTest]
    /// The numbers of the cases, in the order in which they are tried.
    private var order: [Int]
    private let seed: UInt64
    private let known: (ProofTarget, Bool) -> [AnyValue]
    private let effort: Effort
    private var makers: [String: SampleMaker] = [:]
    private var samples: [String: [AnyValue]] = [:]

    /// `tests` are the cases that pass.
    package init(
        _ plan: Plan, _ tests: [RuleTest], seed: UInt64 = 1, effort: Effort = Effort(Effort.ofMutants),
        known: @escaping (ProofTarget, Bool) -> [AnyValue] = { _, _ in [] }
    ) {
        (self.plan, self.tests, self.seed, self.effort, self.known) = (plan, tests, seed, effort, known)
        order = Array(tests.indices)
    }

    /// Some of all mutants, chosen by the seed, in the order of the rules; `nil` means all.
    package func mutants(_ count: Int? = nil) -> [Mutant] {
        let all = Mutants.all(of: plan.ruleSet)
        guard let count, count < all.count else { return all }
        var numbers = SeededGenerator(seed: seed)
        return Array(all.indices).shuffled(using: &numbers).prefix(count).sorted().map { all[$0] }
    }

    /// Tries mutants: all on the cases, then those that no case noticed on records that are searched for.
    package func run(_ mutants: [Mutant]) {
        var unnoticed: [Mutant] = []
        for mutant in mutants {
            if effort.isSpent {
                untried += 1
            } else if let other = changedPlan(mutant) {
                if isNoticed(other) { killed += 1 } else { unnoticed.append(mutant) }
            } else {
                refused += 1
            }
        }
        for mutant in unnoticed {
            if case .record(let address, let rule) = mutant.subject {
                search(mutant, address, rule)
            } else {
                survivors.append(Survivor(mutant: mutant, witness: nil, scenario: RuleSet.defaultScenario))
            }
        }
    }

    private func changedPlan(_ mutant: Mutant) -> Plan? {
        let other = try? Plan(mutant.ruleSet, registry: plan.registry, catalogs: plan.catalogs)
        if let other { effort.spend(making: other) }
        return other
    }

    /// Whether a case fails; the one that noticed the last change is the first that is tried.
    private func isNoticed(_ other: Plan) -> Bool {
        let runner = CaseRunner(other, effort: effort)
        guard let place = order.firstIndex(where: { !runner.passes(tests[$0]) }) else { return false }
        order.swapAt(0, place)
        return true
    }

    private func search(_ mutant: Mutant, _ address: RuleAddress, _ rule: Rule) {
        if !effort.isSpent, let other = changedPlan(mutant) {
            for scenario in scenarios(of: rule) {
                guard let witness = witness(mutant, address, other, scenario) else { continue }
                survivors.append(Survivor(mutant: mutant, witness: witness, scenario: scenario))
                return
            }
        }
        survivors.append(
            Survivor(
                mutant: mutant, witness: nil, scenario: RuleSet.defaultScenario, isUndecided: effort.isSpent))
    }

    /// The scenarios in which the rule is active, the default one first.
    private func scenarios(of rule: Rule) -> [String] {
        let active = plan.scenarios.filter { rule.isActive(in: $0) }
        return active.filter { $0 == RuleSet.defaultScenario } + active.filter { $0 != RuleSet.defaultScenario }
    }

    private func maker(_ scenario: String) -> SampleMaker? {
        if let known = makers[scenario] { return known }
        guard
            let made = try? SampleMaker(
                plan, scenario: scenario, seed: seed, patience: 2_500, effort: effort, known: known)
        else {
            return nil
        }
        makers[scenario] = made
        return made
    }

    /// A record of which the plan and the mutant do not find the same.
    private func witness(
        _ mutant: Mutant, _ address: RuleAddress, _ other: Plan, _ scenario: String
    ) -> Sample? {
        guard let maker = maker(scenario), let own = try? Verifier(plan, scenario: scenario, effort: effort),
            let changed = try? Verifier(other, scenario: scenario, effort: effort)
        else { return nil }
        func check(_ record: AnyValue, after before: [AnyValue] = []) -> Sample? {
            effort.spend(4 * record.count)
            if effort.isSpent { return nil }
            guard let record = try? AnyValue(json: record.compact.json) else { return nil }
            let (here, there) = (
                own.violations(of: record, after: before), changed.violations(of: record, after: before)
            )
            if Self.key(here) == Self.key(there) || here.contains(where: { $0.code == .fault }) { return nil }
            return Sample(record: record, before: before, findings: here, rule: mutant.id, what: mutant.change)
        }
        let targets = maker.targets.filter { $0.address == address }
        for target in targets {
            let bases = bases(target, maker, scenario)
            for record in bases { if let found = check(record) ?? check(record, after: [record]) { return found } }
            let isUnique = target.rule.constraint.about.subject == .unique
            for record in maker.variations(of: bases, for: target) {
                if let found = check(record) { return found }
                // Two records decide that differ in one of the attributes.
                if isUnique, let base = bases.first, let found = check(base, after: [record]) { return found }
            }
        }
        for record in targets.flatMap({ ofEachShape($0, bases($0, maker, scenario)) }) {
            if let found = check(record) { return found }
        }
        // A shape that is missing is noticed by the records of its rules.
        for target in maker.targets where target.address.isInside(address) {
            for record in bases(target, maker, scenario) { if let found = check(record) { return found } }
        }
        // What the mutant's own bounds are.
        guard
            let theirs = try? SampleMaker(
                other, scenario: scenario, seed: seed, patience: 1_500, effort: effort, known: known)
        else {
            return nil
        }
        for target in theirs.targets.filter({ $0.address == address }) {
            let samples = theirs.samples(of: target)
            let bases = (samples.valid + samples.invalid).map(\.record)
            for record in bases { if let found = check(record) { return found } }
            for record in theirs.variations(of: bases, for: target) { if let found = check(record) { return found } }
        }
        return nil
    }

    /// Records in which the value of a union has only the name of a shape.
    private func ofEachShape(_ target: ProofTarget, _ records: [AnyValue]) -> [AnyValue] {
        guard let by = target.rule.constraint.constant("by")?.text, let record = records.first else { return [] }
        return target.rule.constraint.shapes.map { shape in
            let value = AnyValue.absent.setting(ValuePath(by).components, to: .text(shape.name))
            return record.setting(target.path.concrete, to: value)
        }
    }

    private func bases(_ target: ProofTarget, _ maker: SampleMaker, _ scenario: String) -> [AnyValue] {
        let key = "\(scenario) \(target.id) \(target.path)"
        if let known = samples[key] { return known }
        let made = maker.samples(of: target)
        let records = (made.valid + made.invalid).map(\.record)
        samples[key] = records
        return records
    }

    private static func key(_ violations: [Violation]) -> [String] {
        violations.map { "\($0.rule.id) \($0.code) \($0.path)" }.sorted()
    }
}
