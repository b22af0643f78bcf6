extension Registry {
    /// Looks for plugins anew: what is refused now is taken from an earlier search, if that had it.
    ///
    /// `unsettled` files are not looked at: they are being written, and stay what they were.
    func loading(_ policy: PluginPolicy, instead earlier: PluginSearch?, leaving unsettled: Set<String>) -> PluginSearch
    {
        var run = SearchRun(registry: self, policy: policy, earlier: earlier?.libraries ?? [], unsettled: unsettled)
        for folder in policy.folders { run.search(folder) }
        return PluginSearch(
            registry: run.registry, plugins: run.plugins, errors: run.errors, libraries: run.libraries)
    }
}

/// One search through folders.
private struct SearchRun {
    var registry: Registry
    let policy: PluginPolicy
    let earlier: [(file: String, library: EnteredPlugin)]
    let unsettled: Set<String>
    var plugins: [LoadedPlugin] = []
    var libraries: [(file: String, library: EnteredPlugin)] = []
    var errors: [PluginError] = []
    private var seen: Set<Digest> = []

    init(
        registry: Registry, policy: PluginPolicy, earlier: [(file: String, library: EnteredPlugin)],
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
            for (file, library) in earlier where file.hasPrefix(prefix) { restore(file, library) }
        }
    }

    private mutating func add(_ path: String, _ folder: TrustedFolder, _ lock: PluginLock?) {
        let known = earlier.first { $0.file == path }?.library
        if unsettled.contains(path) {
            if let known { restore(path, known) }
            return
        }
        do throws(PluginFault) {
            let name = String(path.dropFirst(PluginFolder.prefix(folder.path).count))
            let file = try PluginFile(path, name, in: folder, lock: lock, policy, noSteps)
            guard !seen.contains(file.digest) else { return }
            try add(EnteredPlugin.open(file, policy, noSteps), from: path)
        } catch {
            errors.append(PluginError(file: path, reason: error.reason))
            if let known { restore(path, known) }
        }
    }

    private mutating func add(_ library: EnteredPlugin, from path: String) throws(PluginFault) {
        plugins.append(try registry.add(library, from: path))
        libraries.append((path, library))
        seen.insert(library.digest)
    }

    private mutating func restore(_ path: String, _ library: EnteredPlugin) {
        do throws(PluginFault) {
            try add(library, from: path)
        } catch {
            errors.append(PluginError(file: path, reason: error.reason))
        }
    }
}
