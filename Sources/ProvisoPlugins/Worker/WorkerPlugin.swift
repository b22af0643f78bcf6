internal import Glibc
internal import ProvisoABI
internal import ProvisoCore
internal import Synchronization
internal import WorkerBridge

/// A plugin that runs in worker processes: one for each thread that asks at the same time.
///
/// A process that fails is replaced. When that happens too often, the plugin is not asked any more.
final class WorkerPlugin: @unchecked Sendable {
    let descriptor: PluginDescriptor
    let id: String
    let limits: WorkerLimits
    private let file: Int32
    /// Folders of libraries that workers may read.
    private let folders: [String]
    private let source: WorkerDescriptor

    private struct State {
        var idle: [WorkerProcess] = []
        /// How many processes are in use.
        var busy = 0
        var nextInstance: UInt64 = 0
        /// How many values were judged when each of the last faults happened.
        var faults: [Int] = []
        var judged = 0
        var quarantine: String?
        var released: Set<UInt64> = []
    }
    private let state: Mutex<State>

    /// Processes that are kept while nobody asks.
    private static let mostIdle = 8

    /// Enters a plugin's file in a new process.
    init(_ plugin: PluginFile, limits: WorkerLimits) throws(PluginFault) {
        let process = try WorkerProcess(plugin.descriptor, limits: limits)
        folders = WorkerProgram.libraryFolders(for: plugin.runPaths)
        let answer = try Self.open(process, folders)
        let host = PluginHost.table(name: plugin.name.split(separator: "/").last.map(String.init) ?? "")
        source = WorkerDescriptor(answer)
        descriptor = try PluginDescriptor(source.read(), manifest: plugin.manifest, host: host)
        id = plugin.manifest.id
        PluginHost.rename(host, to: id)
        self.limits = limits
        file = fcntl(plugin.descriptor, F_DUPFD_CLOEXEC, 16)
        state = Mutex(State(busy: 1))
        try start(process)
        giveBack(process)
    }

    deinit {
        close(file)
    }

    /// Confines a process and lets it enter the plugin.
    private static func open(_ process: WorkerProcess, _ folders: [String]) throws(PluginFault) -> [UInt8] {
        let list: [UInt8] = folders.flatMap { Array($0.utf8) + [0] } + [0]
        guard list.count < 1 << 16 else { throw PluginFault("cannot be run in a worker: LD_LIBRARY_PATH is too long") }
        UnsafeMutableRawBufferPointer(start: process.request, count: list.count).copyBytes(from: list)
        if case .ended(let failure) = process.ask(PRV_WORKER_OPEN) {
            throw PluginFault("cannot be loaded in a worker: \(failure.how)")
        }
        let answer = process.answer
        let said = String(decoding: answer.prefix { $0 != 0 }, as: UTF8.self)
        switch Int(process.status) {
        case PRV_WORKER_OPENED: return answer
        case PRV_WORKER_CANNOT_CONFINE:
            throw PluginFault(
                "cannot be confined: this system has no \(said), so its worker could do all that this user may; "
                    + "run it in this process if you trust it, or let workers run unconfined")
        case PRV_WORKER_NOT_LOADED:
            throw PluginFault(LinkerMessage.reason(said, path: "/proc/self/fd/\(PRV_WORKER_PLUGIN)"))
        case PRV_WORKER_NO_ENTRY: throw PluginFault(PluginLibrary.entryFault(otherMajor: said.isEmpty ? nil : said))
        case PRV_WORKER_DECLINED: throw PluginFault(PluginLibrary.declined)
        case PRV_WORKER_OVERFLOW: throw PluginFault("describes itself with more than 8 MB")
        default: throw PluginFault("describes itself in a way that makes no sense")
        }
    }

    /// Runs the plugin's `init` in a process.
    private func start(_ process: WorkerProcess) throws(PluginFault) {
        switch process.ask(PRV_WORKER_INIT) {
        case .ended(let failure): throw PluginFault("failed to initialise: \(failure.how)")
        case .answered:
            say(process.answer)
            let result = process.status
            if result != 0 { throw PluginFault("failed to initialise: its 'init' \(PluginResult.words(result))") }
        }
    }

    /// Prints the log lines of an answer that has nothing else to say.
    func say(_ answer: [UInt8]) {
        _ = WorkerJudgement.read([], answer, plugin: id)
    }

    /// The place of a rule type in the plugin's own list.
    func place(of type: RuleType) -> Int { source.places[type.rawValue] ?? 0 }

    func newInstance() -> UInt64 {
        state.withLock { state in
            state.nextInstance += 1
            return state.nextInstance
        }
    }

    /// Lets every process free an instance before it is asked for anything else.
    func release(_ instance: UInt64) {
        state.withLock { _ = $0.released.insert(instance) }
    }

    /// Why the plugin is not asked any more, as a clause.
    var quarantine: String? { state.withLock { $0.quarantine } }

    /// A process that nobody else uses until it is given back.
    func process() throws(PluginFault) -> WorkerProcess {
        let (idle, released) = state.withLock { state in
            state.busy += 1
            return (state.idle.popLast(), state.released)
        }
        let process: WorkerProcess
        if let idle { process = idle } else { process = try newProcess() }
        for instance in process.instances.intersection(released) {
            if case .ended(let failure) = process.ask(PRV_WORKER_DESTROY, instance: instance) {
                giveBack(process)
                throw PluginFault("\(failure.how) when an instance was freed")
            }
            process.instances.remove(instance)
        }
        return process
    }

    private func newProcess() throws(PluginFault) -> WorkerProcess {
        do throws(PluginFault) {
            let process = try WorkerProcess(file, limits: limits)
            _ = try Self.open(process, folders)
            try start(process)
            return process
        } catch {
            state.withLock { $0.busy -= 1 }
            throw error
        }
    }

    /// Lets others use a process; one that has ended is only counted.
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

    /// Notes that the plugin failed: `how` is a clause.
    func count(fault how: String) {
        let isLast = state.withLock { state -> Bool in
            guard state.quarantine == nil else { return false }
            state.faults.append(state.judged)
            state.faults.removeAll { state.judged - $0 > limits.within }
            guard state.faults.count >= limits.faults else { return false }
            state.quarantine = "it is quarantined after \(state.faults.count) faults, the last one: \(how)"
            state.idle = []
            return true
        }
        guard isLast else { return }
        PluginHost.say("plugin \(id) is quarantined: its rules are not checked any more. Last, \(how)\n")
    }
}
