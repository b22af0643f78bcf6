internal import ProvisoCore

extension Registry {
    /// Searches for plugins again; a file that is refused now keeps its plugin from an earlier search, if there is one.
    ///
    /// `unsettled` files are being written: they are not read, and their plugins do not change.
    func loadingPlugins(
        _ policy: PluginPolicy, instead earlier: PluginLoadResult?, leaving unsettled: Set<String>
    ) -> PluginLoadResult {
        var run = SearchRun(registry: self, policy: policy, earlier: earlier?.found ?? [], unsettled: unsettled)
        for directory in policy.allDirectories { run.search(directory) }
        run.registry.refused = run.errors.map(\.description) + run.foreign
        return PluginLoadResult(registry: run.registry, plugins: run.plugins, errors: run.errors, found: run.found)
    }
}

/// One search through the directories.
private struct SearchRun {
    var registry: Registry
    let policy: PluginPolicy
    let earlier: [FoundPlugin]
    let unsettled: Set<String>
    var plugins: [LoadedPlugin] = []
    var found: [FoundPlugin] = []
    var errors: [PluginError] = []
    /// The standard directories that this user may not enter.
    var foreign: [String] = []
    private var seen: Set<ContentDigest> = []

    init(registry: Registry, policy: PluginPolicy, earlier: [FoundPlugin], unsettled: Set<String>) {
        self.registry = registry
        self.policy = policy
        self.earlier = earlier
        self.unsettled = unsettled
    }

    mutating func search(_ directory: PluginDirectory) {
        do throws(PluginError) {
            let files = try directory.files()
            if files.isEmpty { return }
            let folder: TrustedFolder
            let lock: PluginLock?
            do throws(PluginFault) {
                folder = try TrustedFolder(directory.path)
                lock = try policy.lock(of: folder)
            } catch {
                throw PluginError(file: directory.path, reason: error.reason)
            }
            for file in files { add(file, String(file.dropFirst(directory.prefix.count)), folder, lock) }
        } catch {
            let lost = earlier.filter { $0.file.name.hasPrefix(directory.prefix) }
            // Named only by an error about a rule type that its plugins may offer: other runs need none of them.
            if lost.isEmpty, directory.isForeign { return foreign.append(error.description) }
            errors.append(error)
            for plugin in lost { take(plugin) }
        }
    }

    private mutating func add(_ path: String, _ name: String, _ folder: TrustedFolder, _ lock: PluginLock?) {
        let before = earlier.first { $0.file.name == path }
        if unsettled.contains(path) {
            if let before { take(before) }
            return
        }
        let file: PluginFile
        do throws(PluginFault) {
            file = try PluginFile(path, name, in: folder, lock: lock, policy, noSteps)
        } catch {
            errors.append(PluginError(file: path, reason: error.reason))
            if let before { take(before) }
            return
        }
        if seen.contains(file.digest) { return }
        // An unchanged file keeps the plugin that is already loaded.
        let plugin = FoundPlugin(file, policy: policy)
        if let before, LoadedPlugin(before) == LoadedPlugin(plugin) {
            take(before)
        } else if !take(plugin), let before {
            take(before)
        }
    }

    @discardableResult
    private mutating func take(_ plugin: FoundPlugin) -> Bool {
        do throws(PluginError) {
            plugins.append(try registry.add(plugin))
            found.append(plugin)
            seen.insert(plugin.file.digest)
            return true
        } catch {
            errors.append(error)
            return false
        }
    }
}
