internal import Proviso

/// Checks chunks, one at a time, with a record of its own.
final class Worker {
    private let job: Job
    private let order: Order
    private let limit: ErrorLimit?
    private let record: Record
    private let wording: Wording
    private let log = ClaimLog()
    private let wantsAll: Bool
    private let wantsSource: Bool
    /// Where plugins run in processes of their own, which are best asked about many values at once.
    private let batch: PlanBatch?
    private var presence: PresenceScan

    init(_ job: Job, order: Order, limit: ErrorLimit?) {
        self.job = job
        self.order = order
        self.limit = limit
        record = Record(for: job.plan)
        wording = Wording(job.localizer)
        if job.claims != nil { record.claims = log }
        record.locale = job.locale
        let asksInBatches = job.plan.registry.asksWorkers && job.claims == nil && limit == nil
        batch = asksInBatches ? PlanBatch(job.plan, job.steps) : nil
        presence = PresenceScan(job.mode == .filter ? [] : job.plan.neededAttributes(of: job.steps))
        wantsAll = job.writers.contains { $0.wantsAll }
        wantsSource = job.writers.contains { $0.wantsSource }
    }

    private enum Verdict {
        case judged(Report)
        case unreadable(offset: Int, reason: String)

        var isClean: Bool {
            if case .judged(let report) = self { report.violations.isEmpty } else { false }
        }

        /// What counts against a limit.
        var errors: Int {
            guard case .judged(let report) = self else { return 1 }
            return report.violations.count { $0.severity == .error }
        }
    }

    func check(_ chunk: Chunk) {
        chunk.measure(keepsBlank: job.mode == .filter)
        order.counted(chunk)
        record.valueMemory = chunk.valueMemory
        if chunk.form == .lines, chunk.columns == nil {
            record.scan(lines: chunk.bytes.bytes.part(0..<chunk.count))
        }
        defer {
            record.forgetLines()
            wording.count(into: &chunk.summary)
        }
        if job.claims != nil || limit != nil {
            checkInTurn(chunk)
            if chunk.isVoid || chunk.summary.limit != nil { return }
        } else if let batch {
            var first = 0
            while first < chunk.spans.count { first = check(chunk, from: first, with: batch) }
        } else {
            checkEach(in: chunk)
        }
        if let failure = chunk.failure {
            chunk.hasFailed = true
            chunk.notes.append(Chunk.Note(offset: 0, text: "error: \(failure)"))
        }
        if let fault = chunk.fault {
            chunk.hasFailed = true
            order.awaitBase(of: chunk)
            let place = chunk.place(of: fault.offset, in: Span(start: 0, count: chunk.bytes.count))
            note("\(chunk.file):\(place.line): \(fault.reason)", in: chunk)
        }
    }

    private func checkEach(in chunk: Chunk) {
        let spans = chunk.spans
        // Held here: a class's variable costs a check at every access.
        let looks = !presence.isDone
        var clean = 0
        for index in spans.indices {
            let verdict = judge(spans[index], in: chunk, looks: looks)
            if !wantsAll, verdict.isClean { clean += 1 } else { deliver(verdict, index, in: chunk) }
        }
        chunk.summary.records += clean
    }

