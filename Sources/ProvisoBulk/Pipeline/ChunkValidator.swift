internal import Proviso
internal import ProvisoPlugins

/// Validates chunks on one thread, with one record.
final class ChunkValidator {
    let job: Job
    let sequencer: Sequencer
    private let limit: ErrorLimit?
    private let accepted: BaselineUse?
    let record: Record
    let messages: MessageCache
    private let log = UniqueValueLog()
    let wantsAll: Bool
    let wantsSource: Bool
    /// Sends many values at once to plugins that run in worker processes; `nil` if there are none.
    private let batch: PlanBatch?
    /// Whether plugins in worker processes are called for one value at a time: then the order of the data decides which
    /// values they see before they are quarantined.
    private let callsInTurn: Bool
    private var presence: PresenceScan
    /// Which rules have run of those that a value alone does not let run, by their rank.
    private let ran: UnsafeMutableBufferPointer<Bool>
    /// The ranks of those that have not run yet.
    private var idle: [Int]
    /// Counts the turns of rules, if the job wants that.
    private let counter: TurnCounter?

    init(_ job: Job, sequencer: Sequencer, limit: ErrorLimit?, accepted: BaselineUse?, faults: FaultLedger) {
        self.accepted = accepted
        self.job = job
        self.sequencer = sequencer
        self.limit = limit
        record = Record(for: job.plan)
        messages = MessageCache(job.localizer, wantsTrace: job.writers.contains { $0.wantsTrace })
        if job.uniqueValues != nil { record.claims = log }
        record.locale = job.locale
        record.findingLimit = RecordLimit.findings
        let callsWorkers = job.plan.registry.hasOutOfProcessRules
        if case .statistics? = job.watch { counter = TurnCounter() } else { counter = nil }
        let usesBatches = callsWorkers && job.watch == nil && job.uniqueValues == nil && limit == nil && accepted == nil
        batch = usesBatches ? PlanBatch(job.plan, job.steps, faults) : nil
        callsInTurn = callsWorkers && !usesBatches
        presence = PresenceScan(job.watched)
        idle = job.watched.conditional.map(\.order)
        ran = .allocate(capacity: (idle.max() ?? -1) + 1)
        ran.initialize(repeating: false)
        if !idle.isEmpty { record.state.pointee.ran = ran }
        wantsAll = job.writers.contains { $0.wantsAll }
        wantsSource = job.writers.contains { $0.wantsSource }
    }

    deinit { ran.deallocate() }

    /// Registers the rules that ran for the first time.
    private func noteRun(in chunk: Chunk) {
        if idle.isEmpty { return }
        idle.removeAll { order in
            guard ran[order] else { return false }
            chunk.presence.ran.insert(order)
            return true
        }
        if idle.isEmpty { record.state.pointee.ran = nil }
    }

    func check(_ chunk: Chunk) {
        chunk.measure(keepsBlank: job.mode == .filter)
        sequencer.counted(chunk)
        record.valueMemory = chunk.valueMemory
        if chunk.layout == .lines, chunk.columns == nil {
            record.scan(lines: chunk.bytes.bytes.part(0..<chunk.count))
        }
        if callsInTurn { sequencer.awaitCalls(for: chunk) }
        if job.measuresTable { chunk.dataset = job.plan.makeDataset() }
        defer {
            if callsInTurn || batch != nil { sequencer.endCalls(for: chunk) }
            record.forgetLines()
            messages.count(into: &chunk.summary)
            if let counter { chunk.statistics = counter.take() }
            noteRun(in: chunk)
        }
        if job.uniqueValues != nil || limit != nil || accepted != nil {
            checkInTurn(chunk)
            if chunk.isVoid || chunk.summary.limit != nil { return }
        } else if let batch {
            var first = 0
            while first < chunk.spans.count, !chunk.isVoid { first = check(chunk, from: first, with: batch) }
            if chunk.isVoid { return }
        } else {
            checkEach(in: chunk)
        }
        if let failure = chunk.failure {
            chunk.hasFailed = true
            chunk.notes.append(Chunk.Note(offset: 0, text: "error: \(failure)"))
        }
        noteOtherReadings(in: chunk)
        if let fault = chunk.fault {
            chunk.hasFailed = true
            sequencer.awaitBase(of: chunk)
            let place = chunk.place(ofSource: fault.offset)
            note("\(chunk.file):\(place.line): \(fault.reason)", in: chunk)
        }
    }

