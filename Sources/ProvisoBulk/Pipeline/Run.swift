internal import BulkBridge
package import Proviso
internal import ProvisoPlugins

/// Reads and validates all inputs, on all threads.
///
/// The outputs depend only on the data.
///
/// Each thread takes a free chunk, fills it, validates it, and passes it to the sequencer. The thread that passes the
/// next chunk in order also writes it, and those that wait for it. Shared data and its protection:
///
/// | Data | Protected by |
/// |---|---|
/// | `ChunkSource`: inputs, splitter, sequence | its lock, held while reading |
/// | `ChunkSource.isStopped`, the signal that came | an atomic variable |
/// | `Sequencer`: free, counted and finished chunks | its lock |
/// | a `Chunk` | one thread at a time: taken, passed and returned under the lock of `Sequencer` |
/// | a chunk's `base` | written under the lock of `Sequencer`, read after `awaitBase` took it |
/// | `ErrorLimit`, `BaselineUse` | `Sequencer.takeTurn`: one chunk after the other |
/// | `UniqueValues`: the set of keys and its log | its lock, because turns and the sink use it at the same time |
/// | `ReportSink`: outputs, state, checkpoint, progress | `Sequencer.finish`: one thread writes, then the next |
/// | plan, steps, localizer, writers, tables of `FileStore` | they do not change during a run |
///
/// A `ChunkValidator` with its record, messages and log belongs to one thread. Before the threads start and after they
/// are joined, only the calling thread uses the data.
package struct Run {
    package struct Settings: Sendable {
        /// The number of validating threads.
        package var jobs: Int
        /// The maximum memory of buffers and tables; with `nil` a very large record can use more than usual.
        package var memory: Int?
        package var format: InputFormat
        /// What options say of the data.
        package var data = DataFormat()
        package var progress: Progress.Mode
        /// How many bytes are read at once, at least one record; `nil` derives it from the memory.
        package var chunkSize: Int?
        /// What the run expects of the program around it.
        package var host = RunHost()
        /// Only the lines that start in these bytes of each file.
        package var range: Range<Int>?

        package init(
            jobs: Int? = nil, memory: Int? = nil, format: InputFormat = .auto, delimiter: UInt8? = nil,
            progress: Progress.Mode = .auto
        ) {
            self.jobs = jobs ?? POSIXThread.processors
            self.memory = memory
            self.format = format
            data.table.delimiter = delimiter
            self.progress = progress
        }

        static let usualMemory = 64 << 20

        /// The maximum number of chunks: one for each thread, and those that wait for their turn.
        var chunks: Int { jobs == 1 ? 1 : 2 * jobs + 2 }

        var splitter: RecordSplitter.Options {
            var options = RecordSplitter.Options()
            options.format = format
            options.data = data
            options.range = range
            options.size = chunkSize ?? max(1 << 15, min(1 << 18, (memory ?? Self.usualMemory) / 4 / chunks))
            options.maximumRecord = max(RecordLimit.bytes(memory: memory), options.size)
            options.valueMemory = RecordLimit.valueBytes(memory: memory)
            options.windowLogarithm = RecordLimit.windowLogarithm(memory: memory)
            return options
        }

        /// The memory for a table of keys.
        package var tableMemory: Int { (memory ?? Self.usualMemory) / 4 }
    }

    package struct Result {
        package let summary: Summary
        /// Whether some of the data could not be read, or something could not be written.
        package let hasFailed: Bool
        /// The signal that ended the run early.
        package let signal: Int32?
        /// Whether there is a checkpoint from which the run can be resumed.
        package let isResumable: Bool
        /// The line breaks of the last input.
        package let lines: Int
        /// The bytes of the last input that hold the records.
        package let bytes: Range<Int>
        /// Whether the rules cannot validate an input, such as a table without a column that they need.
        package let isRefused: Bool
        /// Whether an explanation came after the end of all inputs.
        package var isWhole = true
        /// How often each rule ran, if the job counts that.
        package var statistics = RuleStatistics()
        /// What was measured of all records; `nil` unless rules are about them.
        package var dataset: Dataset?
        /// The report with this run, if it is one of several.
        package var joined: JoinedReport?
    }

    private let job: Job
    private let settings: Settings
    private let source: ChunkSource
    private let sink: ReportSink
    private let sequencer: Sequencer
    private let faults = FaultLedger()
    private let limit: ErrorLimit?
    private let accepted: BaselineUse?

    /// `outputs` are those of the job's writers; with a checkpoint the run is resumed.
    ///
    /// A run that joins the report of others continues their outputs; the last one ends them.
    package init(
        _ job: Job, inputs: [String], settings: Settings, outputs: [Output], checkpoint: Checkpoint? = nil,
        joining joined: JoinedReport? = nil, isLast: Bool = true
    ) {
        self.job = job
        var settings = settings
        if settings.chunkSize == nil, job.writers.contains(where: { $0.isWordy }) {
            settings.chunkSize = settings.splitter.size / 4
        }
        self.settings = settings
        let options = Self.options(job, settings)
        let state = checkpoint?.state
        source = ChunkSource(inputs, options: options, plan: job.plan, host: settings.host, from: state?.resumption)
        let total = source.total
        let isPart = settings.range.map { $0.lowerBound > 0 || $0.upperBound < total ?? .max } ?? false
        let sink = ReportSink(
            job, inputs: inputs, outputs: outputs, checkpoint: checkpoint,
            host: settings.host, progress: Progress(settings.progress, total: total),
            state: state ?? Checkpoint.State(outputs: outputs.count, after: joined),
            isPart: isPart, joining: joined, isLast: isLast)
        self.sink = sink
        let source = source
        limit = ErrorLimit(job.maxErrors, after: sink.state.summary.errors + (joined?.summary.errors ?? 0))
        accepted = BaselineUse(job.baseline, used: sink.state.accepted)
        sequencer = Sequencer(
            from: sink.state.position, limit: settings.chunks, make: { Chunk() },
            passOn: { sink.write($0) }
        ) {
            sink.collect($0)
            if sink.isHalted { source.stop() }
        }
    }

    private static func options(_ job: Job, _ settings: Settings) -> RecordSplitter.Options {
        var options = settings.splitter
        options.endsAtReturns = job.mode != .filter
        options.ignoresRecords = job.mode == .filter
        options.needs = job.watched.attributes
        return options
    }

    /// Why the rules cannot validate tables among the inputs, according to their headers.
    ///
    /// Pipes are not read, because they cannot be read twice.
    package static func refusals(_ job: Job, inputs: [String], settings: Settings) -> [String] {
        var options = options(job, settings)
        if options.needs.isEmpty { return [] }
        var reasons: [String] = []
        for path in inputs where path != "-" {
            options.format = settings.format == .auto ? .named(path) : settings.format
            options.name = path
            guard [.csv, .tsv].contains(options.format), let stream = try? ByteStream(path: path), !stream.isLive else {
                continue
            }
            reasons += RecordSplitter(stream, options: options, plan: job.plan).firstRefusal()
            // More files would repeat the same reasons.
            if reasons.count > 30 { break }
        }
        return reasons
    }

    /// Whether SIGINT or SIGTERM has ended the run.
    package static var isInterrupted: Bool { prv_interrupt_signal() != 0 }

    /// Lets SIGINT and SIGTERM end a command at the next look at `signal`, also if its parent blocks them.
    package static func catchSignals() { prv_interrupt_catch() }

    /// The signal that came; `nil` if none did.
    package static var signal: Int32? { prv_interrupt_signal() == 0 ? nil : prv_interrupt_signal() }

    /// Reads all inputs to their end.
    package func callAsFunction() -> Result {
        if settings.host.catchesSignals { prv_interrupt_catch() }
        sink.begin()
        if !sink.isHalted { work() }
        let refusal = source.refusal
        if !refusal.isEmpty {
            for reason in refusal { settings.host.tell("error: \(reason)") }
            return Result(
                summary: sink.state.summary, hasFailed: true, signal: nil, isResumable: false, lines: 0,
                bytes: 0..<0, isRefused: true)
        }
        let signal = prv_interrupt_signal()
        let failure = job.uniqueValues?.failure
        if let failure { settings.host.tell("error: cannot compare the records: \(failure.reason)") }
        var isWhole = true
        if case .explanation? = job.watch { isWhole = source.isAtEnd }
        if signal == 0, failure == nil, isWhole {
            if job.mode == .report { sink.measureTable() }
            sink.note(job.watched)
        }
        let isResumable = sink.finish(isInterrupted: signal != 0 || failure != nil)
        return Result(
            summary: sink.state.summary, hasFailed: sink.state.hasFailed || sink.hasLostCheckpoint || failure != nil,
            signal: signal == 0 ? nil : signal, isResumable: isResumable,
            lines: sink.state.position.lines, bytes: sink.bytes ?? 0..<0, isRefused: false, isWhole: isWhole,
            statistics: sink.statistics, dataset: sink.dataset, joined: sink.joined)
    }

    private func work() {
        let validator = ChunkValidator(job, sequencer: sequencer, limit: limit, accepted: accepted, faults: faults)
        // The first chunk shows whether one thread is enough.
        guard step(validator) else { return }
        var threads: [POSIXThread] = []
        if settings.jobs > 1, !source.isExhausted {
            let shared = SharedRun(run: self)
            for _ in 1..<settings.jobs {
                if let thread = POSIXThread({ shared.work() }) { threads.append(thread) }
            }
        }
        while step(validator) {}
        for thread in threads { thread.join() }
    }

    /// Validates one chunk; returns false if there is none left.
    fileprivate func step(_ validator: ChunkValidator) -> Bool {
        let chunk = sequencer.take()
        chunk.reset(outputs: job.writers.count, size: settings.splitter.size)
        guard source.next(chunk) else {
            sequencer.giveBack(chunk)
            return false
        }
        validator.check(chunk)
        if chunk.isVoid || chunk.summary.limit != nil { source.stop() }
        sequencer.finish(chunk)
        // What comes after the record is of no interest; such a run has one thread.
        if case .explanation(let target)? = job.watch, sink.state.summary.records >= target.number { source.stop() }
        return true
    }

    /// The run, for the other threads.
    private final class SharedRun: @unchecked Sendable {
        let run: Run

        init(run: Run) {
            self.run = run
        }

        func work() {
            let validator = ChunkValidator(
                run.job, sequencer: run.sequencer, limit: run.limit, accepted: run.accepted, faults: run.faults)
            while run.step(validator) {}
        }
    }
}

/// What a run expects of the program around it.
package struct RunHost: Sendable {
    /// Whether SIGINT and SIGTERM end the run: a library leaves them to its program.
    package var catchesSignals = true
    /// Whether the program wants the run to end; called before each chunk, on any thread.
    package var isCancelled: @Sendable () -> Bool = { false }
    /// Takes a line for people, one at a time.
    package var tell: @Sendable (String) -> Void = { StandardError.line($0) }
    /// What findings call the input, if there is only one; `nil` for its path.
    package var inputName: String?

    package init() {}
}
