/// The place where a plugin's code runs.
public enum PluginMode: String, Sendable, CaseIterable {
    /// In this process: the fastest mode, in which the plugin has all rights of the process.
    case inProcess = "inproc"
    /// In a confined process of its own, which may crash or hang without harm.
    case worker
}

/// Resource and fault limits of worker processes.
public struct WorkerLimits: Sendable {
    /// The maximum time for one value before the worker counts as hanging.
    public var patience: Duration = .seconds(2)
    /// The maximum memory of a worker, in bytes of address space.
    public var memory: UInt64 = 2 << 30
    /// The maximum processor time of a worker before it is replaced.
    public var time: Duration = .seconds(3600)
    /// The number of faults `within` that many values after which the plugin is no longer called.
    public var faults = 3
    /// The number of values between two faults after which they are counted separately.
    public var within = 100_000
    /// Whether a worker may run on a system that cannot confine it.
    public var mayBeUnconfined = false
    /// Whether the host stops: looked at some twenty times a second while a worker is awaited, which is then killed.
    package var isInterrupted: (@Sendable () -> Bool)?
    /// The path of the program `proviso-worker`; `nil` searches for it, see `WorkerProgram`.
    public var program: String?

    /// Creates the default limits.
    public init() {}
}
