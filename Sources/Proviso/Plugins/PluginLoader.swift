extension Registry {
    /// Adds the plugins of some folders: their files named `*.so`, by name, without those below and hidden ones.
    ///
    /// The folders of `PluginDirectory.standard` follow unless told otherwise. A file found twice is taken once. What is
    /// refused does not keep the others from being added. Nothing of a plugin runs before a rule needs it; then it has
    /// all rights of this process and stays in it until it ends.
    public func loading(pluginsIn folders: [String], andStandard: Bool = true) -> PluginSearch {
        var registry = self
        var plugins: [LoadedPlugin] = []
        var errors: [PluginError] = []
        var seen: Set<PluginFile.Identity> = []
        for directory in folders.map({ PluginDirectory($0) }) + (andStandard ? PluginDirectory.standard : []) {
            do throws(PluginError) {
                for name in try directory.files() {
                    do throws(PluginError) {
                        let file = try PluginFile(name)
                        guard seen.insert(file.identity).inserted else { continue }
                        plugins.append(try registry.add(FoundPlugin(file)))
                    } catch {
                        errors.append(error)
                    }
                }
            } catch {
                errors.append(error)
            }
        }
        return PluginSearch(registry: registry, plugins: plugins, errors: errors)
    }

    /// Adds the plugin in a file and loads it, or throws why it is refused: the registry is then as before.
    @discardableResult
    public mutating func load(plugin file: String) throws(PluginError) -> LoadedPlugin {
        let plugin = FoundPlugin(try PluginFile(file))
        var registry = self
        let loaded = try registry.add(plugin)
        try plugin.open()
        self = registry
        return loaded
    }

    private mutating func add(_ plugin: FoundPlugin) throws(PluginError) -> LoadedPlugin {
        let file = plugin.file.name
        if let reason = conflict(with: plugin) { throw PluginError(file: file, reason: reason) }
        add(plugin: plugin)
        return LoadedPlugin(file: file, manifest: plugin.manifest)
    }

    private func conflict(with plugin: FoundPlugin) -> String? {
        for definition in plugin.definitions {
            if let reason = conflict(with: definition) ?? codeConflict(with: definition) { return reason }
        }
        for definition in definitions {
            guard case .plugin(let id, let owner) = definition.origin, id == plugin.manifest.id else { continue }
            return "has the id '\(id)', which is taken by \(owner)"
        }
        return nil
    }

    /// Messages are keyed by codes alone, so a code has one owner.
    private func codeConflict(with definition: RuleDefinition) -> String? {
        for code in definition.codes.map(\.code) {
            if Code.ofEveryPlan.contains(where: { $0.code == code }) {
                return "code '\(code)' of \(definition.origin) is taken by every rule set"
            }
            let owner = definitions.first { other in other.codes.contains { $0.code == code } }
            if let owner {
                return "code '\(code)' of \(definition.origin) is taken by '\(owner.type)' of \(owner.origin)"
            }
        }
        return nil
    }
}
