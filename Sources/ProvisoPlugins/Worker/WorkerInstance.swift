internal import ProvisoABI
internal import ProvisoCore
internal import Synchronization
internal import WasmBridge
internal import WorkerBridge

/// One use of a rule type whose plugin runs in worker processes.
package final class WorkerInstance: @unchecked Sendable {
    let rule: PluginRule
    let plugin: WorkerPlugin
    /// The index of the rule in the descriptor.
    private let place: Int
    private let number: UInt64
    private let options: PackedValues
    private let pace = WorkerPace()

    /// Lets a process make the instance, so that a plugin that refuses its options is known at once.
    ///
    /// The options were checked against the manifest.
    init(_ rule: PluginRule, of plugin: WorkerPlugin, options: AnyValue) throws(OptionError) {
        self.rule = rule
        place = plugin.place(of: rule.type)
        self.plugin = plugin
        number = plugin.newInstance()
        self.options = PackedValues()
        let arena = Arena()
        let raw = options.raw(in: arena)
        let fits = withExtendedLifetime(arena) { self.options.append(raw) }
        guard fits else { throw OptionError(reason: "the options are too large for a worker") }
        try makeOnce()
    }

    private func makeOnce() throws(OptionError) {
        let process: WorkerProcess
        do throws(PluginFault) {
            process = try plugin.process()
        } catch {
            throw OptionError(failure: "plugin \(rule.plugin) \(error.reason)")
        }
        defer { plugin.giveBack(process) }
        try make(in: process)
    }

    deinit {
        plugin.release(number)
    }

    /// Validates rows in processes, in their order; one by one if the plugin fails.
    ///
    /// A process is replaced as often as needed, so that a row that makes it fail costs only its own result. `counter`
    /// counts the failures, and says when the plugin is no longer called.
    func judge(_ values: PackedValues, _ counter: some FaultCounter) -> WorkerJudgements {
        var judgements = WorkerJudgements()
        // Up to this row, each row is validated alone, because a chunk failed as described above.
        var careful = 0
        var unexplained: WorkerProcess.Failure?
        while judgements.count < values.count {
            let next = judgements.count
            let isCareful = next < careful
            if !isCareful, let failure = unexplained {
                counter.count(fault: failure.how, at: next)
                unexplained = nil
            }
            if let reason = counter.quarantine(at: next) {
                judgements.fill(to: values.count, reason)
                return judgements
            }
            let most = pace.rows
            let end = min(isCareful ? careful : values.count, next + most)
            let attempt = attempt(values, next..<end, chunk: isCareful ? 1 : min(most, Self.chunk))
            judgements.append(attempt.judgements)
            if plugin.limits.task == .module {
                for row in attempt.judgements.outOfFuel { counter.count(fault: Self.outOfFuel, at: next + row) }
            }
            pace.learn(from: attempt.failure, requested: end - next, done: attempt.judgements.count)
            guard let failure = attempt.failure, judgements.count < values.count else { continue }
            switch failure.kind {
            case .interrupted:
                judgements.isInterrupted = true
                judgements.fill(to: values.count, failure.how)
            case .slow: continue
            case .late, .crash:
                // A value of a module has had its deadline alone: awaiting it again would double that.
                let wasAlone = plugin.limits.task == .module && failure.kind == .late && end == next + 1
                if !isCareful, values.count > 1, !wasAlone {
                    careful = min(judgements.count + Self.chunk, values.count)
                    // A chunk that is late may be no more than many slow values.
                    if failure.kind == .crash { unexplained = failure }
                } else {
                    judgements.append(again(values, judgements.count, after: failure, counter))
                    unexplained = nil
                }
            }
        }
        if let unexplained { counter.count(fault: unexplained.how, at: values.count - 1) }
        counter.count(judged: values.count)
        return judgements
    }

    private static let outOfFuel = "it \(PluginResult.words(Int32(PRV_WASM_LATE)))"

    /// The number of rows that are lost together if the process fails, before they are tried one by one.
    private static let chunk = 64

    /// Tries a row alone in a new process: the failure may be caused by what the last process did before.
    private func again(
        _ values: PackedValues, _ row: Int, after failure: WorkerProcess.Failure, _ counter: some FaultCounter
    ) -> WorkerJudgement {
        // A row that hangs is not awaited twice.
        let attempt =
            failure.kind == .late ? Attempt(failure: failure) : attempt(values, row..<row + 1, chunk: 1)
        let how = attempt.failure?.how ?? failure.how
        counter.count(fault: how, at: row)
        return attempt.judgements.count > 0 ? attempt.judgements[0] : .fault(how)
    }

    private struct Attempt {
        var judgements = WorkerJudgements()
        var failure: WorkerProcess.Failure?
    }

    /// Validates rows as far as one process gets.
    private func attempt(_ values: PackedValues, _ rows: Range<Int>, chunk: Int) -> Attempt {
        let process: WorkerProcess
        do throws(PluginFault) {
            process = try plugin.process()
        } catch {
            return Attempt(failure: WorkerProcess.Failure(how: "it \(error.reason)"))
        }
        defer { plugin.giveBack(process) }
        do throws(OptionError) {
            if !process.instances.contains(number) { try make(in: process) }
        } catch {
            return Attempt(failure: WorkerProcess.Failure(how: "it refused its options: \(error.reason)"))
        }
        values.write(rows, to: process.request)
        let outcome = process.ask(
            PRV_WORKER_JUDGE, flags: rule.manifest.readsRecord ? PRV_WORKER_READS_RECORDS : 0, instance: number,
            count: rows.count, chunk: chunk)
        return read(process, rows.count, outcome)
    }

    private func read(_ process: WorkerProcess, _ count: Int, _ outcome: WorkerProcess.Outcome) -> Attempt {
        let answer = process.answer
        switch outcome {
        case .answered where process.progress < UInt64(count):
            // The plugin wrote to the channel itself.
            process.stop()
            return read(process, count, .failed(WorkerProcess.Failure(how: "it wrote to its worker's channel")))
        case .answered:
            let verdicts = process.verdicts(count)
            if answer.isEmpty, verdicts.allSatisfy(WorkerJudgement.isValid) {
                return Attempt(judgements: WorkerJudgements(valid: count))
            }
            // Rows that did not fit in the answer are the first ones of the next request.
            let all = WorkerJudgements(WorkerJudgement.read(verdicts, answer, plugin: rule.plugin))
            let isStuck = all.count == 0
            return Attempt(
                judgements: all, failure: isStuck ? WorkerProcess.Failure(how: "it sent no answer") : nil)
        case .failed(let failure):
            let done = Int(min(process.progress, UInt64(count)))
            let all = WorkerJudgement.read(process.verdicts(done), answer, isCut: true, plugin: rule.plugin)
            return Attempt(judgements: WorkerJudgements(all), failure: failure)
        }
    }

    private func make(in process: WorkerProcess) throws(OptionError) {
        options.write(0..<1, to: process.request)
        switch process.ask(PRV_WORKER_CREATE, rule: place, instance: number) {
        case .failed(let failure):
            throw OptionError(failure: "plugin \(rule.plugin): \(failure.how) when it received the options")
        case .answered:
            let (answer, result) = (process.answer, process.status)
            guard result != 0 else {
                plugin.say(answer)
                process.instances.insert(number)
                return
            }
            throw WorkerRefusal.error(answer, result, rule)
        }
    }
}

