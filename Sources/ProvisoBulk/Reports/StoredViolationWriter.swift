package import Proviso

/// Writes a report from stored findings, in the order of the data.
package final class StoredViolationWriter {
    private let report: OutcomeWriter
    private var group: [LocatedViolation] = []
    private var files: [String] = []
    /// The totals of the reports so far.
    private var total = Summary()
    /// The counts of the current report.
    private var counted = Summary()
    /// How many records have findings.
    package private(set) var recordCount = 0

    /// Writes the beginning of the outputs.
    package init(by writer: any ReportWriter, to output: Output) {
        report = OutcomeWriter(by: writer, to: output)
    }

    /// The totals of all reports that have ended.
    package var summary: Summary { total }

    package func add(_ finding: LocatedViolation) {
        if let last = group.last, last.record != finding.record || last.file != finding.file { put() }
        var finding = finding
        finding.index = group.count
        if files.last != finding.file, !files.contains(finding.file) { files.append(finding.file) }
        counted.add(ViolationKind(finding.violation), 1)
        for (kind, count) in finding.omitted { counted.add(kind, count) }
        group.append(finding)
    }

    /// Ends a report that has its own summary, which also counts records without findings.
    package func end(with summary: Summary) {
        put()
        counted = Summary()
        if summary.isPlausible { total.add(summary) }
    }

    /// Writes the findings of the current record.
    package func flush() { put() }

    /// Writes the end of the report.
    package func finish(rules: String, locale: Localizer) {
        put()
        total.add(counted)
        counted = Summary()
        var context = ReportContext()
        context.rules = rules
        context.locale = locale.locale
        context.isRightToLeft = locale.isolates
        context.words = ReportWords(locale)
        context.inputs = files
        report.end(total, context)
    }

    private func put() {
        guard let first = group.first else { return }
        defer { group = [] }
        recordCount += 1
        let worst = group.worst ?? .error
        if !first.isOfTable { counted.addStoredRecord(worst: worst) }
        report.add(first.file, first.record, first.place, group, isValid: worst != .error)
    }
}

extension ReportWriter {
    /// The whole report of one record with findings, in memory.
    package func document(of findings: [LocatedViolation], rules: String, locale: Localizer) -> [UInt8] {
        var bytes: [UInt8] = []
        let output = Output { bytes += $0 }
        let report = StoredViolationWriter(by: self, to: output)
        for finding in findings { report.add(finding) }
        report.finish(rules: rules, locale: locale)
        output.flush()
        return bytes
    }
}
