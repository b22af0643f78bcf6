internal import Proviso

/// The findings of the rules about all records, which have no place in the data.
struct DatasetFindings {
    let job: Job
    let dataset: Dataset
    let inputs: [String]

    /// The findings, each with its text.
    var all: [LocatedViolation] {
        let name = job.entry?.name ?? (inputs.count == 1 ? inputs[0] : LocatedViolation.severalInputs)
        let entry = [name] == inputs ? nil : job.entry?.place
        let file = name == "-" ? "<stdin>" : name
        let wantsTrace = job.writers.contains { $0.wantsTrace }
        let report = dataset.report(expecting: job.expected)
        var findings = report.violations.enumerated().map { index, violation in
            let rule = wantsTrace ? TraceText.rule(of: ViolationKind(violation)) : nil
            var finding = LocatedViolation(
                violation: violation, file: file, place: .none, record: LocatedViolation.noRecord,
                text: ViolationText(violation, in: job.localizer, tracing: rule))
            finding.index = index
            finding.entry = entry
            return finding
        }
        if let last = findings.indices.last { findings[last].count(report.omitted) }
        return findings
    }
}

extension Summary {
    /// Counts what rules about all records found.
    mutating func add(ofTable findings: [LocatedViolation]) {
        for finding in findings {
            add(ViolationKind(finding.violation), 1)
            for (kind, count) in finding.omitted { add(kind, count) }
        }
    }
}

extension Outcome {
    /// The result of all records together.
    init(ofTable findings: [LocatedViolation]) {
        let omitted = findings.last?.omitted ?? [:]
        self.init(
            file: findings.first?.file ?? "", number: LocatedViolation.noRecord, place: .none,
            raw: UnsafeRawBufferPointer(start: nil, count: 0), findings: findings, fingerprints: [],
            isValid: !findings.contains { $0.violation.severity == .error }
                && !omitted.keys.contains { $0.severity == .error }, fault: nil, record: nil, columns: nil)
    }
}
