internal import Proviso

/// Checks chunks, one at a time, with a record of its own.
final class Worker {
    private let job: Job
    private let order: Order
    private let record: Record
    private let log = ClaimLog()
    private let wantsAll: Bool

    init(_ job: Job, order: Order) {
        self.job = job
        self.order = order
        record = Record(for: job.plan)
        if job.claims != nil { record.claims = log }
        wantsAll = job.writers.contains { $0.wantsAll }
    }

    private enum Verdict {
        case judged(Report)
        case unreadable(offset: Int, reason: String)

        var isClean: Bool {
            if case .judged(let report) = self { report.violations.isEmpty } else { false }
        }
    }

    func check(_ chunk: Chunk) {
        chunk.measure(keepsBlank: job.mode == .filter)
        order.counted(chunk)
        if let failure = chunk.failure {
            chunk.hasFailed = true
            chunk.notes.append(Chunk.Note(offset: 0, text: "error: \(failure)"))
        }
        if chunk.form == .lines, chunk.columns == nil {
            record.scan(lines: chunk.bytes.bytes.part(0..<chunk.count))
        }
        defer { record.forgetLines() }
        if let claims = job.claims {
            checkWithClaims(chunk, claims)
        } else {
            for (index, span) in chunk.spans.enumerated() { deliver(judge(span, in: chunk), index, in: chunk) }
        }
        if let fault = chunk.fault {
            chunk.hasFailed = true
            order.awaitBase(of: chunk)
            let place = chunk.place(of: fault.offset, in: Span(start: 0, count: chunk.bytes.count))
            note("\(chunk.file):\(place.line): \(fault.reason)", in: chunk)
        }
    }

    /// Judges all records as if each had its values for itself, sees in the order of the data which have not, and judges
    /// those again.
    private func checkWithClaims(_ chunk: Chunk, _ claims: RecordClaims) {
        log.begin()
        var verdicts: [Int: Verdict] = [:]
        for (index, span) in chunk.spans.enumerated() {
            log.beginRecord()
            let verdict = judge(span, in: chunk)
            if !verdict.isClean { verdicts[index] = verdict }
        }
        order.takeTurn(chunk) { claims.settle(log, length: &chunk.claimed) }
        for (index, span) in chunk.spans.enumerated() {
            if wantsAll || log.isTaken(index) {
                log.replay(index)
                deliver(judge(span, in: chunk), index, in: chunk)
            } else if let verdict = verdicts[index] {
                deliver(verdict, index, in: chunk)
            } else {
                chunk.summary.records += 1
            }
        }
    }

    private func judge(_ span: Span, in chunk: Chunk) -> Verdict {
        let bytes = chunk.bytes.bytes.part(span.start..<span.start + span.count)
        if let columns = chunk.columns {
            do throws(RowFault) {
                try columns.fill(record, with: bytes)
            } catch {
                return .unreadable(offset: error.offset, reason: error.reason)
            }
        } else {
            do throws(InputError) {
                try record.fill(json: bytes, capacity: chunk.bytes.memory.count - span.start)
            } catch {
                return .unreadable(offset: error.offset, reason: error.description)
            }
        }
        return .judged(job.plan.run(job.steps, on: record, only: nil, model: nil, type: nil))
    }

    private func deliver(_ verdict: Verdict, _ index: Int, in chunk: Chunk) {
        switch verdict {
        case .judged(let report):
            chunk.summary.count(report)
            if wantsAll || !report.violations.isEmpty { write(report, index, in: chunk) }
        case .unreadable(let offset, let reason):
            chunk.summary.records += 1
            chunk.summary.unreadable += 1
            order.awaitBase(of: chunk)
            let place = chunk.place(of: offset, in: chunk.spans[index])
            write(
                index, in: chunk, isValid: false, fault: (place, reason), record: nil, findings: [])
            if job.mode != .report { return }
            chunk.hasFailed = true
            note("\(chunk.file):\(place.line):\(place.column): \(reason)", in: chunk)
        }
    }

    private func write(_ report: Report, _ index: Int, in chunk: Chunk) {
        order.awaitBase(of: chunk)
        let span = chunk.spans[index]
        let findings = report.violations.map { violation in
            Finding(
                violation: violation, file: chunk.file, place: chunk.place(of: violation.offset ?? 0, in: span),
                record: (chunk.base?.records ?? 0) + index + 1, label: job.localizer.label(violation.attribute),
                message: job.localizer.text(violation), isIsolated: job.localizer.localizer.isolates)
        }
        write(index, in: chunk, isValid: report.isValid, fault: nil, record: record, findings: findings)
    }

    private func write(
        _ index: Int, in chunk: Chunk, isValid: Bool, fault: (place: SourcePlace, reason: String)?, record: Record?,
        findings: [Finding]
    ) {
        let span = chunk.spans[index]
        let outcome = Outcome(
            file: chunk.file, number: (chunk.base?.records ?? 0) + index + 1,
            place: findings.first?.place ?? chunk.place(of: 0, in: span),
            raw: chunk.bytes.bytes.part(span.start..<span.start + span.count), findings: findings, isValid: isValid,
            fault: fault, record: record)
        for (number, writer) in job.writers.enumerated() { writer.write(outcome, to: &chunk.outputs[number]) }
    }

    private func note(_ text: String, in chunk: Chunk) {
        chunk.notes.append(Chunk.Note(offset: chunk.outputs.first?.count ?? 0, text: "error: \(text)"))
    }
}
