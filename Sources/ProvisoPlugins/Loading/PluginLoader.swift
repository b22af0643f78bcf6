public import ProvisoCore
internal import ProvisoMessages

extension Registry {
    /// Adds the plugins of some directories: the files named `*.so`, sorted by name, without hidden files.
    ///
    /// The directories of `PluginDirectory.standard` follow only with `includingStandardDirectories`, as in a `PluginPolicy`.
    public func loadingPlugins(from directories: [String], includingStandardDirectories: Bool = false)
        -> PluginLoadResult
    {
        loadingPlugins(
            PluginPolicy(directories: directories, includingStandardDirectories: includingStandardDirectories))
    }

    /// Adds the plugins of a policy's directories: the files named `*.so`, sorted by name, without hidden files.
    ///
    /// Subdirectories are not searched. A file that is found twice is added once. A refused file does not prevent the
    /// others from being added. No code of a plugin runs before a rule needs it; a plugin that runs in this process has
    /// all its rights and stays loaded until it ends.
    public func loadingPlugins(_ policy: PluginPolicy) -> PluginLoadResult {
        loadingPlugins(policy, instead: nil, leaving: [])
    }

    /// Adds the plugin in a file and loads it; throws if it is refused, and then the registry is unchanged.
    @discardableResult
    public mutating func load(
        plugin file: String, policy: PluginPolicy = PluginPolicy()
    ) throws(PluginError) -> LoadedPlugin {
        try load(plugin: file, policy: policy, passed: noSteps)
    }

    /// Adds and loads the plugin in a file, and reports each check that passes.
    @discardableResult
    package mutating func load(
        plugin file: String, policy: PluginPolicy, passed: PluginSteps
    ) throws(PluginError) -> LoadedPlugin {
        let plugin = FoundPlugin(try PluginFile(file, policy: policy, passed: passed), policy: policy)
        var registry = self
        let loaded = try registry.add(plugin)
        passed(.names, "its id, rule types and codes are its own")
        try plugin.open(passed)
        self = registry
        return loaded
    }

    /// Adds the plugin in a file without loading it.
    package mutating func find(plugin file: String, policy: PluginPolicy) throws(PluginError) -> LoadedPlugin {
        try add(FoundPlugin(PluginFile(file, policy: policy), policy: policy))
    }

    mutating func add(_ plugin: FoundPlugin) throws(PluginError) -> LoadedPlugin {
        let file = plugin.file.name
        if let reason = conflict(with: plugin) { throw PluginError(file: file, reason: reason) }
        add(source: plugin)
        return LoadedPlugin(plugin)
    }

    private func conflict(with plugin: FoundPlugin) -> String? {
        // Those of a plugin with this id come with the program, and this one is used in its place.
        let isFirst = !ownReleases.contains { $0.id == plugin.manifest.id }
        let others = knownDefinitions.filter { definition in
            if isFirst, case .plugin(plugin.manifest.id, _) = definition.origin { false } else { true }
        }
        let owners = Dictionary(
            others.flatMap { definition in definition.codes.map { ($0.code, definition) } }
        ) { first, _ in first }
        for definition in plugin.definitions {
            if let owner = late?.definition(of: definition.type)?.origin, case .plugin(let id, _) = owner,
                id != plugin.manifest.id
            {
                return "cannot be added: rule type '\(definition.type)' of \(definition.origin) is already used by "
                    + "\(owner)"
            }
            if let reason = conflict(with: definition) ?? codeConflict(with: definition, owners) {
                return "cannot be added: \(reason)"
            }
        }
        guard let owner = ownReleases.first(where: { $0.id == plugin.manifest.id }) else { return nil }
        return "has the id '\(owner.id)', which is already used by \(owner.file)"
    }

    /// Returns an error if a code is already used: messages are keyed by code alone, so each code has one owner.
    private func codeConflict(with definition: RuleDefinition, _ owners: [Code: RuleDefinition]) -> String? {
        for code in definition.codes.map(\.code) {
            if let owner = owners[code] {
                return "code '\(code)' of \(definition.origin) is already used by '\(owner.type)' of \(owner.origin)"
            }
        }
        return nil
    }
}
