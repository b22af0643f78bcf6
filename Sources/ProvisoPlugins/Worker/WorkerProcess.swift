internal import Glibc
internal import ProvisoMessages
internal import WorkerBridge

/// One worker process.
///
/// Used by one thread at a time.
final class WorkerProcess: @unchecked Sendable {
    /// The result of a request.
    enum Outcome {
        case answered
        case failed(Failure)
    }

    /// The reason why a request was not answered; the process has ended, unless it could be cancelled.
    struct Failure {
        enum Kind {
            /// The process ended, or was ended because it sent what no worker sends.
            case crash
            /// A value, or a part that is validated together, took longer than the patience.
            case late
            /// Each value was done in time, but all of them take too long for one request.
            case slow
            /// The host stops.
            case interrupted
        }

        /// The reason, as a clause.
        let how: String
        var kind = Kind.crash
    }

    private var worker: prv_worker
    private let limits: WorkerLimits
    /// The instances that the process holds.
    var instances: Set<UInt64> = []
    private(set) var isRunning = true

    /// Starts a process with the sealed copy of a plugin's file, and one to compile a module with a file for the code.
    init(_ descriptor: Int32, writing code: Int32 = -1, limits: WorkerLimits) throws(PluginFault) {
        let program = try WorkerProgram.find(limits.program)
        var environment = WorkerProgram.environment.map { strdup($0) } + [nil]
        defer { for text in environment { free(text) } }
        worker = prv_worker()
        self.limits = limits
        let error = prv_worker_start(program, descriptor, code, &environment, &worker)
        guard error == 0 else {
            throw PluginFault("cannot be run in a worker: \(program): \(String(cString: strerror(error)))")
        }
    }

    deinit {
        if isRunning { _ = prv_worker_end(&worker) }
        prv_worker_free(&worker)
    }

