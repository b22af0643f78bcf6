/// Writes a report from known results, one record after the other.
final class OutcomeWriter {
    private let writer: any ReportWriter
    private let output: Output
    private var tally = Tally()
    private var isFirst = true

    /// Writes the beginning of the report.
    init(by writer: any ReportWriter, to output: Output) {
        self.writer = writer
        self.output = output
        output.write(writer.head)
    }

    /// Writes the result of one record; `fault` is the reason if it could not be read.
    func add(
        _ file: String, _ record: Int, _ place: SourcePlace, _ findings: [LocatedViolation], isValid: Bool,
        fault: String? = nil
    ) {
        let outcome = Outcome(
            file: file, number: record, place: place, raw: UnsafeRawBufferPointer(start: nil, count: 0),
            findings: findings, fingerprints: [], isValid: isValid, fault: fault.map { (place, $0) }, record: nil,
            columns: nil)
        write(outcome)
    }

    /// Adds what the rules about all records found, if the report has a place for it.
    func add(ofTable findings: [LocatedViolation]) {
        if !findings.isEmpty, writer.takesTable { write(Outcome(ofTable: findings)) }
    }

    private func write(_ outcome: borrowing Outcome) {
        if writer.sampleSize > 0 { tally.count(outcome, limit: writer.sampleSize) }
        var bytes: [UInt8] = []
        writer.write(outcome, to: &bytes)
        if bytes.isEmpty { return }
        output.write(bytes.dropFirst(isFirst ? writer.separator.utf8.count : 0))
        isFirst = false
    }

    /// Writes the end of the report.
    func end(_ summary: Summary, _ context: ReportContext) {
        let ending = Ending(summary: summary, tally: tally, hasFailed: summary.unreadable > 0, context: context)
        output.write(writer.tail(ending))
    }
}
