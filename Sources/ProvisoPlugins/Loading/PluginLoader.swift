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

    /// The same registry with the plugins that come with this program, whose names another plugin may not take.
    package func withBundledPlugins(_ policy: PluginPolicy) -> Registry {
        var registry = self
        registry.late = BundledPlugins(policy)
        return registry
    }

    /// Adds the plugin in a file without loading it.
    package mutating func find(plugin file: String, policy: PluginPolicy) throws(PluginError) -> LoadedPlugin {
        try add(FoundPlugin(PluginFile(file, policy: policy), policy: policy))
    }

    private mutating func add(_ plugin: FoundPlugin) throws(PluginError) -> LoadedPlugin {
        var owners = codeOwners
        return try add(plugin, &owners)
    }

    /// Adds one of many plugins: `owners` is made once, and has the codes of each.
    mutating func add(
        _ plugin: FoundPlugin, _ owners: inout [Code: RuleDefinition]
    ) throws(PluginError) -> LoadedPlugin {
        if let reason = conflict(with: plugin, owners) { throw PluginError(file: plugin.file.name, reason: reason) }
        add(source: plugin)
        for definition in plugin.definitions {
            for code in definition.codes { owners[code.code] = owners[code.code] ?? definition }
        }
        return LoadedPlugin(plugin)
    }

    /// The rule types by the codes that they report.
    var codeOwners: [Code: RuleDefinition] {
        Dictionary(knownDefinitions.flatMap { definition in definition.codes.map { ($0.code, definition) } }) {
            first, _ in first
        }
    }

    private func conflict(with plugin: FoundPlugin, _ owners: [Code: RuleDefinition]) -> String? {
        // Those of a plugin with this id come with the program, and this one is used in its place.
        let isFirst = !ownReleases.contains { $0.id == plugin.manifest.id }
        let own = isFirst ? plugin.manifest.id : nil
        for definition in plugin.definitions {
            if let owner = late?.definition(of: definition.type)?.origin, case .plugin(let id, _) = owner,
                id != plugin.manifest.id
            {
                return "cannot be added: rule type '\(definition.type)' of \(definition.origin) is already used by "
                    + "\(owner)"
            }
            if let reason = conflict(with: definition) ?? codeConflict(with: definition, owners, except: own) {
                return "cannot be added: \(reason)"
            }
        }
        let types = plugin.manifest.rules.map(\.type)
        let refusal =
            BundledPlugins.refusalEverywhere(of: plugin.manifest.id, types)
            ?? (late as? BundledPlugins)?.refusal(of: plugin)
        if let reason = refusal { return "cannot be added: \(reason)" }
        guard let owner = ownReleases.first(where: { $0.id == plugin.manifest.id }) else { return nil }
        return "has the id '\(owner.id)', which is already used by \(owner.file)"
    }

    /// Returns an error if a code is already used: messages are keyed by code alone, so each code has one owner.
    ///
    /// `id` is of a plugin whose codes do not count.
    private func codeConflict(
        with definition: RuleDefinition, _ owners: [Code: RuleDefinition], except id: String?
    ) -> String? {
        for code in definition.codes.map(\.code) {
            if let owner = owners[code] {
                if let id, case .plugin(id, _) = owner.origin { continue }
                return "code '\(code)' of \(definition.origin) is already used by '\(owner.type)' of \(owner.origin)"
            }
        }
        return nil
    }
}
