internal import Proviso
internal import ProvisoPlugins

/// Checks chunks, one at a time, with a record of its own.
final class Worker {
    let job: Job
    let order: Order
    private let limit: ErrorLimit?
    private let accepted: BaselineUse?
    let record: Record
    let wording: Wording
    private let log = ClaimLog()
    let wantsAll: Bool
    let wantsSource: Bool
    /// Where plugins run in processes of their own, which are best asked about many values at once.
    private let batch: PlanBatch?
    private var presence: PresenceScan

    init(_ job: Job, order: Order, limit: ErrorLimit?, accepted: BaselineUse?) {
        self.accepted = accepted
        self.job = job
        self.order = order
        self.limit = limit
        record = Record(for: job.plan)
        wording = Wording(job.localizer)
        if job.claims != nil { record.claims = log }
        record.locale = job.locale
        record.findingLimit = RecordLimit.findings
        let asksInBatches = job.plan.registry.hasOutOfProcessRules && job.claims == nil && limit == nil && accepted == nil
        batch = asksInBatches ? PlanBatch(job.plan, job.steps) : nil
        presence = PresenceScan(job.mode == .filter ? [] : job.needs)
        wantsAll = job.writers.contains { $0.wantsAll }
        wantsSource = job.writers.contains { $0.wantsSource }
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
        if job.claims != nil || limit != nil || accepted != nil {
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
    /// Who was before, at which record a limit of errors is reached, and which of several copies a baseline accepts is
    /// seen in the order of the data.
    private func checkInTurn(_ chunk: Chunk) {
        log.begin()
        var verdicts: [Int: Verdict] = [:]
        for (index, span) in chunk.spans.enumerated() {
            log.beginRecord()
            let verdict = judge(span, in: chunk)
            if !verdict.isClean { verdicts[index] = verdict }
        }
        if job.claims != nil { order.awaitBase(of: chunk) }
        var prints = accepted == nil ? [:] : fingerprints(of: verdicts, in: chunk)
        var acceptances: [Int: Acceptance] = [:]
        var end = chunk.spans.count
        order.takeTurn(chunk) {
            if let claims = job.claims {
                guard let mark = claims.settle(log, after: chunk.base?.records ?? 0) else {
                    chunk.isVoid = true
                    return
                }
                chunk.claimed = mark
            }
            if limit == nil, accepted == nil { return }
            var changed: [Int: Verdict] = [:]
            for (index, span) in chunk.spans.enumerated() where log.isTaken(index) {
                log.replay(index)
                changed[index] = judge(span, in: chunk)
            }
            verdicts.merge(changed) { _, last in last }
            if let limit {
                end = limit.records(of: end) { verdicts[$0]?.errors ?? 0 }
                if limit.isReached { chunk.summary.limit = limit.maximum }
            }
            guard let accepted else { return }
            prints.merge(fingerprints(of: changed, in: chunk)) { _, last in last }
            for (index, findings) in prints.sorted(by: { $0.key < $1.key }) where index < end {
                acceptances[index] = Acceptance(
                    fingerprints: findings,
                    counts: findings.map { accepted.accept($0, in: chunk) })
            }
        }
        if chunk.isVoid { return }
        for (index, span) in chunk.spans[..<end].enumerated() {
            if wantsAll || log.isTaken(index) {
                log.replay(index)
                deliver(judge(span, in: chunk), index, in: chunk, acceptances[index])
            } else if let verdict = verdicts[index] {
                deliver(verdict, index, in: chunk, acceptances[index])
            } else {
                chunk.summary.records += 1
            }
        }
    }

    private func fingerprints(of verdicts: [Int: Verdict], in chunk: Chunk) -> [Int: [FingerprintedFinding]] {
        verdicts.compactMapValues { verdict in
            if case .judged(let found) = verdict { found } else { nil }
        }
        .reduce(into: [:]) { $0[$1.key] = fingerprints(of: $1.value, $1.key, in: chunk) }
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
                verdicts.append(.judged(found(report)))
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
            deliver(unreadable ?? .judged(found(batch.resolve(place, record))), index, in: chunk)
        }
        return first + verdicts.count
    }

    /// What the record's last validation found.
    private func found(_ report: Report) -> RecordFindings {
        if report.violations.count < RecordLimit.findings { return RecordFindings(report: report) }
        let omitted = record.takeOmittedFindings().counts
        return RecordFindings(
            report: report, omitted: Dictionary(omitted.map { (FindingKind($0.key), $0.value) }, uniquingKeysWith: +))
    }

    private func judge(_ span: Span, in chunk: Chunk, looks: Bool = true) -> Verdict {
        fill(span, in: chunk, looks: looks) ?? .judged(found(job.plan.run(job.steps, on: record, only: nil)))
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
}
