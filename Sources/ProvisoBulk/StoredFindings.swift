package import Proviso

/// Writes a report from findings that were stored before, one by one in the order of the data.
package final class StoredFindings {
    private let report: OutcomeReport
    private var group: [Finding] = []
    private var files: [String] = []
    /// What all reports so far came to.
    private var total = Summary()
    /// What was counted of the report at hand.
    private var counted = Summary()
    /// How many records have findings.
    package private(set) var recordCount = 0

    /// Writes what stands before the first finding.
    package init(by writer: any ReportWriter, to output: Output) {
        report = OutcomeReport(by: writer, to: output)
    }

    package func add(_ finding: Finding) {
        if let last = group.last, last.record != finding.record || last.file != finding.file { put() }
        var finding = finding
        finding.index = group.count
        if files.last != finding.file, !files.contains(finding.file) { files.append(finding.file) }
        counted.add(FindingKind(finding.violation), 1)
        for (kind, count) in finding.omitted { counted.add(kind, count) }
        group.append(finding)
    }

    /// Ends a report that has a summary of its own, which knows records without findings too.
    package func end(with summary: Summary) {
        put()
        counted = Summary()
        if summary.isPlausible { total.add(summary) }
    }

    /// Writes the findings of the record at hand.
    package func flush() { put() }

    /// Writes what stands behind the last finding.
    package func finish(rules: String, locale: Localizer) {
        put()
        total.add(counted)
        counted = Summary()
        var context = ReportContext()
        context.rules = rules
        context.locale = locale.locale
        context.isRightToLeft = locale.isolates
        context.inputs = files
        report.end(total, context)
    }

    private func put() {
        guard let first = group.first else { return }
        defer { group = [] }
        recordCount += 1
        let severities = group.map(\.violation.severity) + group.flatMap { $0.omitted.keys.map(\.severity) }
        let worst = Severity.allCases.first { severities.contains($0) } ?? .error
        counted.addStoredRecord(worst: worst)
        report.add(first.file, first.record, first.place, group, isValid: worst != .error)
    }
}