    private var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(worker.memory) }
    private var control: UnsafeMutablePointer<prv_worker_control> {
        memory.assumingMemoryBound(to: prv_worker_control.self)
    }

    /// The memory for requests.
    var request: UnsafeMutableRawPointer { memory + Int(PRV_WORKER_REQUEST) }

    /// The status that the process returned for the last request.
    var status: Int32 { control.pointee.status }

    /// A copy of the answer: the process may change its own at any time.
    var answer: [UInt8] {
        let count = min(control.pointee.answered, UInt64(PRV_WORKER_ANSWER_SIZE))
        return [UInt8](UnsafeRawBufferPointer(start: memory + Int(PRV_WORKER_ANSWER), count: Int(count)))
    }

    /// A copy of the first `count` verdicts.
    func verdicts(_ count: Int) -> [UInt8] {
        [UInt8](UnsafeRawBufferPointer(start: memory + Int(PRV_WORKER_VERDICTS), count: count))
    }

    /// The number of rows that are done, as reported by the process.
    var progress: UInt64 { prv_worker_progress(&worker) }

    /// Sends a request and waits until it is answered.
    ///
    /// A row may take as long as the limits say, and all rows together twice as long. The process reports how many are
    /// done; as a plugin can write that number, it counts only while it rises and is possible.
    func ask(
        _ operation: Int, flags: Int = 0, rule: Int = 0, instance: UInt64 = 0, count: Int = 0, chunk: Int = 1
    ) -> Outcome {
        control.pointee = prv_worker_control()
        control.pointee.operation = UInt32(operation)
        control.pointee.flags =
            UInt32(flags) | UInt32(limits.mayBeUnconfined ? PRV_WORKER_MAY_BE_UNCONFINED : 0)
            | UInt32(limits.startsThreads ? PRV_WORKER_MAY_START_THREADS : 0)
            | UInt32(limits.task == .compilation ? PRV_WORKER_MAY_WRITE_CODE : 0)
            | UInt32(limits.task == .module ? PRV_WORKER_IS_MODULE : 0)
        if operation == PRV_WORKER_CONFINE { sendVersion() }
        control.pointee.rule = UInt32(rule)
        control.pointee.instance = instance
        control.pointee.count = UInt64(count)
        control.pointee.chunk = UInt32(chunk)
        control.pointee.patience = limits.patience.wholeNanoseconds
        control.pointee.memory_limit = operation == PRV_WORKER_CONFINE ? limits.addressSpace : limits.memory
        control.pointee.time_limit = UInt64(max(1, limits.computingTime.components.seconds))
        // A row without an answer is a fault, and never valid.
        control.pointee.status = .min
        memset(memory + Int(PRV_WORKER_VERDICTS), 255, count)
        guard prv_worker_ask(&worker) == 0 else { return end() }
        return awaitAnswer(count)
    }

    private func awaitAnswer(_ count: Int) -> Outcome {
        let patience = limits.deadline.wholeNanoseconds
        let end = prv_monotonic() + (count > 1 ? 2 * limits.patience.wholeNanoseconds : patience)
        var done: UInt64 = 0
        var rowEnd = prv_monotonic() + patience
        while true {
            let now = prv_monotonic()
            if now >= rowEnd { return giveUp(.late) }
            if now >= end { return giveUp(.slow) }
            let rest = min(rowEnd, end) - now
            switch Int(prv_worker_wait(&worker, Int32(clamping: min(rest / 1_000_000 + 1, Self.interval)))) {
            case PRV_WORKER_ANSWERED: return .answered
            case PRV_WORKER_HAS_ENDED: return self.end()
            default: break
            }
            if limits.isInterrupted?() == true {
                stop()
                return .failed(Failure(how: "the run was interrupted", kind: .interrupted))
            }
            let reported = progress
            guard reported >= done, reported <= UInt64(count) else {
                stop()
                return .failed(Failure(how: "it changed the memory of its worker"))
            }
            if reported > done { (done, rowEnd) = (reported, prv_monotonic() + patience) }
        }
    }

    /// How often the progress and an interruption are looked at, in milliseconds.
    private static let interval: UInt64 = 50

    /// The time for a plugin to return after its request was cancelled, in milliseconds: enough on a busy machine.
    private static let grace: Int32 = 250

    /// Cancels the request, and kills the process if it does not return.
    private func giveUp(_ kind: Failure.Kind) -> Outcome {
        let how = "it did not answer within \(limits.deadline)"
        control.pointee.cancelled = 1
        guard prv_worker_wait(&worker, Self.grace) == PRV_WORKER_ANSWERED else {
            stop()
            return .failed(Failure(how: how, kind: kind))
        }
        // The value that was late has a verdict by now, and those after it have none.
        return control.pointee.count == progress ? .answered : .failed(Failure(how: how, kind: .slow))
    }

    /// Passes on what a plugin in this process reads as the host's version.
    private func sendVersion() {
        let version = UnsafeRawBufferPointer(start: Version.current.utf8Start, count: Version.current.utf8CodeUnitCount)
        withUnsafeMutableBytes(of: &control.pointee.version) { field in
            // The last byte stays 0, the end of the text.
            field.copyBytes(from: version.prefix(field.count - 1))
        }
    }

    /// Ends a process that cannot be trusted.
    func stop() {
        isRunning = false
        _ = prv_worker_end(&worker)
    }

    private func end() -> Outcome {
        isRunning = false
        let status = prv_worker_end(&worker)
        let words = lastWords
        return .failed(Failure(how: WorkerEnd.words(status) + (words.isEmpty ? "" : ", and wrote: \(words)")))
    }

    /// The last line that the plugin wrote to standard error, where runtimes explain why they stop.
    private var lastWords: String {
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            count = buffer.withMemoryRebound(to: CChar.self) {
                prv_worker_read_errors(&worker, $0.baseAddress, $0.count)
            }
        }
        // Rust's runtime ends with notes on how to see more.
        let line =
            bytes.split(separator: UInt8(ascii: "\n")).last { line in
                line.contains { $0 > 0x20 } && !line.starts(with: "note: ".utf8)
            } ?? []
        let scalars = String(decoding: line.prefix(200), as: UTF8.self).unicodeScalars
        return String(String.UnicodeScalarView(scalars.filter { $0.properties.generalCategory != .control })).visible
    }
}

/// Describes how a process ended.
enum WorkerEnd {
    static func words(_ status: Int32) -> String {
        if status == -1 { return "it ended its process" }
        let signal = status & 0x7F
        if signal == 0 { return "it ended its process (exit status \(status >> 8 & 0xFF))" }
        switch signal {
        case SIGSEGV: return "it crashed (segmentation fault)"
        case SIGBUS: return "it crashed (bus error)"
        case SIGILL, SIGTRAP: return "it stopped itself (a trap)"
        case SIGABRT: return "it stopped itself (abort)"
        case SIGFPE: return "it crashed (arithmetic error)"
        case SIGXCPU: return "it used up its processor time"
        case SIGXFSZ: return "it tried to write a file"
        case SIGKILL: return "it was killed, perhaps because memory ran out"
        default: return "it was ended by signal \(signal)"
        }
    }
}
