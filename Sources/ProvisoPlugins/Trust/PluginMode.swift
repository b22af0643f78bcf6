/// How a plugin's code is run.
public enum PluginMode: String, Sendable, CaseIterable {
    /// In this process: the fastest, and with all its rights.
    case inProcess = "inproc"
    /// In a confined process of its own, which may crash or hang without harm.
    case worker
}

/// What a worker process is given, and how long it is borne with.
public struct WorkerLimits: Sendable {
    /// How long a value may take, or some values together, before the worker counts as hanging.
    public var patience: Duration = .seconds(2)
    /// Memory a worker may use, in bytes of address space.
    public var memory: UInt64 = 2 << 30
    /// Processor time a worker may use before it is replaced.
    public var time: Duration = .seconds(3600)
    /// How often the plugin may fail, `within` so many values, before it is not asked any more.
    public var faults = 3
    /// Values judged between two faults that do not belong together.
    public var within = 100_000
    /// Whether a worker may run where the system lacks what confines it.
    public var mayBeUnconfined = false
    /// The program `proviso-worker`; nil looks for it, see `WorkerProgram`.
    public var program: String?

    public init() {}
}
