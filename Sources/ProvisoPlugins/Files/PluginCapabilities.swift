/// What a plugin requests in its manifest beyond what every plugin may do; nothing by default.
///
/// A policy grants it or refuses the plugin.
public struct PluginCapabilities: Sendable, Hashable {
    /// Whether the plugin starts threads.
    public var threads = false
    /// The maximum time that the plugin needs for one value; `nil` is that of the policy.
    public var patience: Duration?
    /// The memory that the plugin needs, in bytes of address space; `nil` is that of the policy.
    public var memory: UInt64?
    /// Whether the plugin runs in workers only, never in the host's process.
    public var isWorkerOnly = false
    /// Whether the plugin reads time zones from `/usr/share/zoneinfo`.
    public var readsTimeZones = false

    /// Creates a set of capabilities without any.
    public init() {}
}

extension PluginCapabilities {
    /// What it requests as it is in the manifest, for people: `threads`, `patience 500 ms`.
    package var words: [String] {
        var words: [String] = []
        if threads { words.append("threads") }
        if let patience { words.append("patience \(Int(patience / .milliseconds(1))) ms") }
        if let memory { words.append("memory \(memory >> 20) MiB") }
        if isWorkerOnly { words.append("workerOnly") }
        if readsTimeZones { words.append("timeZones") }
        return words
    }
}
