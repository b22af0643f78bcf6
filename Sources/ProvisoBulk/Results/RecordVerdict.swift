internal import Proviso

/// The findings of one record: those that reports list, and the number of the others.
struct RecordViolations {
    let report: Report
    /// The findings beyond `RecordLimit.findings`; `nil` for none, so that most records allocate nothing.
    private let more: [ViolationKind: Int]?

    init(report: Report, omitted: [ViolationKind: Int]? = nil) {
        self.report = report
        more = omitted
    }

    /// The findings beyond `RecordLimit.findings`.
    var omitted: [ViolationKind: Int] { more ?? [:] }

    var isValid: Bool { report.isValid && (more == nil || !omitted.keys.contains { $0.severity == .error }) }
    var isEmpty: Bool { report.violations.isEmpty }

    /// Whether the rule with an id has found something.
    func names(rule id: String) -> Bool { report.names(rule: id) || omitted.keys.contains { $0.rule == id } }

    var errors: Int {
        let listed = report.violations.count { $0.severity == .error }
        return omitted.reduce(listed) { $0 + ($1.key.severity == .error ? $1.value : 0) }
    }

    /// The findings that are not listed, in an order that does not depend on the run.
    var omittedKinds: [(kind: ViolationKind, count: Int)] {
        omitted.sorted { ViolationKind.precedes($0.key, $1.key) }.map { ($0.key, $0.value) }
    }
}

/// The result of validating a record.
enum RecordVerdict {
    case validated(RecordViolations)
    case unreadable(offset: Int, reason: String)

    var isClean: Bool {
        if case .validated(let found) = self { found.isEmpty } else { false }
    }

    /// Whether the rule with an id has found something in the record.
    func names(rule id: String) -> Bool {
        if case .validated(let found) = self { found.names(rule: id) } else { false }
    }

    /// How many errors count against a limit.
    var errors: Int {
        guard case .validated(let found) = self else { return 1 }
        return found.errors
    }
}

/// The findings of one record, with those that a baseline accepts.
struct Acceptance {
    let fingerprints: [FingerprintedViolation]
    /// For each of them the number of accepted findings.
    let counts: [Int]
}
