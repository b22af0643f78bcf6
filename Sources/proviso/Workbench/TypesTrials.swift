import Proviso
import ProvisoBulk
import ProvisoProof

/// Records that pass and fail the sample rules of a manual.
struct TypeTrials {
    struct Trial {
        let record: AnyValue
        /// The codes with their messages; empty if the record passes.
        let findings: [(code: String, text: String)]
    }

    private let known: KnownTypes
    private let localizer: Localizer

    init(_ known: KnownTypes, _ localizer: Localizer) { (self.known, self.localizer) = (known, localizer) }

    /// One record that passes, and one for each of the first rules that only this rule rejects.
    func trials(_ manual: RuleManual) -> [Trial] {
        var text = manual.sample
        if text.hasPrefix("- ") { text = "rules:\n" + text }
        var registry = known.registry
        registry.services.comparesRecords = true
        // A plan that cannot be made here, such as one with a store, has no records to show.
        guard let ruleSet = try? RuleSet(parsing: text),
            let plan = try? Plan(ruleSet, registry: registry, catalogs: known.catalogs),
            let maker = try? SampleMaker(plan, seed: 1, patience: 400)
        else { return [] }
        let messages = plan.localizer(localizer)
        func trial(_ sample: Sample) -> Trial {
            Trial(record: sample.record, findings: sample.findings.map { ($0.code.rawValue, messages.text($0)) })
        }
        var trials: [Trial] = []
        for target in maker.targets.prefix(4) {
            let samples = maker.samples(of: target)
            if trials.isEmpty, let sample = samples.valid.first, sample.before.isEmpty { trials.append(trial(sample)) }
            // A record for each code that the rule reports.
            var codes: Set<Code> = []
            for sample in samples.invalid where sample.before.isEmpty {
                guard let code = sample.findings.first?.code, codes.insert(code).inserted else { continue }
                if !trials.contains(where: { $0.record == sample.record }) { trials.append(trial(sample)) }
            }
        }
        return trials
    }
}
