internal import Proviso

/// Writes the outputs of the chunks, in the order of the data.
///
/// It has no lock: `Sequencer` calls it on one thread at a time.
final class ReportSink {
    private let writers: [any ReportWriter]
    private let outputs: [Output]
    private let checkpoint: Checkpoint?
    private let uniqueValues: UniqueValues?
    private let sampleSize: Int
    private let baselineSize: Int
    /// Whether only a part of an input is read, which may have no records.
    private let isPart: Bool
    private let context: ReportContext
    private let host: RunHost
    private var progress: Progress
    private(set) var state: Checkpoint.State
    /// What was measured of all records; `nil` unless rules are about them.
    private(set) var dataset: Dataset?
    private let job: Job
    /// How often rules ran.
    private(set) var statistics = RuleStatistics()
    /// The bytes of the last input that hold the records.
    private(set) var bytes: Range<Int>?
    /// Whether the last checkpoint could not be written.
    private(set) var hasLostCheckpoint = false
    /// Whether a chunk without a result has arrived: all later chunks have none either.
    private var isVoid = false
    /// The report of the runs before; at the end, that of this one, too.
    private(set) var joined: JoinedReport?
    /// Whether this is the last run that writes to the outputs.
    private let isLast: Bool

    init(
        _ job: Job, inputs: [String], outputs: [Output], checkpoint: Checkpoint?, host: RunHost,
        progress: consuming Progress, state: Checkpoint.State, isPart: Bool, joining joined: JoinedReport?,
        isLast: Bool
    ) {
        self.isPart = isPart
        (self.joined, self.isLast) = (joined, isLast)
        self.host = host
        self.job = job
        writers = job.writers
        sampleSize = job.sampleSize
        baselineSize = job.baseline?.counts.count ?? 0
        var context = job.context
        context.inputs = host.inputName.map { [$0] } ?? inputs
        self.context = context
        uniqueValues = job.uniqueValues
        self.outputs = outputs
        self.checkpoint = checkpoint
        self.progress = progress
        self.state = state
        self.state.summary.plugins = job.audit
        guard job.measuresTable else { return }
        let dataset = job.plan.makeDataset()
        if let stored = state.dataset, !dataset.restore(stored) {
            host.tell("error: the checkpoint is damaged; remove it to start again")
            isVoid = true
        }
        self.dataset = dataset
    }

    /// Writes the beginning of the outputs.
    func begin() {
        for (output, writer) in zip(outputs, writers) where output.length == 0 { output.write(writer.head) }
    }

    /// Whether reading more data is useless.
    var isHalted: Bool { isVoid || hasOutputFailed }

    private var hasOutputFailed: Bool { outputs.contains { $0.failure != nil } }

    /// Writes the current outputs of a chunk and removes them from it; the chunk may get more.
    func write(_ chunk: Chunk) {
        if isVoid { return }
        if !chunk.notes.isEmpty || zip(outputs, chunk.outputs).contains(where: { $0.isTerminal && !$1.isEmpty }) {
            progress.clear()
        }
        if let columns = chunk.columns { writeHeader(columns.header) }
        for index in outputs.indices { write(chunk, index) }
        // Without an output there is nothing that notes could come between.
        if outputs.isEmpty { for note in chunk.notes { host.tell(note.text) } }
        chunk.removeOutputs()
    }

    func collect(_ chunk: Chunk) {
        if chunk.isVoid { isVoid = true }
        if isVoid { return }
        write(chunk)
        state.summary.add(chunk.summary)
        state.tally.add(chunk.tally, limit: sampleSize)
        state.presence.add(chunk.presence)
        if let measured = chunk.dataset { dataset?.merge(measured) }
        count(chunk)
        statistics.add(chunk.statistics)
        if chunk.hasFailed { state.hasFailed = true }
        if chunk.failure != nil || chunk.fault != nil { state.lacksData = true }
        state.position = (chunk.base ?? Position()) + chunk.extent
        state.resumption = chunk.resumption
        state.logMark = chunk.logMark
        if !chunk.accepted.isEmpty, state.accepted.count != baselineSize {
            state.accepted = Array(repeating: 0, count: baselineSize)
        }
        for (place, count) in chunk.accepted { state.accepted[place] += count }
        let start = chunk.origin == nil ? bytes?.lowerBound ?? chunk.offset : chunk.offset
        bytes = start..<chunk.offset + chunk.count
        progress.update(state.summary, bytes: chunk.consumed)
        if let checkpoint, checkpoint.isDue { _ = save(checkpoint) }
    }

    /// Writes the header of a table to the outputs for its rows, unless the last table had the same one.
    private func writeHeader(_ header: String) {
        guard header != state.header else { return }
        state.header = header
        for (output, writer) in zip(outputs, writers) where writer.wantsHeader { output.write(header) }
    }

    /// Writes one output of a chunk; with the first output also its notes, in the order of the data.
    private func write(_ chunk: Chunk, _ index: Int) {
        chunk.outputs[index].withUnsafeBytes { bytes in
            var written = 0
            if !bytes.isEmpty, !state.begun[index] {
                state.begun[index] = true
                written = writers[index].separator.utf8.count
            }
            for note in index == 0 ? chunk.notes : [] {
                if note.offset > written {
                    outputs[index].write(bytes.part(written..<note.offset))
                    written = note.offset
                }
                outputs[index].flush()
                host.tell(note.text)
            }
            if written < bytes.count { outputs[index].write(bytes.part(written..<bytes.count)) }
        }
    }