    private func checkEach(in chunk: Chunk) {
        let spans = chunk.spans
        // A local variable: each access to a property of a class has a cost.
        let looks = !presence.isDone
        let isWatched = job.watch != nil
        let dataset = chunk.dataset
        var clean = 0
        for index in spans.indices {
            if isWatched { watch(index, in: chunk) }
            let verdict = validate(spans[index], in: chunk, looks: looks)
            if let dataset { dataset.measure(record, verdict) }
            if !wantsAll, verdict.isClean { clean += 1 } else { deliver(verdict, index, in: chunk) }
        }
        chunk.summary.records += clean
    }

    /// Lets what the job watches see the next validation, which decides about the record.
    private func watch(_ index: Int, in chunk: Chunk) {
        switch job.watch {
        case nil: return
        case .statistics?: if record.observer == nil { record.observer = counter }
        case .explanation(let target)?:
            sequencer.awaitBase(of: chunk)
            let isTarget = (chunk.base?.records ?? 0) + index + 1 == target.number
            record.observer = isTarget ? target.explainer : nil
            if isTarget { target.begin(chunk.file, at: chunk.place(of: 0, in: chunk.spans[index])) }
        }
    }

    /// Validates all records as if no value were repeated, and then again those with values of earlier records.
    ///
    /// The order of the data decides which record is the earlier one, which record reaches a limit of errors, and which
    /// of several equal findings a baseline accepts.
    private func checkInTurn(_ chunk: Chunk) {
        log.begin()
        var verdicts: [Int: RecordVerdict] = [:]
        for (index, span) in chunk.spans.enumerated() {
            log.beginRecord()
            let verdict = validate(span, in: chunk)
            chunk.dataset?.measure(record, verdict)
            if !verdict.isClean { verdicts[index] = verdict }
        }
        let measured = verdicts
        if job.uniqueValues != nil { sequencer.awaitBase(of: chunk) }
        var prints = accepted == nil ? [:] : fingerprints(of: verdicts, in: chunk)
        var acceptances: [Int: Acceptance] = [:]
        var end = chunk.spans.count
        sequencer.takeTurn(chunk) {
            if let uniqueValues = job.uniqueValues {
                guard let mark = uniqueValues.settle(log, after: chunk.base?.records ?? 0) else {
                    chunk.isVoid = true
                    return
                }
                chunk.logMark = mark
            }
            if limit == nil, accepted == nil { return }
            var changed: [Int: RecordVerdict] = [:]
            for (index, span) in chunk.spans.enumerated() where log.isTaken(index) {
                log.replay(index)
                changed[index] = validate(span, in: chunk)
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
            if wantsAll || job.watch != nil || log.isTaken(index) {
                log.replay(index)
                watch(index, in: chunk)
                let settled = validate(span, in: chunk)
                chunk.dataset?.correct(record, measured[index], settled)
                deliver(settled, index, in: chunk, acceptances[index])
                record.observer = nil
            } else if let verdict = verdicts[index] {
                deliver(verdict, index, in: chunk, acceptances[index])
            } else {
                chunk.summary.records += 1
            }
        }
    }

    private func fingerprints(of verdicts: [Int: RecordVerdict], in chunk: Chunk) -> [Int: [FingerprintedViolation]] {
        verdicts.compactMapValues { verdict in
            if case .validated(let found) = verdict { found } else { nil }
        }
        .reduce(into: [:]) { $0[$1.key] = fingerprints(of: $1.value, $1.key, in: chunk) }
    }

    /// Validates records as if plugins accepted every value, sends all their values to the plugins at once, and
    /// validates those records again that have violations.
    ///
    /// Returns the first record that does not fit into the batch.
    private func check(_ chunk: Chunk, from first: Int, with batch: PlanBatch) -> Int {
        batch.removeAll()
        var verdicts: [RecordVerdict] = []
        // `nil` for unreadable records, which are not in the batch.
        var places: [Int?] = []
        for span in chunk.spans[first...] {
            if let unreadable = fill(span, in: chunk) {
                verdicts.append(unreadable)
                places.append(nil)
            } else if let report = batch.collect(record) {
                verdicts.append(.validated(found(report)))
                chunk.dataset?.measure(record, verdicts[verdicts.count - 1])
                places.append(batch.count - 1)
            } else {
                break
            }
        }
        batch.judge()
        sequencer.awaitCalls(for: chunk)
        sequencer.awaitBase(of: chunk)
        let base = (chunk.base?.records ?? 0) + first
        let doubtful = Set(batch.settle(numbers: places.indices.filter { places[$0] != nil }.map { base + $0 }))
        if first + verdicts.count == chunk.spans.count { sequencer.endCalls(for: chunk) }
        if batch.isInterrupted {
            chunk.isVoid = true
            return first
        }
        for (offset, verdict) in verdicts.enumerated() {
            let index = first + offset
            guard let place = places[offset], wantsAll || doubtful.contains(place) else {
                deliver(verdict, index, in: chunk)
                continue
            }
            let unreadable = fill(chunk.spans[index], in: chunk)
            let settled = unreadable ?? .validated(found(batch.resolve(place, record)))
            chunk.dataset?.correct(record, verdict, settled)
            deliver(settled, index, in: chunk)
        }
        return first + verdicts.count
    }

    /// The findings of the record's last validation.
    private func found(_ report: Report) -> RecordViolations {
        if report.violations.count < RecordLimit.findings { return RecordViolations(report: report) }
        let omitted = record.takeOmittedFindings().counts
        return RecordViolations(
            report: report, omitted: Dictionary(omitted.map { (ViolationKind($0.key), $0.value) }, uniquingKeysWith: +))
    }

    private func validate(_ span: Span, in chunk: Chunk, looks: Bool = true) -> RecordVerdict {
        fill(span, in: chunk, looks: looks) ?? .validated(found(job.plan.run(job.steps, on: record, only: nil)))
    }

    /// Fills the record, or returns why it cannot be read.
    ///
    /// With `looks`, registers its attributes unless all were seen.
    private func fill(_ span: Span, in chunk: Chunk, looks: Bool = true) -> RecordVerdict? {
        let bytes = bytes(of: span, in: chunk)
        if let reason = chunk.documents?.fault(of: span) { return .unreadable(offset: 0, reason: reason) }
        if let columns = chunk.columns {
            if looks, !presence.isDone { presence.look(at: columns, into: &chunk.presence) }
            do throws(RowFault) {
                try columns.fill(record, with: bytes)
            } catch {
                return .unreadable(offset: error.offset, reason: error.reason)
            }
            if looks, !presence.isDone { presence.look(at: record, into: &chunk.presence) }
        } else {
            do throws(InputError) {
                try record.fill(json: bytes, capacity: chunk.bytes.memory.count - span.start)
            } catch {
                return .unreadable(offset: error.offset, reason: error.advised)
            }
            if looks, !presence.isDone { look(at: bytes, in: chunk) }
        }
        return nil
    }

    /// Finds a list that may have the records, in a first record without any attribute of a rule.
    private func lookForWrapper(in bytes: UnsafeRawBufferPointer, of chunk: Chunk) {
        guard chunk.sequence == 0, chunk.presence.seen.isEmpty, !chunk.hasLooked else { return }
        chunk.hasLooked = true
        chunk.presence.wrapper = Wrapper.find(in: bytes, wanted: Set(job.watched.attributes.map(\.root)))
    }

    /// Registers the attributes of the record, and all keys of the first record for suggestions.
    private func look(at bytes: UnsafeRawBufferPointer, in chunk: Chunk) {
        presence.look(at: record, into: &chunk.presence)
        lookForWrapper(in: bytes, of: chunk)
        guard chunk.sequence == 0, chunk.presence.names.isEmpty, !presence.isDone else { return }
        chunk.presence.names = MemberNames.paths(in: bytes, levels: 1)
    }
}

extension Dataset {
    /// Counts a record again whose first verdict was made without the values of other records, or without a plugin.
    func correct(_ record: Record, _ first: RecordVerdict?, _ settled: RecordVerdict) {
        guard case .validated = settled else { return }
        correct(record, hadFailed: { first?.names(rule: $0) ?? false }, hasFailed: settled.names)
    }

