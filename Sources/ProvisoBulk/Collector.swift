internal import Proviso

/// Takes in what became of the chunks, in the order of the data.
///
/// It has no lock of its own: `Order` lets one thread collect at a time.
final class Collector {
    private let writers: [any ReportWriter]
    private let outputs: [Output]
    private let checkpoint: Checkpoint?
    private let claims: RecordClaims?
    private let sampleSize: Int
    private let baselineSize: Int
    private let context: ReportContext
    private var progress: Progress
    private(set) var state: Checkpoint.State
    /// The bytes of the last input that the records come from.
    private(set) var bytes: Range<Int>?
    /// Whether a chunk came that has no result: what follows it has none either.
    private var isVoid = false

    init(
        _ job: Job, inputs: [String], outputs: [Output], checkpoint: Checkpoint?, progress: consuming Progress,
        state: Checkpoint.State
    ) {
        writers = job.writers
        sampleSize = job.sampleSize
        baselineSize = job.baseline?.counts.count ?? 0
        var context = job.context
        context.inputs = inputs
        self.context = context
        claims = job.claims
        self.outputs = outputs
        self.checkpoint = checkpoint
        self.progress = progress
        self.state = state
    }

    /// Writes what stands before the first finding.
    func begin() {
        for (output, writer) in zip(outputs, writers) where output.length == 0 { output.write(writer.head) }
    }

    /// Whether nothing that is still to be read would be of use.
    var isHalted: Bool { isVoid || hasOutputFailed }

    private var hasOutputFailed: Bool { outputs.contains { $0.failure != nil } }

    /// Writes what a chunk has so far and takes it out of the chunk; the rest of it comes later.
    func write(_ chunk: Chunk) {
        if isVoid { return }
        if !chunk.notes.isEmpty || zip(outputs, chunk.outputs).contains(where: { $0.isTerminal && !$1.isEmpty }) {
            progress.clear()
        }
        if let columns = chunk.columns { writeHeader(columns.header) }
        for index in outputs.indices { write(chunk, index) }
        chunk.removeOutputs()
    }

    func collect(_ chunk: Chunk) {
        if chunk.isVoid { isVoid = true }
        if isVoid { return }
        write(chunk)
        state.summary.add(chunk.summary)
        state.tally.add(chunk.tally, limit: sampleSize)
        state.presence.add(chunk.presence)
        if chunk.hasFailed { state.hasFailed = true }
        state.position = (chunk.base ?? Position()) + chunk.extent
        state.resumption = chunk.resumption
        state.claimed = chunk.claimed
        if !chunk.accepted.isEmpty, state.accepted.count != baselineSize {
            state.accepted = Array(repeating: 0, count: baselineSize)
        }
        for (place, count) in chunk.accepted { state.accepted[place] += count }
        let start = chunk.origin == nil ? bytes?.lowerBound ?? chunk.offset : chunk.offset
        bytes = start..<chunk.offset + chunk.count
        progress.update(state.summary, bytes: chunk.consumed)
        if let checkpoint, checkpoint.isDue { _ = save(checkpoint) }
    }

    /// Writes the header of a table where its rows go, unless that of the table before was the same.
    private func writeHeader(_ header: String) {
        guard header != state.header else { return }
        state.header = header
        for (output, writer) in zip(outputs, writers) where writer.wantsHeader { output.write(header) }
    }

    /// Writes one output of a chunk; beside the first one, its notes where they belong.
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
                Messages.line(note.text)
            }
            if written < bytes.count { outputs[index].write(bytes.part(written..<bytes.count)) }
        }
    }

    /// Returns whether a checkpoint was written.
    private func save(_ checkpoint: Checkpoint) -> Bool {
        // First what the checkpoint speaks of, then the checkpoint.
        do throws(SystemError) {
            for output in outputs { output.synchronize() }
            // The end of the run reports it.
            if hasOutputFailed { return false }
            try claims?.synchronize()
            state.lengths = outputs.map(\.length)
            try checkpoint.save(state)
            return true
        } catch {
            progress.clear()
            Messages.error("cannot write the checkpoint \(checkpoint.path): \(error.reason)")
            return false
        }
    }

    /// Says in the summary which attributes no record has, where all records were checked.
    func note(unseen needs: [NeededAttribute]) {
        guard state.summary.limit == nil, state.summary.records > state.summary.unreadable else { return }
        state.summary.unseen = state.presence.unseen(needs)
    }

    /// Ends the outputs, or leaves them for a run that goes on; returns whether there is a checkpoint for that.
    func finish(isInterrupted: Bool) -> Bool {
        progress.clear()
        if isInterrupted, let checkpoint {
            let isSaved = save(checkpoint)
            reportFailure()
            return isSaved
        }
        if isVoid { state.hasFailed = true }
        for (output, writer) in zip(outputs, writers) {
            let ending = Ending(
                summary: state.summary, tally: state.tally, hasFailed: state.hasFailed, context: context)
            output.write(writer.tail(ending))
            // Without a checkpoint there is nothing to undo, and no need to wait for the disk.
            if checkpoint == nil { output.flush() } else { output.synchronize() }
        }
        reportFailure()
        if hasOutputFailed { return false }
        checkpoint?.remove()
        claims?.remove()
        return false
    }

    private func reportFailure() {
        guard let failure = outputs.lazy.compactMap(\.failureText).first else { return }
        Messages.error(failure)
        state.hasFailed = true
    }
}
