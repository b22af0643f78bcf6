internal import BulkBridge
internal import Glibc
package import Proviso

/// Validates the same inputs by two rule sets at the same time, and compares what they find record by record.
///
/// Each rule set has a run of its own, so both verdicts are those of `Run`. The runs write traces to pipes, and the calling
/// thread reads both: the memory does not grow with the data.
package struct RunComparison {
    private let runs: [Side]
    private let inputs: [String]
    private let settings: Run.Settings
    private let examples: Int

    /// The rules of one side; the job has a `TraceWriter`.
    private struct Side: @unchecked Sendable {
        let job: Job
    }

    package struct Result {
        package let difference: RunDifference
        /// The results of the runs by the old and the new rules.
        package let old: Run.Result
        package let new: Run.Result
    }

    /// `examples` is the number of examples of each change.
    ///
    /// Both jobs have only a `TraceWriter`.
    package init(old: Job, new: Job, inputs: [String], settings: Run.Settings, examples: Int) {
        runs = [Side(job: old), Side(job: new)]
        self.inputs = inputs
        self.examples = examples
        var settings = settings
        // Both runs share the processors and the memory.
        settings.jobs = max(1, settings.jobs / 2)
        settings.memory = settings.memory.map { $0 / 2 }
        settings.progress = .none
        self.settings = settings
    }

    /// Reads all inputs to their end; `each` is called for every record with a difference, in the order of the data.
    ///
    /// Throws if the system refuses a pipe or a thread.
    package func callAsFunction(each: ((RunDifference.RecordChange) -> Void)? = nil) throws(SystemError) -> Result {
        var readers: [TraceReader] = []
        var threads: [POSIXThread] = []
        let results = runs.map { _ in ResultBox() }
        for (side, box) in zip(runs, results) {
            let (reading, writing) = try Self.pipe()
            readers.append(TraceReader(reading))
            let (inputs, settings) = (inputs, settings)
            let thread = POSIXThread {
                // The output closes its end of the pipe, which ends the trace.
                let output = Output(descriptor: writing)
                box.result = Run(side.job, inputs: inputs, settings: settings, outputs: [output])()
            }
            guard let thread else {
                close(writing)
                throw SystemError()
            }
            threads.append(thread)
        }
        var difference = compare(readers[0], readers[1], each)
        for thread in threads { thread.join() }
        guard let old = results[0].result, let new = results[1].result else { throw SystemError() }
        difference.records = max(old.summary.records, new.summary.records)
        difference.unreadable = max(old.summary.unreadable, new.summary.unreadable)
        return Result(difference: difference, old: old, new: new)
    }

    private func compare(
        _ old: TraceReader, _ new: TraceReader, _ each: ((RunDifference.RecordChange) -> Void)?
    ) -> RunDifference {
        var difference = RunDifference()
        var (left, right) = (old.next(), new.next())
        while left != nil || right != nil {
            let number = min(left?.number ?? .max, right?.number ?? .max)
            let (one, other) = (left?.number == number ? left : nil, right?.number == number ? right : nil)
            let change = difference.add(one, other, examples: examples, wantsChange: each != nil)
            if let change { each?(change) }
            if one != nil { left = old.next() }
            if other != nil { right = new.next() }
        }
        return difference
    }

    private static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard prv_pipe(&ends) == 0 else { throw SystemError() }
        return (ends[0], ends[1])
    }

    /// The result of a run, written before its thread ends and read after it is joined.
    private final class ResultBox: @unchecked Sendable {
        var result: Run.Result?
    }
}
