internal import Glibc
internal import WasmBridge

/// The place where a plugin's code runs.
public enum PluginMode: String, Sendable, CaseIterable {
    /// In this process: the fastest mode, in which the plugin has all rights of the process.
    case inProcess = "inproc"
    /// In a confined process of its own, which may crash or hang without harm.
    case worker
}

/// What a worker process does with a plugin's file, which decides what it may use.
enum WorkerTask: Sendable {
    /// Runs a shared library.
    case library
    /// Runs a WebAssembly module, in a confined engine.
    case module
    /// Compiles a WebAssembly module.
    case compilation
}

/// Resource and fault limits of worker processes.
public struct WorkerLimits: Sendable {
    /// The maximum time for one value before the worker counts as hanging.
    public var patience: Duration = .seconds(2)
    /// The maximum time for one value that a manifest may request (`patience`).
    public var longestPatience: Duration = .seconds(10)
    /// Whether plugins may start threads if their manifest requests it (`threads`).
    public var allowsThreads = false
    /// Whether the plugin of the worker starts threads: requested and allowed.
    var startsThreads = false
    /// The maximum memory of a worker, in bytes of address space.
    public var memory: UInt64 = 2 << 30
    /// The maximum processor time of a worker before it is replaced.
    public var time: Duration = .seconds(3600)
    /// The number of faults `within` that many values after which the plugin is no longer called.
    public var faults = 3
    /// The number of values among which the faults are counted.
    public var within = 100_000
    /// Whether a worker may run on a system that cannot confine it.
    public var mayBeUnconfined = false
    /// Whether the host stops: looked at some twenty times a second while a worker is awaited, which is then killed.
    package var isInterrupted: (@Sendable () -> Bool)?
    /// The path of the program `proviso-worker`; `nil` searches for it, see `WorkerProgram`.
    public var program: String?
    /// The directory for the machine code of modules; `nil` is that of the user.
    package var codeCache: String?
    /// What the worker does.
    var task = WorkerTask.library

    /// Creates the default limits.
    public init() {}

    /// The limits for a plugin with the capabilities that its manifest requests; throws if they are not granted.
    func granting(_ requested: PluginCapabilities) throws(PluginFault) -> WorkerLimits {
        var limits = self
        if requested.threads {
            guard allowsThreads else {
                throw PluginFault(
                    "requests threads in its manifest, which is not allowed: allow it with '--plugin-threads', or with "
                        + "'allowsThreads' of the policy's workers")
            }
            limits.startsThreads = true
        }
        if let patience = requested.patience {
            guard patience <= max(self.patience, longestPatience) else {
                throw PluginFault(
                    "requests \(patience) for a value in its manifest, but at most \(max(self.patience, longestPatience)) "
                        + "are allowed: allow more with '--plugin-patience', or with 'longestPatience' of the policy's workers"
                )
            }
            limits.patience = max(self.patience, patience)
        }
        if let memory = requested.memory, memory > self.memory {
            throw PluginFault(
                "requests \(memory >> 20) MiB of memory in its manifest, but workers have \(self.memory >> 20) MiB: allow "
                    + "more with 'memory' of the policy's workers")
        }
        return limits
    }
}

extension WorkerLimits {
    /// The same limits for another task.
    func with(_ task: WorkerTask) -> WorkerLimits {
        var limits = self
        limits.task = task
        return limits
    }

    /// How long the host waits for a value.
    ///
    /// Fuel ends a call of a module in less than its patience on a quiet machine. The deadline is for what fuel does not bound,
    /// and so late that no verdict depends on the load of the machine.
    var deadline: Duration {
        switch task {
        case .library: patience
        case .module: patience * 10
        case .compilation: computingTime * 10
        }
    }

    /// The processor time of a process.
    ///
    /// Compiling may take five times as long as a value, 10 s without an option.
    var computingTime: Duration { task == .compilation ? min(max(patience * 5, .seconds(1)), time) : time }

    /// The address space of a process.
    var addressSpace: UInt64 {
        switch task {
        case .library: memory
        // What is reserved for the memory of an instance, whose size has a limit of its own.
        case .module: PRV_WASM_RESERVED + 2 * PRV_WASM_GUARD + Self.ofEngine
        case .compilation: max(memory, 2 * Self.ofEngine)
        }
    }

    /// What the engine needs itself, with the machine code of the largest module.
    private static let ofEngine: UInt64 = 512 << 20
}

extension Duration {
    /// The nanoseconds, between one and those of twelve days.
    var wholeNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(max(min(max(seconds, 0), 1_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000, 1))
    }
}
