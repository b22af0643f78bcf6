internal import Proviso

/// What was found in one record: what reports list, and how many findings more there are.
struct RecordFindings {
    let report: Report
    /// What there is beyond `RecordLimit.findings`; nil for nothing, which costs a record nothing.
    private let more: [FindingKind: Int]?

    init(report: Report, omitted: [FindingKind: Int]? = nil) {
        self.report = report
        more = omitted
    }

    /// What there is beyond `RecordLimit.findings`.
    var omitted: [FindingKind: Int] { more ?? [:] }

    var isValid: Bool { report.isValid && (more == nil || !omitted.keys.contains { $0.severity == .error }) }
    var isEmpty: Bool { report.violations.isEmpty }

    var errors: Int {
        let listed = report.violations.count { $0.severity == .error }
        return omitted.reduce(listed) { $0 + ($1.key.severity == .error ? $1.value : 0) }
    }

    /// Those that are not listed, in an order that is always the same.
    var omittedKinds: [(kind: FindingKind, count: Int)] {
        omitted.sorted { FindingKind.precedes($0.key, $1.key) }.map { ($0.key, $0.value) }
    }
}

/// What became of a record.
enum Verdict {
    case judged(RecordFindings)
    case unreadable(offset: Int, reason: String)

    var isClean: Bool {
        if case .judged(let found) = self { found.isEmpty } else { false }
    }

    /// What counts against a limit.
    var errors: Int {
        guard case .judged(let found) = self else { return 1 }
        return found.errors
    }
}

/// What a baseline accepts of the findings of one record.
struct Acceptance {
    let fingerprints: [FingerprintedFinding]
    /// For each of them how many findings are accepted.
    let counts: [Int]
}