    /// Returns whether a checkpoint was written.
    private func save(_ checkpoint: Checkpoint) -> Bool {
        // The checkpoint must not be on the disk before the outputs it describes.
        do throws(SystemError) {
            for output in outputs { output.synchronize() }
            // The failure is reported at the end of the run.
            if hasOutputFailed { return false }
            try uniqueValues?.synchronize()
            state.marks = outputs.map(\.mark)
            state.dataset = dataset?.stored
            try checkpoint.save(state)
            hasLostCheckpoint = false
            return true
        } catch {
            // Once: what keeps one from being written usually keeps all.
            if hasLostCheckpoint { return false }
            hasLostCheckpoint = true
            progress.clear()
            host.tell("error: cannot write the checkpoint \(checkpoint.path): \(error.reason)")
            return false
        }
    }

    /// Writes what the rules about all records find, if all were read.
    func measureTable() {
        guard let dataset, !isVoid else { return }
        if state.summary.limit != nil {
            host.tell("note: the rules about all records were not evaluated: the run stopped before the end")
            return
        }
        // The figures of a part are not those of all records.
        if state.lacksData { return }
        let findings = DatasetFindings(job: job, dataset: dataset, inputs: context.inputs).all.filter { finding in
            // What carries the number of others stays.
            guard finding.omitted.isEmpty, let key = job.exceptions.key(of: finding.violation, in: finding.file) else {
                return true
            }
            state.summary.except(key, 1)
            return false
        }
        if findings.isEmpty { return }
        progress.clear()
        state.summary.add(ofTable: findings)
        let outcome = Outcome(ofTable: findings)
        if sampleSize > 0 {
            var tally = Tally()
            tally.count(outcome, limit: sampleSize)
            state.tally.add(tally, limit: sampleSize)
        }
        for (index, writer) in writers.enumerated() where writer.takesTable {
            var bytes: [UInt8] = []
            writer.write(outcome, to: &bytes)
            if bytes.isEmpty { continue }
            outputs[index].write(bytes.dropFirst(state.begun[index] ? 0 : writer.separator.utf8.count))
            state.begun[index] = true
        }
    }

    /// Adds what was not validated to the summary, if all records were read.
    func note(_ watched: WatchedRules) {
        guard state.summary.limit == nil, !state.hasFailed || state.summary.records > 0 else { return }
        if state.summary.records > state.summary.unreadable {
            state.summary.unseen = state.presence.unseen(watched.attributes)
        }
        state.summary.coverage = watched.coverage(of: state.presence, state.summary, inputs: context.inputs)
        state.summary.coverage.emptyInputs += job.absent
        if let unevaluated { state.summary.coverage.unevaluated.append(unevaluated) }
    }

    /// Why the rules about all records were not evaluated; `nil` if they were, or if there are none.
    private var unevaluated: String? {
        if job.plan.dataset.isEmpty || job.mode != .report { return nil }
        let start = "the rules about all records were not evaluated"
        if let entry = job.entry, entry.isPart {
            return "\(entry.place): \(start): not all files of the entry are named"
        }
        return state.lacksData ? "\(start): some of the data could not be read" : nil
    }

    /// Counts the records of each input, and remembers those that have none.
    private func count(_ chunk: Chunk) {
        state.inputRecords += chunk.extent.records
        guard chunk.isLast else { return }
        defer { state.inputRecords = 0 }
        guard state.inputRecords == 0, chunk.failure == nil, chunk.fault == nil, !isPart, chunk.file != "/dev/null"
        else { return }
        let reason =
            switch chunk.layout {
            case .rows: chunk.columns == nil ? "is empty" : "has columns and no rows"
            case .items: "has an empty list"
            case .lines, .texts: "is empty"
            case .documents: "has no document"
            }
        state.summary.coverage.emptyInputs.append(Coverage.EmptyInput(file: chunk.file, reason: reason))
    }

    /// Ends the outputs, or leaves them for a resumed run; returns whether there is a checkpoint to resume from.
    func finish(isInterrupted: Bool) -> Bool {
        progress.clear()
        if isInterrupted, let checkpoint {
            let isSaved = save(checkpoint)
            reportFailure()
            return isSaved
        }
        if isVoid { state.hasFailed = true }
        let report = joined?.with(state, context, sampleSize: sampleSize)
        joined = report
        let isEnd = isLast || isInterrupted || isHalted || state.summary.limit != nil
        for (output, writer) in zip(outputs, writers) {
            let ending = Ending(
                summary: report?.summary ?? state.summary, tally: report?.tally ?? state.tally,
                hasFailed: report?.hasFailed ?? state.hasFailed, context: report?.context ?? context,
                dataset: isInterrupted ? nil : dataset)
            if isEnd { output.write(writer.tail(ending)) }
            // Without a checkpoint there is no need to wait for the disk.
            if checkpoint == nil { output.flush() } else { output.synchronize() }
        }
        reportFailure()
        if hasOutputFailed { return false }
        checkpoint?.remove()
        uniqueValues?.remove()
        return false
    }

    private func reportFailure() {
        guard let failure = outputs.lazy.compactMap(\.failureText).first else { return }
        host.tell("error: \(failure)")
        state.hasFailed = true
    }
}