    /// Measures a record, unless it could not be read.
    func measure(_ record: Record, _ verdict: RecordVerdict) {
        guard case .validated = verdict else { return }
        if verdict.isClean { add(record) } else { add(record, isClean: false) { verdict.names(rule: $0) } }
    }
}

// Writes the result of a record.
extension ChunkValidator {
    func deliver(_ verdict: RecordVerdict, _ index: Int, in chunk: Chunk, _ acceptance: Acceptance? = nil) {
        switch verdict {
        case .validated(let found):
            chunk.summary.records += 1
            if !found.isValid { chunk.summary.invalid += 1 }
            if wantsAll || !found.isEmpty { write(found, index, in: chunk, acceptance) }
        case .unreadable(let offset, let reason):
            chunk.summary.records += 1
            chunk.summary.unreadable += 1
            sequencer.awaitBase(of: chunk)
            let place = chunk.place(of: offset, in: chunk.spans[index])
            write(index, in: chunk, isValid: false, fault: (place, reason), record: nil, findings: [])
            if job.mode != .report { return }
            chunk.hasFailed = true
            note("\(chunk.file):\(place.line):\(place.column): \(reason)", in: chunk)
        }
    }

    /// The findings of a record with their fingerprints: one for each that is listed, one for each kind that is not.
    func fingerprints(of found: RecordViolations, _ index: Int, in chunk: Chunk) -> [FingerprintedViolation] {
        if found.isEmpty { return [] }
        let record = Fingerprint(bytes(of: chunk.spans[index], in: chunk))
        return found.report.violations.map {
            FingerprintedViolation(kind: ViolationKind($0), text: record.text(of: $0))
        }
            + found.omittedKinds.map {
                FingerprintedViolation(kind: $0.kind, text: record.text(of: $0.kind), count: $0.count)
            }
    }