    /// Judges all records as if each had its values for itself, and those again whose values others had before.
    ///
    /// Who was before, and at which record a limit of errors is reached, is seen in the order of the data.
    private func checkInTurn(_ chunk: Chunk) {
        log.begin()
        var verdicts: [Int: Verdict] = [:]
        for (index, span) in chunk.spans.enumerated() {
            log.beginRecord()
            let verdict = judge(span, in: chunk)
            if !verdict.isClean { verdicts[index] = verdict }
        }
        var end = chunk.spans.count
        order.takeTurn(chunk) {
            if let claims = job.claims {
                guard let mark = claims.settle(log) else {
                    chunk.isVoid = true
                    return
                }
                chunk.claimed = mark
            }
            guard let limit else { return }
            for (index, span) in chunk.spans.enumerated() where log.isTaken(index) {
                log.replay(index)
                verdicts[index] = judge(span, in: chunk)
            }
            end = limit.records(of: end) { verdicts[$0]?.errors ?? 0 }
            if limit.isReached { chunk.summary.limit = limit.maximum }
        }
        if chunk.isVoid { return }
        for (index, span) in chunk.spans[..<end].enumerated() {
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

    /// Judges records as if plugins found every value valid, asks them about all of them together, and judges those
    /// again where they found something.
    ///
    /// Returns the first record for which the batch had no room.
    private func check(_ chunk: Chunk, from first: Int, with batch: PlanBatch) -> Int {
        batch.removeAll()
        var verdicts: [Verdict] = []
        // What cannot be read is not in the batch.
        var places: [Int?] = []
        for span in chunk.spans[first...] {
            if let unreadable = fill(span, in: chunk) {
                verdicts.append(unreadable)
                places.append(nil)
            } else if let report = batch.collect(record) {
                verdicts.append(.judged(report))
                places.append(batch.count - 1)
            } else {
                break
            }
        }
        let doubtful = Set(batch.settle())
        for (offset, verdict) in verdicts.enumerated() {
            let index = first + offset
            guard let place = places[offset], wantsAll || doubtful.contains(place) else {
                deliver(verdict, index, in: chunk)
                continue
            }
            let unreadable = fill(chunk.spans[index], in: chunk)
            deliver(unreadable ?? .judged(batch.resolve(place, record)), index, in: chunk)
        }
        return first + verdicts.count
    }

    private func judge(_ span: Span, in chunk: Chunk, looks: Bool = true) -> Verdict {
        fill(span, in: chunk, looks: looks) ?? .judged(job.plan.run(job.steps, on: record, only: nil))
    }

    /// Fills the record, or says why it cannot be read; `looks` at which attributes it has, unless all were seen.
    private func fill(_ span: Span, in chunk: Chunk, looks: Bool = true) -> Verdict? {
        let bytes = bytes(of: span, in: chunk)
        if let columns = chunk.columns {
            if looks, !presence.isDone { presence.look(at: columns, into: &chunk.presence) }
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
            if looks, !presence.isDone { look(at: bytes, in: chunk) }
        }
        return nil
    }

    /// Notes what the record has; of the first one also what else it has, for suggestions.
    private func look(at bytes: UnsafeRawBufferPointer, in chunk: Chunk) {
        presence.look(at: record, into: &chunk.presence)
        guard chunk.sequence == 0, chunk.presence.names.isEmpty, !presence.isDone else { return }
        chunk.presence.names = (try? AnyValue(json: Array(bytes)))?.members.prefix(1000).map(\.key) ?? []
    }

    private func deliver(_ verdict: Verdict, _ index: Int, in chunk: Chunk) {
        switch verdict {
        case .judged(let report):
            chunk.summary.records += 1
            if !report.isValid { chunk.summary.invalid += 1 }
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
        var original: AnyValue?
        if job.showsValues { original = Outcome.original(bytes(of: span, in: chunk), chunk.columns) }
        var fingerprints: [(violation: Violation, text: String)] = []
        if job.wantsFingerprints, !report.violations.isEmpty {
            let record = Fingerprint(bytes(of: span, in: chunk))
            fingerprints = report.violations.map { ($0, record.text(of: $0)) }
        }
        var (findings, accepted): ([Finding], [Violation]) = ([], [])
        for (place, violation) in report.violations.enumerated() {
            let fingerprint = fingerprints.isEmpty ? nil : fingerprints[place].text
            if let fingerprint, let baseline = job.baseline, baseline.accepts(fingerprint) {
                accepted.append(violation)
                continue
            }
            var finding = Finding(
                violation: violation, file: chunk.file, place: chunk.place(of: violation.offset ?? 0, in: span),
                record: (chunk.base?.records ?? 0) + index + 1, words: wording.words(for: violation),
                value: original?[violation.path])
            finding.fingerprint = fingerprint
            findings.append(finding)
        }
        if !accepted.isEmpty {
            let isAccepted = !report.isValid && !findings.contains { $0.violation.severity == .error }
            chunk.summary.accept(accepted, isWholeRecord: isAccepted)
        }
        write(
            index, in: chunk, isValid: report.isValid, fault: nil, record: record, findings: findings,
            fingerprints: fingerprints)
    }

    private func write(
        _ index: Int, in chunk: Chunk, isValid: Bool, fault: (place: SourcePlace, reason: String)?, record: Record?,
        findings: [Finding], fingerprints: [(violation: Violation, text: String)] = []
    ) {
        let span = chunk.spans[index]
        let outcome = Outcome(
            file: chunk.file, number: (chunk.base?.records ?? 0) + index + 1,
            place: findings.first?.place ?? chunk.place(of: 0, in: span),
            raw: bytes(of: span, in: chunk), findings: findings, fingerprints: fingerprints, isValid: isValid,
            fault: fault, record: record, columns: chunk.columns)
        if job.sampleSize > 0 { chunk.tally.count(outcome, limit: job.sampleSize, wantsSource: wantsSource) }
        for (number, writer) in job.writers.enumerated() { writer.write(outcome, to: &chunk.outputs[number]) }
        if chunk.isFull { order.pass(chunk) }
    }

    private func bytes(of span: Span, in chunk: Chunk) -> UnsafeRawBufferPointer {
        chunk.bytes.bytes.part(span.start..<span.start + span.count)
    }

    private func note(_ text: String, in chunk: Chunk) {
        chunk.notes.append(Chunk.Note(offset: chunk.outputs.first?.count ?? 0, text: "error: \(text)"))
    }
}