/// Counts the failures of a plugin, by the rows of a request.
protocol FaultCounter {
    /// The reason why the plugin is not called for a row and those after it; `nil` if it is.
    func quarantine(at row: Int) -> String?
    func count(fault how: String, at row: Int)
    func count(judged: Int)
}

/// Counts in the order in which values are validated, for values that are validated one by one.
extension WorkerPlugin: FaultCounter {
    func quarantine(at row: Int) -> String? { quarantine }

    func count(fault how: String, at row: Int) { count(fault: how) }
}

/// How many rows one request has: fewer for a plugin that is slow, so that a request is answered in time.
final class WorkerPace: Sendable {
    private let limit = Atomic(Int(PRV_WORKER_MOST_ROWS))

    var rows: Int { limit.load(ordering: .relaxed) }

    /// Halves the number that was done in time, and doubles it again after a full request without a failure.
    func learn(from failure: WorkerProcess.Failure?, requested: Int, done: Int) {
        switch failure?.kind {
        case .slow, .late: limit.store(max(1, min(done, requested) / 2), ordering: .relaxed)
        case nil where requested >= rows:
            limit.store(min(rows * 2, Int(PRV_WORKER_MOST_ROWS)), ordering: .relaxed)
        default: break
        }
    }
}

/// The reason why a plugin refused its options, as sent by a worker.
enum WorkerRefusal {
    static func error(_ answer: [UInt8], _ result: Int32, _ rule: PluginRule) -> OptionError {
        var texts: (ArraySlice<UInt8>, ArraySlice<UInt8>)?
        do throws(WorkerBytes.Nonsense) {
            texts = try read(answer, rule)
        } catch {
            texts = nil
        }
        var failure = proviso_failure()
        guard let (option, reason) = texts else { return PluginInstance.error(failure, result, rule) }
        return Array(option).withUnsafeBytes { option in
            Array(reason).withUnsafeBytes { reason in
                let (option, reason) = (
                    option.assumingMemoryBound(to: CChar.self), reason.assumingMemoryBound(to: CChar.self)
                )
                failure.option = option.baseAddress
                failure.reason = reason.baseAddress
                return PluginInstance.error(failure, result, rule)
            }
        }
    }

    private static func read(
        _ answer: [UInt8], _ rule: PluginRule
    ) throws(WorkerBytes.Nonsense) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)? {
        var bytes = WorkerBytes(answer[...])
        var log = WorkerLog(of: rule.plugin)
        while !bytes.isAtEnd {
            let (tag, number) = (try bytes.number(UInt32.self), try bytes.number(UInt32.self))
            var part = WorkerBytes(try bytes.take(Int(try bytes.number(UInt32.self))))
            if tag == PRV_WORKER_REFUSAL { return (try part.name(), try part.name()) }
            if tag == PRV_WORKER_LOG { try log.print(part.rest(), severity: number) }
        }
        return nil
    }
}
