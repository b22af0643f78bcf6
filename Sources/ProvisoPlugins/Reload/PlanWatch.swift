internal import Glibc
internal import ProvisoCore
internal import ProvisoMessages
internal import SystemBridge

/// Reloads a source when its rule file or the plugins in its directories change, while this object exists.
///
/// A file counts when it was closed after writing, or moved into its directory; changes within a tenth of a second make
/// one generation.
public final class PlanWatch: Sendable {
    private let watched: WatchedSource
    private let listener: Int

    /// Starts to watch; `report` is called after each reload that had a result.
    ///
    /// All watches of a process share one thread, so that a server may have any number of rule files: a `report` that
    /// takes long delays the reloads of the others.
    /// Throws if the system refuses to watch a directory.
    public init(_ source: PlanSource, report: @escaping @Sendable (PlanReload) -> Void = { _ in }) throws(PluginError) {
        let watched = WatchedSource(source, thread: try .shared(), report: report)
        try watched.begin()
        self.watched = watched
        listener = source.addListener { [weak watched] in watched?.stir() }
    }

    /// Stops watching; a reload that is running is finished.
    deinit {
        watched.source.removeListener(listener)
        watched.end()
    }
}

/// A source, its directories, and what has happened in them.
///
/// Once it has begun, only the watching thread uses it.
final class WatchedSource: @unchecked Sendable {
    let source: PlanSource
    private let thread: WatchThread
    private let report: @Sendable (PlanReload) -> Void
    /// The path prefixes of a directory by the number of its watch; several spellings may mean one directory.
    private var prefixes: [Int32: Set<String>] = [:]
    /// The files that are being written.
    private var unsettled: Set<String> = []
    private var warnings: [String]
    /// The number of the generation whose directories are watched.
    private var generation: Int
    /// When the files are read again if nothing more happens, and when in any case; `nil` if nothing has happened.
    private var due: (quiet: ContinuousClock.Instant, latest: ContinuousClock.Instant)?
    /// When to look again for directories that do not exist; `nil` if all exist.
    private var retry: ContinuousClock.Instant?

    private static let quiet = Duration.milliseconds(100)
    private static let longest = Duration.seconds(1)

    init(_ source: PlanSource, thread: WatchThread, report: @escaping @Sendable (PlanReload) -> Void) {
        self.source = source
        self.thread = thread
        self.report = report
        warnings = source.warnings
        generation = source.current.number
    }

    func begin() throws(PluginError) {
        do {
            try addFolders()
        } catch {
            end()
            throw error
        }
        // For changes from before the watches existed.
        due = Self.soon
        thread.add(self)
    }

    func end() { thread.remove(self) }

    /// Lets the files be read again at once; from any thread.
    func stir() { thread.stir(self) }

    private static var soon: (quiet: ContinuousClock.Instant, latest: ContinuousClock.Instant) {
        let now = ContinuousClock.now
        return (now + quiet, now + longest)
    }

    private func addFolders() throws(PluginError) {
        retry = nil
        let ofRules = Set(source.files.map { file in file.lastIndex(of: "/").map { String(file[...$0]) } ?? "" })
        for prefix in ofRules.sorted() + source.policy.allDirectories.map(\.prefix) {
            do throws(SystemError) {
                prefixes[try thread.watch(prefix.isEmpty ? "." : prefix, for: self), default: []].insert(prefix)
            } catch {
                guard error.code == ENOENT else {
                    throw PluginError(file: prefix, reason: "cannot be watched (\(error.reason))")
                }
                retry = .now + Self.longest
            }
        }
    }

    /// When this source wants to be looked at; `nil` for not before an event.
    var wanted: ContinuousClock.Instant? {
        due.map { min($0.quiet, $0.latest) } ?? retry
    }

    /// Takes an event of any directory; a watch of -1 says that some were lost.
    func take(_ event: prv_watch_event, name: String) {
        guard event.watch < 0 || prefixes[event.watch] != nil else { return }
        let paths = (prefixes[event.watch] ?? []).map { $0 + name }
        switch event.change {
        case PRV_CHANGE_LOST: unsettled = []
        case PRV_CHANGE_FOLDER_GONE:
            prefixes[event.watch] = nil
            retry = .now + Self.longest
        case _ where !paths.contains(where: matters): return
        case PRV_CHANGE_WRITING where !paths.contains(where: isLink):
            unsettled.formUnion(paths)
            due?.quiet = Self.soon.quiet
            return
        case PRV_CHANGE_RIGHTS: break
        default: unsettled.subtract(paths)
        }
        due = (Self.soon.quiet, due?.latest ?? Self.soon.latest)
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

    func look() {
        due = nil
        if retry != nil { try? addFolders() }
        let result = source.reload(leaving: unsettled)
        // A new generation may have its files in other directories.
        if result.generation.number != generation { try? addFolders() }
        generation = result.generation.number
        let isNews = result.isNew || result.warnings != warnings
        warnings = result.warnings
        if isNews { report(result) }
    }
}
