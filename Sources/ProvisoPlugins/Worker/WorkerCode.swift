internal import Glibc
internal import ProvisoMessages
internal import SystemBridge
internal import WorkerBridge

/// What a worker process loads: a shared library, or the machine code of a WebAssembly module.
final class WorkerCode: Sendable {
    /// The limits of each process, with its task.
    let limits: WorkerLimits
    private let descriptor: Int32
    /// The files that workers may read.
    private let readable: [String]
    /// The engine of a module.
    private let engine: String?

    /// Takes over an open file.
    private init(_ descriptor: Int32, _ limits: WorkerLimits, readable: [String], engine: String?) {
        (self.descriptor, self.limits, self.readable, self.engine) = (descriptor, limits, readable, engine)
    }

    deinit { close(descriptor) }

    /// Starts the first process of a plugin, and returns its description of the plugin too.
    ///
    /// `linked` is called if the linker has found all libraries.
    static func open(
        _ plugin: PluginFile, _ limits: WorkerLimits, linked: () -> Void = {}
    ) throws(PluginFault) -> (code: WorkerCode, process: WorkerProcess, answer: [UInt8]) {
        guard plugin.isModule else {
            let code = WorkerCode(
                fcntl(plugin.descriptor, F_DUPFD_CLOEXEC, 16), limits,
                readable: WorkerProgram.libraries(for: plugin.libraries), engine: nil)
            let (process, answer) = try code.process(linked: linked)
            return (code, process, answer)
        }
        let engine = try WasmEngine.find()
        let cache = CodeCache(limits.codeCache)
        let key = CodeCache.key(plugin.digest, engine)
        let code = { (descriptor: Int32) in
            WorkerCode(descriptor, limits.with(.module), readable: [engine], engine: engine)
        }
        // Code that is damaged, or of another processor, is made again.
        if let kept = key.flatMap({ cache?.open($0) }) {
            let kept = code(kept)
            if let (process, answer) = try? kept.process(linked: linked) { return (kept, process, answer) }
        }
        let made = code(try compile(plugin, engine, limits.with(.compilation)))
        let (process, answer) = try made.process(linked: linked)
        if let key { cache?.keep(made.descriptor, as: key) }
        return (made, process, answer)
    }

    /// Lets a process compile a module; the caller closes the machine code.
    private static func compile(
        _ plugin: PluginFile, _ engine: String, _ limits: WorkerLimits
    ) throws(PluginFault) -> Int32 {
        let code = prv_memory_file("proviso-code")
        guard code >= 0 else { throw PluginFault(PluginFault.reason(errno)) }
        do throws(PluginFault) {
            let process = try WorkerProcess(plugin.descriptor, writing: code, limits: limits)
            try confine(process, [engine])
            process.write(engine)
            if case .failed(let failure) = process.ask(PRV_WORKER_COMPILE) {
                throw PluginFault("cannot be compiled within the limits of memory and time: \(failure.how)")
            }
            if let fault = fault(process) { throw fault }
            process.stop()
            guard prv_seal(code) else { throw PluginFault(PluginFault.reason(errno)) }
            return code
        } catch {
            close(code)
            throw error
        }
    }

    /// Starts a process, confines it, and lets it load the code.
    func process(linked: () -> Void = {}) throws(PluginFault) -> (process: WorkerProcess, answer: [UInt8]) {
        let process = try WorkerProcess(descriptor, limits: limits)
        try Self.confine(process, readable)
        if let engine { process.write(engine) }
        if case .failed(let failure) = process.ask(PRV_WORKER_OPEN) {
            throw PluginFault("cannot be loaded in a worker: \(failure.how)")
        }
        if Int(process.status) != PRV_WORKER_NOT_LOADED { linked() }
        if let fault = Self.fault(process) { throw fault }
        return (process, process.answer)
    }

    /// What a process says is wrong with the code.
    private static func fault(_ process: WorkerProcess) -> PluginFault? {
        let said = String(decoding: process.answer.prefix { $0 != 0 }.prefix(500), as: UTF8.self)
        switch Int(process.status) {
        case PRV_WORKER_OPENED: return nil
        case PRV_WORKER_NOT_LOADED:
            return PluginFault(LinkerMessage.reason(said, path: "/proc/self/fd/\(PRV_WORKER_PLUGIN)"))
        case PRV_WORKER_NO_ENTRY: return PluginFault(PluginLibrary.entryFault(otherMajor: said.isEmpty ? nil : said))
        case PRV_WORKER_DECLINED: return PluginFault(PluginLibrary.declined)
        case PRV_WORKER_OVERFLOW: return PluginFault("has a descriptor of more than 8 MB")
        case PRV_WORKER_NO_ENGINE: return WasmEngine.fault(said.visible)
        case PRV_WORKER_NO_MODULE: return PluginFault(said.visible)
        case PRV_WORKER_NO_CODE: return PluginFault("cannot be started from its machine code")
        default: return PluginFault("sent an invalid descriptor")
        }
    }

    /// Confines a process; no code of the plugin has run when it answers.
    private static func confine(_ process: WorkerProcess, _ readable: [String]) throws(PluginFault) {
        guard process.write(readable.joined(separator: "\0") + "\0") else {
            throw PluginFault("cannot be run in a worker: the directories of LD_LIBRARY_PATH have too many libraries")
        }
        if case .failed(let failure) = process.ask(PRV_WORKER_CONFINE) {
            throw PluginFault("cannot be run in a worker: \(failure.how)")
        }
        if Int(process.status) == PRV_WORKER_CONFINED { return }
        let lacking = String(decoding: process.answer.prefix { $0 != 0 }, as: UTF8.self)
        throw PluginFault(
            "cannot be confined: this system has no \(lacking), so its worker would have all rights of this user; "
                + "run it in this process if you trust it, or allow unconfined workers")
    }
}

extension WorkerProcess {
    /// Writes a string and its end to the request; false if it is too long.
    @discardableResult
    fileprivate func write(_ text: String) -> Bool {
        let bytes = Array(text.utf8) + [0]
        guard bytes.count < 1 << 16 else { return false }
        UnsafeMutableRawBufferPointer(start: request, count: bytes.count).copyBytes(from: bytes)
        return true
    }
}
