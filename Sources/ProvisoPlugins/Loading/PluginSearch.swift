internal import ProvisoCore
internal import ProvisoMessages

extension Registry {
    /// Searches for plugins again; a file that is refused now keeps its plugin from an earlier search, if there is one.
    ///
    /// `unsettled` files are being written: they are not read, and their plugins do not change.
    func loadingPlugins(
        _ policy: PluginPolicy, instead earlier: PluginLoadResult?, leaving unsettled: Set<String>
    ) -> PluginLoadResult {
        var run = SearchRun(registry: self, policy: policy, earlier: earlier?.found ?? [], unsettled: unsettled)
        if policy.includingStandardDirectories {
            run.registry.late = earlier?.registry.late ?? BundledPlugins(policy)
        }
        for directory in policy.allDirectories { run.search(directory) }
        run.registry.refused = run.errors.map(\.description) + run.foreign
        run.registry.lacksPlugins = !run.errors.isEmpty
        return PluginLoadResult(
            registry: run.registry, plugins: run.plugins, errors: run.errors,
            errorsInStandardDirectories: run.unnamed, notices: run.notices, shadowed: run.shadowed, found: run.found)
    }
}

/// One search through the directories.
private struct SearchRun {
    var registry: Registry
    /// With the user's trust, which is read when the first plugin is found.
    var policy: PluginPolicy
    let earlier: [FoundPlugin]
    let unsettled: Set<String>
    var plugins: [LoadedPlugin] = []
    var found: [FoundPlugin] = []
    var errors: [PluginError] = []
    /// The errors of files in directories that every run searches.
    var unnamed: Set<PluginError> = []
    /// The standard directories that this user may not enter.
    var foreign: [String] = []
    var notices: [String] = []
    var shadowed: [ShadowedPlugin] = []
    var seen: Set<ContentDigest> = []
    /// Made when the first plugin is found.
    var owners: [Code: RuleDefinition]?

    mutating func search(_ directory: PluginDirectory) {
        do throws(PluginError) {
            let files = try directory.files()
            if files.isEmpty { return }
            readTrust()
            let folder: TrustedFolder
            let lock: PluginLock?
            do throws(PluginFault) {
                folder = try TrustedFolder(directory.path)
                lock = try policy.lock(of: folder)
                if folder.contains(PluginTrust.formerName) { notices.append(Self.former(directory, files)) }
            } catch {
                throw PluginError(file: directory.path, reason: error.reason)
            }
            let before = errors.count
            let found = files.enumerated().compactMap { place, file in
                candidate(file, String(file.dropFirst(directory.prefix.count)), place, folder, lock)
            }
            take(found)
            if directory.mayBeMissing { unnamed.formUnion(errors[before...]) }
        } catch {
            let lost = earlier.filter { $0.file.name.hasPrefix(directory.prefix) }
            // Named only by an error about a rule type that its plugins may offer: other runs need none of them.
            if lost.isEmpty, directory.isForeign { return foreign.append(error.description) }
            errors.append(error)
            if directory.mayBeMissing { unnamed.insert(error) }
            take(lost.enumerated().map { PluginCandidate(plugin: $1, place: $0) })
        }
    }

    /// Without a list that can be read nothing is trusted, and the error says why.
    private mutating func readTrust() {
        do throws(PluginError) {
            policy = try policy.withTrust()
        } catch {
            errors.append(error)
            policy.trust = PluginTrust([])
        }
    }

    private static func former(_ directory: PluginDirectory, _ files: [String]) -> String {
        "\(directory.prefix)\(PluginTrust.formerName) gives no rights, because it can come with the plugins: to let one run "
            + "in this process, run 'proviso plugin trust \(files[0])'; then remove the file"
    }

    /// Takes the plugins of a directory, of each id the first that is not refused.
    private mutating func take(_ candidates: [PluginCandidate]) {
        let ranked = Dictionary(grouping: candidates) { $0.plugin.manifest.id }.mapValues {
            $0.sorted { $0.precedes($1) }
        }
        for candidate in candidates {
            guard let rivals = ranked[candidate.plugin.manifest.id], rivals[0].place == candidate.place else {
                continue
            }
            for rival in rivals {
                if let winner = found.first(where: { $0.manifest.id == rival.plugin.manifest.id }) {
                    if winner.file.name != rival.plugin.file.name {
                        shadowed.append(ShadowedPlugin(rival.plugin, by: winner))
                    }
                } else if !take(rival.plugin), let fallback = rival.fallback {
                    take(fallback)
                }
            }
        }
    }

    private mutating func candidate(
        _ path: String, _ name: String, _ place: Int, _ folder: TrustedFolder, _ lock: PluginLock?
    ) -> PluginCandidate? {
        let before = earlier.first { $0.file.name == path }
        let kept = before.map { PluginCandidate(plugin: $0, place: place) }
        if unsettled.contains(path) { return kept }
        let file: PluginFile
        do throws(PluginFault) {
            file = try PluginFile(path, name, in: folder, lock: lock, policy, noSteps)
        } catch {
            errors.append(PluginError(file: path, reason: error.reason))
            return kept
        }
        if !seen.insert(file.digest).inserted { return nil }
        // An unchanged file keeps the plugin that is already loaded.
        let plugin = FoundPlugin(file, policy: policy)
        if let before, LoadedPlugin(before) == LoadedPlugin(plugin) { return kept }
        return PluginCandidate(plugin: plugin, fallback: before, place: place)
    }

    @discardableResult
    private mutating func take(_ plugin: FoundPlugin) -> Bool {
        var owners = self.owners.take() ?? registry.codeOwners
        defer { self.owners = owners }
        do throws(PluginError) {
            plugins.append(try registry.add(plugin, &owners))
            found.append(plugin)
            seen.insert(plugin.file.digest)
            return true
        } catch {
            errors.append(error)
            return false
        }
    }
}
