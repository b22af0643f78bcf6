internal import Glibc
internal import ProvisoCore
internal import SystemBridge

/// Reloads a source when its rule file or the plugins in its directories change, while this object exists.
///
/// A file counts when it was closed after writing, or moved into its directory; changes within a tenth of a second make
/// one generation.
public final class PlanWatch: Sendable {
    private let watcher: FolderWatcher
    private let source: PlanSource
    private let listener: Int

    /// Starts to watch, on a thread of its own that calls `report` after each reload that had a result.
    ///
    /// Throws if the system refuses to watch a directory.
    public init(_ source: PlanSource, report: @escaping @Sendable (PlanReload) -> Void = { _ in }) throws(PluginError) {
        let watcher = try FolderWatcher()
        self.watcher = watcher
        self.source = source
        listener = source.addListener { [weak watcher] in watcher?.stir() }
        let loop = WatchLoop(source, watcher: watcher, report: report)
        try loop.addFolders()
        let started = Thread.start { loop.run() }
        if !started { throw PluginError(file: source.rules, reason: "cannot be watched: no thread can be made") }
    }

    /// Stops watching; a reload that is running is finished.
    deinit {
        source.removeListener(listener)
        watcher.wake()
    }
}

/// The state of the watching thread.
private final class WatchLoop: @unchecked Sendable {
    private let source: PlanSource
    private let watcher: FolderWatcher
    private let report: @Sendable (PlanReload) -> Void
    /// The path prefixes of a directory by the number of its watch; several spellings may mean one directory.
    private var prefixes: [Int32: Set<String>] = [:]
    /// The files that are being written.
    private var unsettled: Set<String> = []
    private var warnings: [String] = []
    /// The number of the generation whose directories are watched.
    private var generation: Int
    /// The time at which the files must be read again, whatever else happens.
    private var deadline: ContinuousClock.Instant?
    private var isMissingFolders = false

    private static let quiet: Int32 = 100
    private static let longest = Duration.seconds(1)

    init(_ source: PlanSource, watcher: FolderWatcher, report: @escaping @Sendable (PlanReload) -> Void) {
        self.source = source
        self.watcher = watcher
        self.report = report
        warnings = source.warnings
        generation = source.current.number
    }

    func addFolders() throws(PluginError) {
        isMissingFolders = false
        let ofRules = Set(source.files.map { file in file.lastIndex(of: "/").map { String(file[...$0]) } ?? "" })
        for prefix in ofRules.sorted() + source.policy.allDirectories.map(\.prefix) {
            let watch = watcher.add(prefix.isEmpty ? "." : prefix)
            if watch < 0, errno == ENOENT {
                isMissingFolders = true
            } else if watch < 0 {
                throw PluginError(file: prefix, reason: "cannot be watched (\(String(cString: strerror(errno))))")
            } else {
                prefixes[watch, default: []].insert(prefix)
            }
        }
    }

    func run() {
        // For changes from before the watches existed.
        deadline = .now + Self.longest
        while true {
            var event = prv_watch_event()
            switch watcher.next(milliseconds: patience, &event) {
            case 1: take(event)
            case 0: look()
            default: return
            }
            if let deadline, ContinuousClock.now >= deadline { look() }
        }
    }

    private var patience: Int32 { deadline != nil ? Self.quiet : isMissingFolders ? 1000 : -1 }

    private func take(_ event: prv_watch_event) {
        let name = withUnsafeBytes(of: event.name) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        let paths = (prefixes[event.watch] ?? []).map { $0 + name }
        switch event.change {
        case PRV_CHANGE_LOST: unsettled = []
        case PRV_CHANGE_FOLDER_GONE:
            prefixes[event.watch] = nil
            isMissingFolders = true
        case _ where !paths.contains(where: matters): return
        case PRV_CHANGE_WRITING where !paths.contains(where: isLink): return unsettled.formUnion(paths)
        case PRV_CHANGE_RIGHTS: break
        default: unsettled.subtract(paths)
        }
        if deadline == nil { deadline = .now + Self.longest }
    }

    /// Whether the plan depends on a file.
    private func matters(_ path: String) -> Bool {
        path == source.rulesInForce || RuleSet.fileEndings.contains(where: path.hasSuffix)
            || source.files.contains(path)
            || PluginDirectory.endings.contains { path.hasSuffix($0) }
            || path.hasSuffix(PluginSignature.ending)
            || path.hasSuffix("/" + PluginLock.fileName)
    }

    /// Whether a file has several hard links: one that was created as a link is complete, and is never closed.
    private func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_nlink > 1
    }

    private func look() {
        deadline = nil
        if isMissingFolders { try? addFolders() }
        let result = source.reload(leaving: unsettled)
        // A new generation may have its files in other directories.
        if result.generation.number != generation { try? addFolders() }
        generation = result.generation.number
        let isNews = result.isNew || result.warnings != warnings
        warnings = result.warnings
        if isNews { report(result) }
    }
}

/// The system's watcher, closed when it is no longer used.
private final class FolderWatcher: @unchecked Sendable {
    private let handle: OpaquePointer

    init() throws(PluginError) {
        guard let handle = prv_watcher_create() else {
            throw PluginError(file: "inotify", reason: "cannot be used (\(String(cString: strerror(errno))))")
        }
        self.handle = handle
    }

    deinit { prv_watcher_destroy(handle) }

    func add(_ folder: String) -> Int32 { prv_watcher_add(handle, folder) }

    func next(milliseconds: Int32, _ event: inout prv_watch_event) -> Int32 {
        prv_watcher_next(handle, milliseconds, &event)
    }

    func wake() { prv_watcher_wake(handle) }

    func stir() { prv_watcher_stir(handle) }
}

/// A detached thread.
private enum Thread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let body = Unmanaged.passRetained(Body(body))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                argument.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        if code == 0 { pthread_detach(thread) } else { body.release() }
        return code == 0
    }
}
