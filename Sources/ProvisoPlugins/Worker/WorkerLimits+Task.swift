internal import Glibc
internal import WasmBridge

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
