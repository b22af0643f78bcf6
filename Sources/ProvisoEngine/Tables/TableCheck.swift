internal import EngineInterface
internal import Proviso
internal import ProvisoBulk

/// One run over the rows of an Arrow table.
struct TableCheck {
    private let scenario: String?
    private let locale: String?

    /// Takes the options of a run.
    init(_ options: inout CallOptions) throws(EngineFault) {
        scenario = try options.text("scenario")
        locale = try options.text("locale")
    }

    /// Validates all rows; returns the totals as JSON, and whether all are valid.
    func run(
        _ rules: EngineRules, _ stream: borrowing ArrowStream, _ sink: FindingSink
    ) throws(EngineFault) -> (summary: String, isValid: Bool) {
        let generation = rules.current
        let steps = try generation.steps(scenario)
        let messages = MessageCache(try generation.localizer(locale))
        let columns = try stream.columns()
        let layout = try TableLayout(columns, generation.plan, steps)
        let record = Record(for: generation.plan)
        record.locale = locale
        let seen = SeenKeys()
        if generation.plan.comparesRecords { record.claims = seen }
        let dataset = generation.plan.dataset.isEmpty ? nil : generation.plan.makeDataset()
        var summary = Summary()
        try stream.batches { (batch) throws(EngineFault) in
            let values = try layout.values(of: batch)
            for row in 0..<Int(batch.length) {
                if row & 1023 == 0, sink.isCancelled { return false }
                summary.records += 1
                seen.record = summary.records
                try layout.fill(record, values, row + Int(batch.offset))
                let report = generation.plan.run(steps, on: record, only: nil)
                dataset?.add(record, report)
                if report.violations.isEmpty { continue }
                if !report.isValid { summary.invalid += 1 }
                summary.addRecord(report)
                deliver(report, summary.records, messages, sink)
            }
            return true
        }
        if sink.isCancelled { throw .cancelled }
        if let dataset { deliver(dataset.report(), nil, messages, sink) }
        messages.count(into: &summary)
        return (FileCheck.json(summary, notes: []), summary.isValid)
    }

    /// Gives out the findings of a row, or without one those in all rows together.
    private func deliver(_ report: Report, _ row: Int?, _ messages: MessageCache, _ sink: FindingSink) {
        var findings = report.violations.map { violation in
            LocatedViolation(
                violation: violation, file: "<table>", place: SourcePlace(line: row ?? 0, column: 1),
                record: row ?? LocatedViolation.noRecord, text: messages.text(for: violation))
        }
        if let last = findings.indices.last { findings[last].count(report.omitted) }
        var text = findings.map { $0.json + "\n" }.joined()
        text.withUTF8 { sink.take(UnsafeRawBufferPointer($0)) }
    }
}

/// The keys of the rows so far, for rules that compare rows.
private final class SeenKeys: Claims {
    var record = 0
    private var records: [[UInt8]: Int] = [:]

    func record(with key: [UInt8]) -> Int? {
        if let first = records[key] { return first == record ? nil : first }
        records[key] = record
        return nil
    }
}
