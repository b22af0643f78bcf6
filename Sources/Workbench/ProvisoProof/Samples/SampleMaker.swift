package import Proviso

/// Makes samples for the rules of a plan: valid records at each bound, and invalid ones with one reason.
package final class SampleMaker {
    private let solver: Solver
    package let plan: Plan
    /// Records that were found, from which the next search begins.
    private var found: [AnyValue] = []
    /// Valid records of the rule set's own cases.
    private let examples: [AnyValue]
    /// The samples of rules that have nothing to do with most others.
    private let parts: PartSamples?

    /// Prepares a plan; `known` gives values that only a collection has.
    ///
    /// Its searches share `effort` with others. Throws for an unknown scenario, and for a plan with async rules.
    package convenience init(
        _ plan: Plan, scenario: String = RuleSet.defaultScenario, seed: UInt64 = 1, patience: Int = 6_000,
        effort: Effort = Effort(),
        known: @escaping (ProofTarget, _ isAccepted: Bool) -> [AnyValue] = { _, _ in [] }
    ) throws(RuleSetError) {
        try self.init(
            plan, RuleParts(plan, showsAll: true), scenario: scenario, seed: seed, patience: patience, effort: effort,
            known: known)
    }

    /// Prepares a plan whose parts are known.
    init(
        _ plan: Plan, _ divided: RuleParts, scenario: String, seed: UInt64 = 1, patience: Int, effort: Effort,
        known: @escaping (ProofTarget, _ isAccepted: Bool) -> [AnyValue]
    ) throws(RuleSetError) {
        self.plan = plan
        solver = try Solver(plan, scenario: scenario, seed: seed, effort: effort, known: known)
        solver.patience = patience
        parts = PartSamples(plan, divided, solver.verifier, effort) { part in
            let name = part.scenarios.contains(scenario) ? scenario : RuleSet.defaultScenario
            return try? SampleMaker(part, scenario: name, seed: seed, patience: patience, effort: effort, known: known)
        }
        examples = plan.ruleSet.tests.lazy
            .filter { $0.table == nil && ($0.scenario ?? RuleSet.defaultScenario) == scenario }.map(\.record)
            .filter { [solver] in solver.verifier.violations(of: $0).isEmpty }.prefix(2).map { $0 }
    }

    /// Whether the work is spent, so that no more samples can be found.
    package var isSpent: Bool { solver.effort.isSpent }

    /// The rules that samples are made for.
    package var ruleSet: RuleSet { plan.ruleSet }

    /// The rules of the scenario, each for one of its attributes.
    package var targets: [ProofTarget] { solver.targets }

    /// The samples of a rule: those at its bounds too if `atBounds`.
    ///
    /// Without `isWhole` a sample has only what belongs to the rule, if other rules have nothing to do with it.
    package func samples(of target: ProofTarget, atBounds: Bool = true, isWhole: Bool = true) -> RuleSamples {
        if let own = parts?.samples(of: target, atBounds: atBounds),
            let samples = isWhole ? parts?.completed(own) : own
        {
            return samples
        }
        return samplesAmongAll(of: target, atBounds)
    }

    private func samplesAmongAll(of target: ProofTarget, _ atBounds: Bool) -> RuleSamples {
        var samples = RuleSamples(target: target)
        let bounds = atBounds ? Self.bounds(of: target.rule.constraint) : []
        for (what, size) in bounds {
            if let sample = valid(target, size, what, patience: 1_200) { samples.valid.append(sample) }
        }
        if samples.valid.isEmpty {
            if let sample = valid(target, nil, "valid", patience: solver.patience) {
                samples.valid.append(sample)
            } else {
                samples.validReason = reason(target, isInvalid: false)
            }
        }
        if target.rule.constraint.onlyChanges(in: plan) {
            samples.invalidReason = "'\(target.rule.constraint.type)' never rejects a value"
            return samples
        }
        if isAboutOtherRecords(target) {
            samples.invalid = repeated(target).map { [$0] } ?? []
        } else {
            samples.invalid = invalid(target, atBounds: atBounds)
        }
        if samples.invalid.isEmpty { samples.invalidReason = reason(target, isInvalid: true) }
        return samples
    }

    /// A valid record with as little as possible; `nil` if none was found.
    var simplest: AnyValue? {
        let nothing = AnyValue.object([])
        if solver.verifier.violations(of: nothing).isEmpty { return nothing }
        return targets.prefix(3).lazy.compactMap { self.valid($0, nil, "valid", patience: self.solver.patience) }.first?
            .record
    }

    /// Records that differ from others in what a rule reads: its value, or one that an option or a condition names.
    package func variations(of records: [AnyValue], for target: ProofTarget) -> [AnyValue] {
        if isSpent { return [] }
        let place = target.path.concrete
        let conditions = (target.rule.when + target.rule.unless).flatMap(\.names)
        let others = (target.namedAttributes + conditions).map {
            target.path(of: $0).aligned(with: place).concrete
        }
        var found: [AnyValue] = []
        for record in records.prefix(3) + [.object([])] where !isSpent {
            defer { solver.effort.spend(found.count * record.count) }
            if target.rule.constraint.text(.expression) != nil {
                let moves = ExprMoves(target, at: place, in: record, solver: solver)
                for changes in moves.changes(to: true) + moves.changes(to: false) {
                    found.append(changes.reduce(record) { $0.setting($1.path, to: $1.value) })
                }
            }
            let values =
                solver.builder.proposals(at: place, in: record, rejecting: target, limit: 900)
                + solver.builder.proposals(at: place, in: record, limit: 500)
            found += values.map { record.setting(place, to: $0) }
            if target.rule.constraint.onlyChanges(in: plan) {
                found += Self.unchanged(values + [record.at(place)]).map { record.setting(place, to: $0) }
            }
            for other in others.withoutRepetition() {
                for value in solver.builder.proposals(at: other, in: record, limit: 60) {
                    let changed = record.setting(other, to: value)
                    found += [changed, changed.setting(place, to: .absent), changed.setting(place, to: "x")]
                }
            }
            let scope = ConditionScope(base: target.base, place: place, record: record, solver: solver)
            for changes in scope.makingTrue(target.rule.when) + scope.makingFalse(target.rule.when)
                + scope.makingTrue(target.rule.unless) + scope.makingFalse(target.rule.unless)
            {
                let changed = changes.reduce(record) { $0.setting($1.path, to: $1.value) }
                found +=
                    [changed, changed.setting(place, to: .absent)]
                    + values.prefix(30).map { changed.setting(place, to: $0) }
            }
        }
        return found
    }

    /// Strings as they are before a rule changes them: with white space, in another case, or shorter by what is removed.
    private static func unchanged(_ values: [AnyValue]) -> [AnyValue] {
        var found: [String] = []
        for text in values.compactMap(\.text).filter({ $0.utf8.count <= 200 }).prefix(60) {
            let (first, shorter) = (String(text.prefix(1)), String(text.dropLast()))
            found += [" " + text, text + " ", " " + shorter, shorter + " ", "  " + first]
            found += [text.uppercased(), text.lowercased(), first + "  " + text.dropFirst()]
        }
        return found.withoutRepetition().map { .text($0) }
    }

    /// A valid record at random, which another one of the same seed repeats.
    package func valid(_ target: ProofTarget) -> Sample? {
        valid(target, nil, "valid", patience: solver.patience, isFresh: true)
    }

    /// An invalid record at random with one reason.
    package func invalid(_ target: ProofTarget) -> Sample? {
        if target.rule.constraint.onlyChanges(in: plan) { return nil }
        if isAboutOtherRecords(target) { return repeated(target) }
        return invalid(target, nil, "invalid", patience: solver.patience, isFresh: true)
    }

    private func valid(
        _ target: ProofTarget, _ size: Solver.Goal.Size?, _ what: String, patience: Int, isFresh: Bool = false
    ) -> Sample? {
        let goal = Solver.Goal(target: target, isInvalid: false, size: size)
        guard let record = search(goal, patience, isFresh) else { return nil }
        if solver.verifier.violations(of: record).isEmpty, found.count < 40 { found.append(record) }
        return Sample(record: record, findings: [], rule: target.id, what: what)
    }

    private func invalid(_ target: ProofTarget, atBounds: Bool) -> [Sample] {
        var samples: [Sample] = []
        for (what, size) in atBounds ? Self.beyond(target.rule.constraint) : [] {
            if let sample = invalid(target, size, what, patience: 900) { samples.append(sample) }
        }
        if samples.isEmpty, let sample = invalid(target, nil, "invalid", patience: solver.patience) {
            samples = [sample]
        }
        return samples
    }

    private func invalid(
        _ target: ProofTarget, _ size: Solver.Goal.Size?, _ what: String, patience: Int, isFresh: Bool = false
    ) -> Sample? {
        let goal = Solver.Goal(target: target, isInvalid: true, size: size)
        guard let record = search(goal, patience, isFresh) else { return nil }
        return Sample(record: record, findings: solver.verifier.violations(of: record), rule: target.id, what: what)
    }

    private func search(_ goal: Solver.Goal, _ patience: Int, _ isFresh: Bool) -> AnyValue? {
        let usual = solver.patience
        defer { solver.patience = usual }
        solver.patience = patience
        var seeds: [AnyValue] = isFresh ? [solver.builder.fresh([], in: .absent)] : []
        seeds += found.suffix(2)
        if !isFresh { seeds += examples }
        guard let record = solver.solve(goal, from: seeds) else { return nil }
        // What JSON cannot distinguish must not decide.
        guard let read = try? AnyValue(json: record.json) else { return nil }
        guard solver.state(read, goal).cost == 0 else { return nil }
        return read
    }

    /// Whether a rule compares the records of a run, so that one record alone is never invalid.
    private func isAboutOtherRecords(_ target: ProofTarget) -> Bool {
        target.rule.constraint.about.subject == .unique && target.rule.constraint.option(.collection) == nil
    }

    /// Two records of which the second repeats what must be unique.
    private func repeated(_ target: ProofTarget) -> Sample? {
        guard let sample = valid(target, nil, "repeated", patience: solver.patience) else { return nil }
        let findings = solver.verifier.violations(of: sample.record, after: [sample.record])
        guard !findings.isEmpty, findings.allSatisfy({ $0.rule.id == target.id }) else { return nil }
        return Sample(
            record: sample.record, before: [sample.record], findings: findings, rule: target.id, what: "repeated")
    }

    /// Why a search found nothing.
    private func reason(_ target: ProofTarget, isInvalid: Bool) -> String {
        if isSpent { return Effort.reason }
        if target.rule.constraint.about.subject == .file {
            return "'\(target.rule.constraint.type)' is about files, which samples do not make"
        }
        if target.rule.constraint.check != nil {
            return "the rule is written in Swift: nothing is known of what it wants"
        }
        let all = solver.obstacles.isEmpty && isInvalid ? solver.companions(of: target) : solver.obstacles
        if isSpent { return Effort.reason }
        // That a rule rejects what it rejects is not a reason.
        let others = all.filter { $0.rule.id != target.id }
        guard let first = others.first else {
            return isInvalid
                ? "no value was found that the rule rejects while it runs"
                : "no record was found for which the rule runs and every rule accepts it"
        }
        let place = first.rule.position.map { " (\($0))" } ?? ""
        let what = isInvalid ? "every record found that the rule rejects" : "every record found for which the rule runs"
        return "\(what) is also rejected by rule \(first.rule.id), '\(first.rule.type)'\(place): \(first.code)"
    }

    /// The values at the bounds of a rule that it accepts.
    static func bounds(of rule: Constraint) -> [(what: String, size: Solver.Goal.Size)] {
        sizes(of: rule, beyond: 0)
    }

    /// The values just beyond the bounds of a rule.
    static func beyond(_ rule: Constraint) -> [(what: String, size: Solver.Goal.Size)] { sizes(of: rule, beyond: 1) }

    private static func sizes(of rule: Constraint, beyond step: Int) -> [(what: String, size: Solver.Goal.Size)] {
        var found: [(what: String, size: Solver.Goal.Size)] = []
        let subject = rule.about.subject
        for (role, sign) in [(OptionDescription.Role.minimum, -1), (.maximum, 1), (.size, 1)] {
            guard let option = rule.option(role)?.name, let value = rule.constant(option) else { continue }
            switch subject {
            case .number:
                let unit: AnyValue = value.int == nil ? .double(0.01) : 1
                if let next = NumberValues.sum(value, unit, times: sign * step) { found.append((option, .value(next))) }
            case .length:
                if let count = value.int, (0...4_096).contains(count + sign * step) {
                    found.append((option, .length(count + sign * step)))
                }
            case .count:
                if let count = value.int, (0...1_000).contains(count + sign * step) {
                    found.append((option, .count(count + sign * step)))
                }
            default: break
            }
        }
        if subject == .choice, step == 0, !rule.isReversed, let range = rule.value(.choices)?.list {
            let ends = range.count > 1 ? [range[0], range[range.count - 1]] : range
            found += ends.map { (rule.option(.choices)?.name ?? "", .value($0)) }
        }
        return found
    }
}
