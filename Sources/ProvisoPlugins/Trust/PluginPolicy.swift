/// Which plugins are taken.
///
/// Whatever it says, a plugin's file and folder must belong to root or the user of this process, and nobody else may
/// be able to change them.
public struct PluginPolicy: Sendable {
    /// Where plugins are looked for, in this order.
    public var folders: [String]
    /// Whether the folders that `PROVISO_PLUGINS` names follow, and then the user's and the system's.
    public var andStandard: Bool
    /// What plugins must be; without one each folder's own lock file is read, if it has one.
    public var lock: PluginLock?
    /// Whether a plugin that no lock names is refused; one that differs from its lock always is.
    public var isLocked: Bool
    /// Whose signatures are trusted: with any key here, a plugin that none of them has signed is refused.
    public var keys: [PublicKey]
    /// How plugins are run; nil runs those that a lock names in this process, and the others in workers.
    public var mode: PluginMode?
    /// What workers are given.
    public var worker = WorkerLimits()

    public init(
        folders: [String] = [], andStandard: Bool = false, lock: PluginLock? = nil, isLocked: Bool = false,
        keys: [PublicKey] = [], mode: PluginMode? = nil
    ) {
        self.folders = folders
        self.andStandard = andStandard
        self.lock = lock
        self.isLocked = isLocked
        self.keys = keys
        self.mode = mode
    }

    /// All folders that are looked into.
    package var directories: [PluginDirectory] {
        folders.map { PluginDirectory($0) } + (andStandard ? PluginDirectory.standard : [])
    }

    func mode(isLocked: Bool) -> PluginMode { mode ?? (isLocked ? .inProcess : .worker) }

    func lock(of folder: TrustedFolder) throws(PluginFault) -> PluginLock? {
        if let lock { return lock }
        return try PluginLock(in: folder)
    }
}
