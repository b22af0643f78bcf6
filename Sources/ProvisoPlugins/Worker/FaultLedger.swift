internal import Synchronization

/// The faults of plugins in workers over a run, counted by the order of the data: for the same data, the same records
/// are validated by a plugin, however many threads there are.
///
/// Each batch is validated on its own; then `settle` of `PlanBatch` adds its faults in the order of the data. Safe to
/// use from any thread.
package final class FaultLedger: Sendable {
    /// When a plugin is no longer called: after this record, for this reason.
    struct Quarantine: Sendable {
        let record: Int
        let reason: String
    }

    /// A fault of a plugin, by the record in which it happened.
    struct Fault: Sendable {
        let record: Int
        let how: String
    }

    private struct Account {
        var recent: [Fault] = []
        var quarantine: Quarantine?
    }

    private static let quarantines = Atomic(0)

    /// Whether a plugin of this process is no longer called, so that nothing is known of its rules.
    package static var hasQuarantined: Bool { quarantines.load(ordering: .relaxed) > 0 }

    static func noteQuarantine() { _ = quarantines.add(1, ordering: .relaxed) }

    private let accounts = Mutex<[ObjectIdentifier: Account]>([:])

    package init() {}

    /// The quarantine of a plugin, if an earlier record caused one.
    func quarantine(of plugin: WorkerPlugin) -> Quarantine? {
        accounts.withLock { $0[ObjectIdentifier(plugin)]?.quarantine }
    }

    /// Adds the faults of a plugin in a batch, in the order of their records, and returns its quarantine.
    ///
    /// What comes after the fault that causes it is not counted: the plugin would not have been called.
    func add(_ faults: [Fault], of plugin: WorkerPlugin) -> Quarantine? {
        let (quarantine, isNew) = accounts.withLock { accounts -> (Quarantine?, Bool) in
            var account = accounts[ObjectIdentifier(plugin)] ?? Account()
            if let known = account.quarantine { return (known, false) }
            account.quarantine = Self.quarantine(after: &account.recent, faults, plugin.limits)
            if !faults.isEmpty { accounts[ObjectIdentifier(plugin)] = account }
            return (account.quarantine, account.quarantine != nil)
        }
        if isNew, let quarantine { plugin.announce(quarantine.reason) }
        return quarantine
    }

    /// The quarantine that faults cause, in the order of their records; `recent` are those that still count.
    static func quarantine(after recent: inout [Fault], _ faults: [Fault], _ limits: WorkerLimits) -> Quarantine? {
        for fault in faults {
            recent.append(fault)
            recent.removeAll { fault.record - $0.record > limits.within }
            if recent.count >= limits.faults {
                let reason = "it is quarantined after \(recent.count) faults, the last one: \(fault.how)"
                return Quarantine(record: fault.record, reason: reason)
            }
        }
        return nil
    }
}

/// The faults of one plugin while a batch is validated.
///
/// They are a part of those that the ledger will know, so that the plugin is in quarantine at the latest when these
/// alone cause it. One thread at a time.
final class BatchFaults {
    let plugin: WorkerPlugin
    /// Sorted by record.
    private(set) var faults: [FaultLedger.Fault] = []
    private(set) var quarantine: FaultLedger.Quarantine?

    /// `quarantine` is that of an earlier record.
    init(_ plugin: WorkerPlugin, _ quarantine: FaultLedger.Quarantine?) {
        self.plugin = plugin
        self.quarantine = quarantine
    }

    func add(_ how: String, in record: Int) {
        let place = faults.firstIndex { $0.record > record } ?? faults.count
        faults.insert(FaultLedger.Fault(record: record, how: how), at: place)
        var recent: [FaultLedger.Fault] = []
        let own = FaultLedger.quarantine(after: &recent, faults, plugin.limits)
        if let own, own.record < quarantine?.record ?? .max { quarantine = own }
    }

    /// The reason why the plugin is not called for a record; `nil` if it is.
    func reason(in record: Int) -> String? {
        guard let quarantine, record > quarantine.record else { return nil }
        return quarantine.reason
    }
}
