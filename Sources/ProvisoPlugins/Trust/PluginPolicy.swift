/// The rules by which plugins are accepted.
///
/// In addition, a plugin's file and directory must always belong to root or the user of this process, and no one else
/// may be able to change them.
public struct PluginPolicy: Sendable {
    /// The directories that are searched for plugins, in this order.
    public var directories: [String]
    /// Whether the directories of `PROVISO_PLUGINS` follow, and then those of the user and of the system.
    public var includingStandardDirectories: Bool
    /// The plugins that may run in this process; if `nil`, those that the user has trusted, `PluginTrust.ofUser()`.
    public var trust: PluginTrust?
    /// The plugins that are accepted; if `nil`, each directory's own lock file is read, if there is one.
    public var lock: PluginLock?
    /// Whether a plugin that is in no lock file is refused; one that differs from its lock always is.
    public var isLocked: Bool
    /// The trusted keys; if there are any, a plugin that none of them has signed is refused.
    public var keys: [PublicKey]
    /// Keys whose signatures are recognized, but not required: they say who made a plugin.
    package var knownKeys: [PublicKey] = []
    /// The plugins that no host loads; if `nil`, those that this user and root know to be revoked.
    package var revoked: RevokedPlugins?
    /// Why those lists cannot be read: then any plugin may be revoked.
    private(set) var revocationFault: PluginError?
    /// Whether the plugins belong to this program, so that all of them are trusted as the program itself.
    var isOfProgram = false
    /// The mode in which plugins run; `nil` runs trusted plugins in this process, and the others in workers.
    public var mode: PluginMode?
    /// The limits of workers.
    public var worker = WorkerLimits()

    /// Creates a policy; by default, it searches no directory and accepts plugins without a lock.
    public init(
        directories: [String] = [], includingStandardDirectories: Bool = false, lock: PluginLock? = nil,
        isLocked: Bool = false,
        keys: [PublicKey] = [], mode: PluginMode? = nil, trust: PluginTrust? = nil
    ) {
        self.trust = trust
        self.directories = directories
        self.includingStandardDirectories = includingStandardDirectories
        self.lock = lock
        self.isLocked = isLocked
        self.keys = keys
        self.mode = mode
    }

    /// All directories that are searched.
    package var allDirectories: [PluginDirectory] {
        directories.map { PluginDirectory($0) } + (includingStandardDirectories ? PluginDirectory.standard : [])
    }

    /// The mode of a shared library or module.
    func mode(isTrusted: Bool) -> PluginMode { mode ?? (isTrusted ? .inProcess : .worker) }

    /// The same policy with the user's trust and the revoked plugins, read once.
    func withTrust() throws(PluginError) -> PluginPolicy {
        var policy = self
        if revoked == nil { policy.readRevoked() }
        if trust == nil { policy.trust = try .ofUser() }
        return policy
    }

    /// Reads the lists of revoked plugins, also that of another directory of keys; one that cannot be read refuses each plugin
    /// that this policy is about.
    package mutating func readRevoked(and keys: String? = nil) {
        do throws(PluginError) {
            revoked = try .ofUser(and: keys)
        } catch {
            revocationFault = error
        }
    }

    func lock(of folder: TrustedFolder) throws(PluginFault) -> PluginLock? {
        if let lock { return lock }
        return try PluginLock(in: folder)
    }
}
