internal import ProvisoCore
internal import Synchronization
internal import WorkerBridge

/// A plugin that runs in worker processes: one for each thread that uses it at the same time.
///
/// A process that fails is replaced. If that happens too often, the plugin is no longer called.
final class WorkerPlugin: @unchecked Sendable {
    let descriptor: PluginDescriptor
    let id: String
    let limits: WorkerLimits
    private let code: WorkerCode
    private let source: WorkerDescriptor

    private struct State {
        var idle: [WorkerProcess] = []
        /// The number of processes in use.
        var busy = 0
        var nextInstance: UInt64 = 0
        /// The last faults, by the number of values that had been validated.
        var faults: [FaultLedger.Fault] = []
        var judged = 0
        var quarantine: String?
        var released: Set<UInt64> = []
    }
    private let state: Mutex<State>

    /// The maximum number of idle processes that are kept.
    private static let mostIdle = 8

    /// Loads a plugin's file in a new process and calls its entry function.
    init(_ plugin: PluginFile, limits: WorkerLimits, linked: () -> Void = {}) throws(PluginFault) {
        let limits = try limits.granting(plugin.manifest.capabilities)
        let (code, process, answer) = try WorkerCode.open(plugin, limits, linked: linked)
        self.code = code
        let host = PluginHost.table(name: plugin.name.split(separator: "/").last.map(String.init) ?? "")
        source = WorkerDescriptor(answer)
        descriptor = try PluginDescriptor(source.read(), manifest: plugin.manifest, host: host)
        id = plugin.manifest.id
        PluginHost.rename(host, to: id)
        self.limits = code.limits
        state = Mutex(State(idle: [process]))
    }

    /// Runs the plugin's `init` in its first process; later ones run it when they are made.
    func start() throws(PluginFault) {
        let process = try process()
        defer { giveBack(process) }
        try start(process)
    }

    /// Runs the plugin's `init` in a process.
    private func start(_ process: WorkerProcess) throws(PluginFault) {
        switch process.ask(PRV_WORKER_INIT) {
        case .failed(let failure): throw PluginFault("failed to initialize: \(failure.how)")
        case .answered:
            say(process.answer)
            let result = process.status
            if result != 0 { throw PluginFault("failed to initialize: its 'init' \(PluginResult.words(result))") }
        }
    }

    /// Prints the log lines of an answer that contains nothing else.
    func say(_ answer: [UInt8]) {
        _ = WorkerJudgement.read([], answer, plugin: id)
    }

    /// The index of a rule type in the plugin's own list.
    func place(of type: RuleType) -> Int { source.places[type.rawValue] ?? 0 }

    func newInstance() -> UInt64 {
        state.withLock { state in
            state.nextInstance += 1
            return state.nextInstance
        }
    }

    /// Makes every process free an instance before its next request.
    func release(_ instance: UInt64) {
        state.withLock { _ = $0.released.insert(instance) }
    }

    /// The reason why the plugin is no longer called, as a clause.
    var quarantine: String? { state.withLock { $0.quarantine } }

    /// Returns a process for exclusive use, until it is given back.
    func process() throws(PluginFault) -> WorkerProcess {
        let (idle, released) = state.withLock { state in
            state.busy += 1
            return (state.idle.popLast(), state.released)
        }
        let process: WorkerProcess
        if let idle { process = idle } else { process = try newProcess() }
        for instance in process.instances.intersection(released) {
            if case .failed(let failure) = process.ask(PRV_WORKER_DESTROY, instance: instance) {
                giveBack(process)
                throw PluginFault("\(failure.how) when an instance was freed")
            }
            process.instances.remove(instance)
        }
        return process
    }

    private func newProcess() throws(PluginFault) -> WorkerProcess {
        do throws(PluginFault) {
            let process = try code.process().process
            try start(process)
            return process
        } catch {
            state.withLock { $0.busy -= 1 }
            throw error
        }
    }

    /// Makes a process available to others; one that has ended is only counted.
    func giveBack(_ process: WorkerProcess) {
        state.withLock { state in
            state.busy -= 1
            if process.isRunning, state.idle.count < Self.mostIdle { state.idle.append(process) }
            guard state.busy == 0, !state.released.isEmpty else { return }
            let held = state.idle.reduce(into: Set<UInt64>()) { $0.formUnion($1.instances) }
            state.released.formIntersection(held)
        }
    }

    func count(judged: Int) {
        state.withLock { $0.judged += judged }
    }

    /// Records that the plugin failed; `how` is a clause.
    func count(fault how: String) {
        let reason = state.withLock { state -> String? in
            guard state.quarantine == nil else { return nil }
            let fault = FaultLedger.Fault(record: state.judged, how: how)
            guard let last = FaultLedger.quarantine(after: &state.faults, [fault], limits) else { return nil }
            state.quarantine = last.reason
            state.idle = []
            return last.reason
        }
        if let reason { announce(reason) }
    }

    /// Says once that the plugin is no longer called.
    func announce(_ reason: String) {
        FaultLedger.noteQuarantine()
        PluginHost.say("plugin \(id): \(reason); every value of its rules is rule.fault from now on\n")
    }
}
