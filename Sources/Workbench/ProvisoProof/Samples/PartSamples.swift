import Proviso

/// Samples of rules from the parts of a rule set that they belong to, so that other rules cost nothing.
final class PartSamples {
    private let plan: Plan
    private let parts: RuleParts
    private let verifier: Verifier
    private let make: (Plan) -> SampleMaker?
    private let effort: Effort
    private var makers: [Int: SampleMaker?] = [:]
    /// The number of parts whose searches are kept.
    private static let mostKept = 32

    /// Divides the rules of a plan; `nil` if they are searched together.
    init?(
        _ plan: Plan, _ parts: RuleParts, _ verifier: Verifier, _ effort: Effort,
        make: @escaping (Plan) -> SampleMaker?
    ) {
        if parts.count < 2 { return nil }
        (self.plan, self.parts, self.verifier, self.effort, self.make) = (plan, parts, verifier, effort, make)
    }

    /// The samples of a rule, which have only what its part names; `nil` if the rule has no part that stands alone.
    func samples(of target: ProofTarget, atBounds: Bool) -> RuleSamples? {
        guard let number = parts.number(of: target), let maker = maker(number),
            let own = maker.targets.first(where: target.isSame)
        else { return nil }
        return maker.samples(of: own, atBounds: atBounds)
    }

    /// The same samples with what the other rules require; `nil` if these do not accept them.
    func completed(_ samples: RuleSamples) -> RuleSamples? {
        if samples.valid.isEmpty && samples.invalid.isEmpty { return samples }
        guard let base else { return nil }
        var whole = samples
        (whole.valid, whole.invalid) = ([], [])
        for sample in samples.valid + samples.invalid {
            guard let completed = completed(sample, base) else { return nil }
            if sample.isValid { whole.valid.append(completed) } else { whole.invalid.append(completed) }
        }
        return whole
    }

    private func completed(_ sample: Sample, _ base: AnyValue) -> Sample? {
        let before = sample.before.map { base.replacing($0) }
        let record = base.replacing(sample.record)
        let findings = verifier.violations(of: record, after: before)
        guard findings.isEmpty == sample.isValid, findings.allSatisfy({ $0.rule.id == sample.rule }) else { return nil }
        return Sample(record: record, before: before, findings: findings, rule: sample.rule, what: sample.what)
    }

    /// A valid record with as little as possible of each part; `nil` if none was found.
    private lazy var base: AnyValue? = {
        let nothing = AnyValue.object([])
        if verifier.violations(of: nothing).isEmpty { return nothing }
        var members: [AnyValue.Member] = []
        for number in 0..<parts.count {
            guard let record = maker(number)?.simplest else { return nil }
            members += record.members
        }
        let record = AnyValue.object(members)
        return verifier.violations(of: record).isEmpty ? record : nil
    }()

    private func maker(_ number: Int) -> SampleMaker? {
        if let known = makers[number] { return known }
        if effort.isSpent { return nil }
        if makers.count >= Self.mostKept { makers = [:] }
        let part = try? Plan(parts.ruleSet(of: number), registry: plan.registry, catalogs: plan.catalogs)
        let made = part.flatMap(make)
        makers[number] = .some(made)
        return made
    }
}

extension AnyValue {
    /// A copy of an object with members of another one.
    fileprivate func replacing(_ other: AnyValue) -> AnyValue {
        let new = Dictionary(other.members.map { ($0.key, $0.value) }) { _, last in last }
        let own = Set(members.map(\.key))
        return .object(
            members.map { Member($0.key, new[$0.key] ?? $0.value) } + other.members.filter { !own.contains($0.key) })
    }
}