    private func write(_ found: RecordViolations, _ index: Int, in chunk: Chunk, _ acceptance: Acceptance?) {
        sequencer.awaitBase(of: chunk)
        var fingerprints = acceptance?.fingerprints ?? []
        if fingerprints.isEmpty, job.wantsFingerprints { fingerprints = self.fingerprints(of: found, index, in: chunk) }
        // A rule that uses the clock can find something else in the second validation.
        let counts = acceptance?.counts.count == fingerprints.count ? acceptance?.counts ?? [] : []
        var omitted = left(found, in: chunk, fingerprints, counts)
        var findings = listed(found, index, in: chunk, fingerprints, counts, omitted: &omitted)
        for (kind, count) in omitted {
            chunk.summary.add(kind, count)
            findings[findings.count - 1].omitted[kind] = count
        }
        if let worst = findings.worst { chunk.summary.addRecord(worst: worst) }
        write(
            index, in: chunk, isValid: found.isValid, fault: nil, record: record, findings: findings,
            fingerprints: unexcepted(fingerprints, of: found, in: chunk))
    }

    /// The fingerprints for a baseline, which does not take over what an exception names: that ends one day.
    private func unexcepted(
        _ fingerprints: [FingerprintedViolation], of found: RecordViolations, in chunk: Chunk
    ) -> [FingerprintedViolation] {
        if job.exceptions.isEmpty { return fingerprints }
        let listed = found.report.violations
        return fingerprints.enumerated().filter { place, finding in
            let key =
                place < listed.count
                ? job.exceptions.key(of: listed[place], in: chunk.file)
                : job.exceptions.key(of: finding.kind, in: chunk.file)
            return key == nil
        }.map(\.element)
    }

