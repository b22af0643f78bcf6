extension Registry {
    /// Looks for plugins anew: what is refused now is taken from an earlier search, if that had it.
    ///
    /// `unsettled` files are not looked at: they are being written, and stay what they were.
    func loading(_ policy: PluginPolicy, instead earlier: PluginSearch?, leaving unsettled: Set<String>) -> PluginSearch
    {
        var run = SearchRun(registry: self, policy: policy, earlier: earlier?.known ?? [], unsettled: unsettled)
        for folder in policy.folders { run.search(folder) }
        return PluginSearch(
            registry: run.registry, plugins: run.plugins, errors: run.errors, known: run.known)
    }
}

/// One search through folders.
private struct SearchRun {
    var registry: Registry
    let policy: PluginPolicy
    let earlier: [KnownPlugin]
    let unsettled: Set<String>
    var plugins: [LoadedPlugin] = []
    var known: [KnownPlugin] = []
    var errors: [PluginError] = []
    private var seen: Set<Digest> = []

    init(
        registry: Registry, policy: PluginPolicy, earlier: [KnownPlugin],
        unsettled: Set<String>
    ) {
        self.registry = registry
        self.policy = policy
        self.earlier = earlier
        self.unsettled = unsettled
    }

    mutating func search(_ path: String) {
        do throws(PluginError) {
            let files = try PluginFolder.files(in: path)
            if files.isEmpty { return }
            let folder: TrustedFolder
            let lock: PluginLock?
            do throws(PluginFault) {
                folder = try TrustedFolder(path)
                lock = try policy.lock(of: folder)
            } catch {
                throw PluginError(file: path, reason: error.reason)
            }
            for file in files { add(file, folder, lock) }
        } catch {
            errors.append(error)
            let prefix = PluginFolder.prefix(path)
            for plugin in earlier where plugin.file.hasPrefix(prefix) { restore(plugin) }
        }
    }

    private mutating func add(_ path: String, _ folder: TrustedFolder, _ lock: PluginLock?) {
        let before = earlier.first { $0.file == path }
        if unsettled.contains(path) {
            if let before { restore(before) }
            return
        }
        do throws(PluginFault) {
            let name = String(path.dropFirst(PluginFolder.prefix(folder.path).count))
            let file = try PluginFile(path, name, in: folder, lock: lock, policy, noSteps)
            guard !seen.contains(file.digest) else { return }
            try add(
                KnownPlugin(file: path, library: EnteredPlugin.open(file, policy, noSteps), isLocked: file.isLocked))
        } catch {
            errors.append(PluginError(file: path, reason: error.reason))
            if let before { restore(before) }
        }
    }

    private mutating func add(_ plugin: KnownPlugin) throws(PluginFault) {
        plugins.append(try registry.add(plugin))
        known.append(plugin)
        seen.insert(plugin.library.digest)
    }

    private mutating func restore(_ plugin: KnownPlugin) {
        do throws(PluginFault) {
            try add(plugin)
        } catch {
            errors.append(PluginError(file: plugin.file, reason: error.reason))
        }
    }
}
