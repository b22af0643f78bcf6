internal import Proviso

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
        var worst: Severity?
        for index in findings.indices { worst = findings[index].violation.severity.worse(than: worst) }
        for (kind, count) in omitted {
            worst = kind.severity.worse(than: worst)
            chunk.summary.add(kind, count)
            findings[findings.count - 1].omitted[kind] = count
        }
        if let worst { chunk.summary.addRecord(worst: worst) }
        write(
            index, in: chunk, isValid: found.isValid, fault: nil, record: record, findings: findings,
            fingerprints: fingerprints)
    }

    /// The findings that reports list, without those that a baseline accepts.
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

    /// The findings that are counted and not listed, without those that a baseline accepts.
    private func left(
        _ found: RecordViolations, in chunk: Chunk, _ fingerprints: [FingerprintedViolation], _ counts: [Int]
    ) -> [ViolationKind: Int] {
        if counts.isEmpty { return found.omitted }
        var omitted = found.omitted
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

extension Severity {
    private var weight: Int {
        switch self {
        case .error: 2
        case .warning: 1
        case .info: 0
        }
    }

    /// The higher of two severities.
    fileprivate func worse(than other: Severity?) -> Severity {
        other.map { $0.weight > weight ? $0 : self } ?? self
    }
}