    /// The findings that reports list, without those that a baseline accepts or an exception names.
    ///
    /// Findings that are too long for a report are added to `omitted`, but the first of each kind is always listed, and
    /// each fault: the flood of one rule must not hide what others found. If it has any, there is at least one finding,
    /// which carries their number.
    private func listed(
        _ found: RecordViolations, _ index: Int, in chunk: Chunk, _ fingerprints: [FingerprintedViolation],
        _ counts: [Int], omitted: inout [ViolationKind: Int]
    ) -> [LocatedViolation] {
        let keepsLast = !omitted.isEmpty
        var room = RecordLimit.findingBytes
        // The kinds that are listed, as soon as there is no room: few records get that far, and keeping the set is expensive.
        var kinds: Set<ViolationKind>?
        let span = chunk.spans[index]
        var original: AnyValue?
        if job.showsValues { original = Outcome.original(bytes(of: span, in: chunk), chunk.columns) }
        var findings: [LocatedViolation] = []
        for (place, violation) in found.report.violations.enumerated() {
            let isKept = keepsLast && findings.isEmpty && place == found.report.violations.count - 1
            if !counts.isEmpty, counts[place] > 0, !isKept {
                chunk.summary.accept(fingerprints[place].kind, 1)
                continue
            }
            if !isKept, let key = job.exceptions.key(of: violation, in: chunk.file) {
                chunk.summary.except(key, 1)
                continue
            }
            if room <= 0 {
                if kinds == nil { kinds = Set(findings.map { ViolationKind($0.violation) }) }
                let isNew = kinds?.insert(ViolationKind(violation)).inserted ?? true
                if !isNew, violation.code != .fault {
                    omitted[ViolationKind(violation), default: 0] += 1
                    continue
                }
            }
            var finding = LocatedViolation(
                violation: violation, file: chunk.file, place: chunk.place(of: violation.offset ?? 0, in: span),
                record: (chunk.base?.records ?? 0) + index + 1, text: messages.text(for: violation),
                value: original?[violation.path])
            if !fingerprints.isEmpty { finding.fingerprint = fingerprints[place].text }
            finding.index = place
            room -= finding.size(upTo: room)
            findings.append(finding)
        }
        return findings
    }

    /// The findings that are counted and not listed, without those that a baseline accepts or an exception names.
    private func left(
        _ found: RecordViolations, in chunk: Chunk, _ fingerprints: [FingerprintedViolation], _ counts: [Int]
    ) -> [ViolationKind: Int] {
        var omitted = found.omitted
        for (kind, count) in omitted {
            guard let key = job.exceptions.key(of: kind, in: chunk.file) else { continue }
            chunk.summary.except(key, count)
            omitted[kind] = nil
        }
        if counts.isEmpty { return omitted }
        for place in found.report.violations.count..<max(found.report.violations.count, fingerprints.count)
        where counts[place] > 0 {
            let kind = fingerprints[place].kind
            chunk.summary.accept(kind, counts[place])
            omitted[kind] = omitted[kind].flatMap { $0 > counts[place] ? $0 - counts[place] : nil }
        }
        return omitted
    }

    private func write(
        _ index: Int, in chunk: Chunk, isValid: Bool, fault: (place: SourcePlace, reason: String)?, record: Record?,
        findings: [LocatedViolation], fingerprints: [FingerprintedViolation] = []
    ) {
        let span = chunk.spans[index]
        let outcome = Outcome(
            file: chunk.file, number: (chunk.base?.records ?? 0) + index + 1,
            place: findings.first?.place ?? chunk.place(of: 0, in: span),
            raw: bytes(of: span, in: chunk), findings: findings, fingerprints: fingerprints, isValid: isValid,
            fault: fault, record: record, columns: chunk.columns, document: chunk.document(of: span))
        if job.sampleSize > 0 { chunk.tally.count(outcome, limit: job.sampleSize, wantsSource: wantsSource) }
        for (number, writer) in job.writers.enumerated() { writer.write(outcome, to: &chunk.outputs[number]) }
        if chunk.isFull { sequencer.pass(chunk) }
    }

    /// Registers values of YAML documents that readers of YAML 1.1 take for something else.
    func noteOtherReadings(in chunk: Chunk) {
        guard let others = chunk.documents?.others, let first = others.first else { return }
        sequencer.awaitBase(of: chunk)
        let reading = OtherReading(
            file: chunk.file, place: chunk.place(ofSource: first.offset), what: first.kind.rawValue,
            count: others.count)
        chunk.summary.otherReadings = [reading]
    }

    func bytes(of span: Span, in chunk: Chunk) -> UnsafeRawBufferPointer {
        chunk.bytes.bytes.part(span.start..<span.start + span.count)
    }

    func note(_ text: String, in chunk: Chunk) {
        chunk.notes.append(Chunk.Note(offset: chunk.outputs.first?.count ?? 0, text: "error: \(text)"))
    }
}
