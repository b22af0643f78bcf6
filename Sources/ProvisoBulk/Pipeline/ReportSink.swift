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
    private let context: ReportContext
    private var progress: Progress
    private(set) var state: Checkpoint.State
    /// How often rules ran.
    private(set) var statistics = RuleStatistics()
    /// The bytes of the last input that hold the records.
    private(set) var bytes: Range<Int>?
    /// Whether a chunk without a result has arrived: all later chunks have none either.
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
        uniqueValues = job.uniqueValues
        self.outputs = outputs
        self.checkpoint = checkpoint
        self.progress = progress
        self.state = state
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
        chunk.removeOutputs()
    }

    func collect(_ chunk: Chunk) {
        if chunk.isVoid { isVoid = true }
        if isVoid { return }
        write(chunk)
        state.summary.add(chunk.summary)
        state.tally.add(chunk.tally, limit: sampleSize)
        state.presence.add(chunk.presence)
        statistics.add(chunk.statistics)
        if chunk.hasFailed { state.hasFailed = true }
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
                StandardError.line(note.text)
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
            state.lengths = outputs.map(\.length)
            try checkpoint.save(state)
            return true
        } catch {
            progress.clear()
            StandardError.error("cannot write the checkpoint \(checkpoint.path): \(error.reason)")
            return false
        }
    }

    /// Adds the attributes that no record has to the summary, if all records were validated.
    func note(unseen needs: [NeededAttribute]) {
        guard state.summary.limit == nil, state.summary.records > state.summary.unreadable else { return }
        state.summary.unseen = state.presence.unseen(needs)
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
        for (output, writer) in zip(outputs, writers) {
            let ending = Ending(
                summary: state.summary, tally: state.tally, hasFailed: state.hasFailed, context: context)
            output.write(writer.tail(ending))
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
        StandardError.error(failure)
        state.hasFailed = true
    }
}
