internal import BulkBridge
internal import Proviso

/// One pass over inputs on all threads; what it writes depends on the data alone.
///
/// Each thread takes a free chunk, reads into it, checks it, and hands it on; the thread that hands on the next one in
/// order also writes it, and those that wait behind it. What more than one thread touches, and what excludes them:
///
/// | What | Excluded by |
/// |---|---|
/// | `Feed`: inputs, divider, sequence | its lock, held while reading |
/// | `Feed.isStopped`, the signal that came | atomic |
/// | `Order`: free, counted and finished chunks | its lock |
/// | a `Chunk` | one thread at a time: taken, handed on and given back under `Order`'s lock |
/// | a chunk's `base` | written under `Order`'s lock, read after `awaitBase` took it |
/// | `ErrorLimit`, `BaselineUse` | `Order.takeTurn`: one chunk after the other |
/// | `RecordClaims`: the set of keys and its log | its lock, since turns and the collector use it at the same time |
/// | `Collector`: outputs, state, checkpoint, progress | `Order.finish`: one thread collects, the next takes over |
/// | plan, steps, localizer, writers, tables of `FileStore` | nothing: they do not change during a run |
///
/// A `Worker` with its record, words and log belongs to one thread. Before the threads start and after they were
/// joined, the calling thread alone uses everything.
package struct Run {
    package struct Settings: Sendable {
        /// How many threads check.
        package var jobs: Int
        /// What buffers and tables may take in all; nil leaves it to the data where one record is very large.
        package var memory: Int?
        package var format: InputFormat
        package var delimiter: UInt8?
        package var progress: Progress.Mode
        /// How many bytes are read at once, at least one record; nil leaves it to the memory there is.
        package var chunkSize: Int?
        /// Only the lines that start in these bytes of each file.
        package var range: Range<Int>?

        package init(
            jobs: Int? = nil, memory: Int? = nil, format: InputFormat = .auto, delimiter: UInt8? = nil,
            progress: Progress.Mode = .auto
        ) {
            self.jobs = jobs ?? Thread.processors
            self.memory = memory
            self.format = format
            self.delimiter = delimiter
            self.progress = progress
        }

        static let usualMemory = 64 << 20

        /// How many chunks may be on their way: one for each thread, and those that wait for their turn.
        var chunks: Int { jobs == 1 ? 1 : 2 * jobs + 2 }

        var divider: Divider.Options {
            var options = Divider.Options()
            options.format = format
            options.delimiter = delimiter
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
        /// Whether a checkpoint was left from which the same run goes on.
        package let isResumable: Bool
        /// The line breaks of the last input.
        package let lines: Int
        /// The bytes of the last input that the records come from.
        package let bytes: Range<Int>
        /// Whether an input cannot be checked by these rules, such as a table without a column that they need.
        package let isRefused: Bool
    }

    private let job: Job
    private let settings: Settings
    private let feed: Feed
    private let collector: Collector
    private let order: Order
    private let limit: ErrorLimit?
    private let accepted: BaselineUse?
    private let needs: [NeededAttribute]

    /// `outputs` are those of the job's writers; a checkpoint says where the run goes on.
    package init(
        _ job: Job, inputs: [String], settings: Settings, outputs: [Output], checkpoint: Checkpoint? = nil
    ) {
        self.job = job
        var settings = settings
        if settings.chunkSize == nil, job.writers.contains(where: { $0.isWordy }) {
            settings.chunkSize = settings.divider.size / 4
        }
        self.settings = settings
        let options = Self.options(job, settings)
        needs = options.needs
        let state = checkpoint?.state
        feed = Feed(inputs, options: options, plan: job.plan, from: state?.resumption)
        let collector = Collector(
            job, inputs: inputs, outputs: outputs, checkpoint: checkpoint,
            progress: Progress(settings.progress, total: feed.total),
            state: state ?? Checkpoint.State(outputs: outputs.count))
        self.collector = collector
        let feed = feed
        limit = ErrorLimit(job.maxErrors, after: collector.state.summary.errors)
        accepted = BaselineUse(job.baseline, used: collector.state.accepted)
        order = Order(
            from: collector.state.position, limit: settings.chunks, make: { Chunk() },
            passOn: { collector.write($0) }
        ) {
            collector.collect($0)
            if collector.isHalted { feed.stop() }
        }
    }

    private static func options(_ job: Job, _ settings: Settings) -> Divider.Options {
        var options = settings.divider
        options.endsAtReturns = job.mode != .filter
        options.needs = job.needs
        return options
    }

    /// Why tables among the inputs cannot be checked by these rules, seen in their headers; only of files that can be
    /// read twice.
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
            reasons += Divider(stream, options: options, plan: job.plan).firstRefusal()
            // More files would only say the same.
            if reasons.count > 30 { break }
        }
        return reasons
    }

    /// Reads all inputs to their end.
    package func callAsFunction() -> Result {
        prv_interrupt_catch()
        collector.begin()
        if !collector.isHalted { work() }
        let refusal = feed.refusal
        if !refusal.isEmpty {
            for reason in refusal { Messages.error(reason) }
            return Result(
                summary: collector.state.summary, hasFailed: true, signal: nil, isResumable: false, lines: 0,
                bytes: 0..<0, isRefused: true)
        }
        let signal = prv_interrupt_signal()
        let failure = job.claims?.failure
        if let failure { Messages.error("cannot compare the records: \(failure.reason)") }
        if signal == 0, failure == nil, job.mode != .filter { collector.note(unseen: needs) }
        let isResumable = collector.finish(isInterrupted: signal != 0 || failure != nil)
        return Result(
            summary: collector.state.summary, hasFailed: collector.state.hasFailed || failure != nil,
            signal: signal == 0 ? nil : signal, isResumable: isResumable,
            lines: collector.state.position.lines, bytes: collector.bytes ?? 0..<0, isRefused: false)
    }

    private func work() {
        let worker = Worker(job, order: order, limit: limit, accepted: accepted)
        // The first chunk shows whether there is work for more than this thread.
        guard step(worker) else { return }
        var threads: [Thread] = []
        if settings.jobs > 1, !feed.isExhausted {
            let crew = Crew(run: self)
            for _ in 1..<settings.jobs {
                if let thread = Thread({ crew.work() }) { threads.append(thread) }
            }
        }
        while step(worker) {}
        for thread in threads { thread.join() }
    }

    /// Checks one chunk; false when there is none left.
    fileprivate func step(_ worker: Worker) -> Bool {
        let chunk = order.take()
        chunk.reset(outputs: job.writers.count, size: settings.divider.size)
        guard feed.next(chunk) else {
            order.giveBack(chunk)
            return false
        }
        worker.check(chunk)
        if chunk.isVoid || chunk.summary.limit != nil { feed.stop() }
        order.finish(chunk)
        return true
    }

    /// What the other threads share.
    private final class Crew: @unchecked Sendable {
        let run: Run

        init(run: Run) {
            self.run = run
        }

        func work() {
            let worker = Worker(run.job, order: run.order, limit: run.limit, accepted: run.accepted)
            while run.step(worker) {}
        }
    }
}
