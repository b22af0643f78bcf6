internal import Glibc
internal import ProvisoMessages
internal import Synchronization
internal import SystemBridge

/// The thread that waits for changes in directories, on behalf of all watches of the process.
///
/// Linux gives a user 128 watchers (`fs.inotify.max_user_instances`), so there is one, whatever the number of rule files.
/// It exists from the first watch until the process ends.
final class WatchThread: @unchecked Sendable {
    private let watcher: OpaquePointer
    private let state = Mutex(State())

    private struct State {
        var sources: [WatchedSource] = []
        /// The watches that each source uses.
        var watches: [ObjectIdentifier: Set<Int32>] = [:]
        /// The sources to look at now.
        var stirred: Set<ObjectIdentifier> = []
    }

    private static let running = Mutex<WatchThread?>(nil)

    /// The thread of this process.
    static func shared() throws(PluginError) -> WatchThread {
        try running.withLock { running throws(PluginError) in
            if let running { return running }
            guard let watcher = prv_watcher_create() else {
                throw PluginError(file: "inotify", reason: "cannot be used (\(SystemError().reason))")
            }
            let made = WatchThread(watcher)
            guard made.start() else {
                throw PluginError(file: "inotify", reason: "cannot be used: no thread can be made")
            }
            running = made
            return made
        }
    }

    private init(_ watcher: OpaquePointer) { self.watcher = watcher }

    deinit { prv_watcher_destroy(watcher) }

    /// Watches a directory for a source; the result is the number of the watch, the same for the same directory.
    func watch(_ folder: String, for source: WatchedSource) throws(SystemError) -> Int32 {
        // Under the lock, so that no watch is removed between its being found and its being counted.
        try state.withLock { state throws(SystemError) in
            let watch = prv_watcher_add(watcher, folder)
            if watch < 0 { throw SystemError() }
            state.watches[ObjectIdentifier(source), default: []].insert(watch)
            return watch
        }
    }

    /// Begins to tell a source what happens in its directories.
    func add(_ source: WatchedSource) {
        state.withLock { $0.sources.append(source) }
        prv_watcher_stir(watcher)
    }

    /// Forgets a source, and the directories that no other one has.
    func remove(_ source: WatchedSource) {
        state.withLock { state in
            let id = ObjectIdentifier(source)
            state.sources.removeAll { $0 === source }
            state.stirred.remove(id)
            let itsOwn = state.watches.removeValue(forKey: id) ?? []
            for watch in itsOwn where !state.watches.values.contains(where: { $0.contains(watch) }) {
                prv_watcher_remove(watcher, watch)
            }
        }
    }

    /// Lets a source be looked at as soon as possible.
    func stir(_ source: WatchedSource) {
        state.withLock { _ = $0.stirred.insert(ObjectIdentifier(source)) }
        prv_watcher_stir(watcher)
    }

    private func run() {
        while true {
            _ = takeEvent(patience)
            // What has happened is known before files are read: one that is being written is left alone.
            for _ in 0..<Self.mostQueued where !takeEvent(0) { break }
            lookAtOneDue()
        }
    }

    /// The most events that Linux keeps (`fs.inotify.max_queued_events`).
    private static let mostQueued = 16_384

    /// Tells the sources of an event; false if there is none in time.
    private func takeEvent(_ patience: Int32) -> Bool {
        var event = prv_watch_event()
        guard prv_watcher_next(watcher, patience, &event) else { return false }
        let name = withUnsafeBytes(of: event.name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        for source in state.withLock(\.sources) { source.take(event, name: name) }
        return true
    }

    private func lookAtOneDue() {
        let now = ContinuousClock.now
        // One that was removed meanwhile, perhaps by the report of another, has nothing to say any more.
        let next = state.withLock { state in
            let stirred = state.sources.first { state.stirred.remove(ObjectIdentifier($0)) != nil }
            return stirred
                ?? state.sources.filter { $0.wanted.map { $0 <= now } ?? false }.min { one, other in
                    one.wanted ?? now < other.wanted ?? now
                }
        }
        next?.look()
    }

    /// The milliseconds until a source wants to be looked at; -1 if none does.
    private var patience: Int32 {
        let (sources, isStirred) = state.withLock { ($0.sources, !$0.stirred.isEmpty) }
        if isStirred { return 0 }
        guard let next = sources.compactMap(\.wanted).min() else { return -1 }
        let left = (next - .now) / .milliseconds(1)
        return Int32(max(0, min(left.rounded(.up), 1000)))
    }

    /// Starts the thread, detached.
    private func start() -> Bool {
        let own = Unmanaged.passRetained(self)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                argument.map { Unmanaged<WatchThread>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, own.toOpaque())
        if code == 0 { pthread_detach(thread) } else { own.release() }
        return code == 0
    }
}
