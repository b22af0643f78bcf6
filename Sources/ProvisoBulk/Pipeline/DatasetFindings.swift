internal import Proviso

/// The findings of the rules about all records, which have no place in the data.
struct DatasetFindings {
    let job: Job
    let dataset: Dataset
    let inputs: [String]

    /// The findings, each with its text.
    var all: [LocatedViolation] {
        let name = inputs.count == 1 ? inputs[0] : LocatedViolation.severalInputs
        let file = name == "-" ? "<stdin>" : name
        let wantsTrace = job.writers.contains { $0.wantsTrace }
        return dataset.report(expecting: job.expected).violations.enumerated().map { index, violation in
            let rule = wantsTrace ? TraceText.rule(of: ViolationKind(violation)) : nil
            var finding = LocatedViolation(
                violation: violation, file: file, place: .none, record: LocatedViolation.noRecord,
                text: ViolationText(violation, in: job.localizer, tracing: rule))
            finding.index = index
            return finding
        }
    }
}

extension Outcome {
    /// The result of all records together.
    init(ofTable findings: [LocatedViolation]) {
        self.init(
            file: findings.first?.file ?? "", number: LocatedViolation.noRecord, place: .none,
            raw: UnsafeRawBufferPointer(start: nil, count: 0), findings: findings, fingerprints: [],
            isValid: !findings.contains { $0.violation.severity == .error }, fault: nil, record: nil, columns: nil)
    }
}
