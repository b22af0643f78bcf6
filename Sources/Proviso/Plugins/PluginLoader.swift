internal import Glibc

extension Registry {
    /// Adds the plugins of some folders: their files named `*.so`, by name, without those below and hidden ones.
    ///
    /// The folders of the environment variable `PROVISO_PLUGINS`, separated by colons, follow unless told otherwise.
    public func loading(pluginsIn folders: [String], andEnvironment: Bool = true) -> PluginSearch {
        loading(PluginPolicy(folders: folders + (andEnvironment ? PluginFolder.ofEnvironment : [])))
    }

    /// Adds the plugins of a policy's folders: their files named `*.so`, by name, without those below and hidden ones.
    ///
    /// The same file found twice is loaded once. What is refused does not keep the others from being loaded. Plugins
    /// that run in this process have all its rights and stay in it until it ends.
    public func loading(_ policy: PluginPolicy) -> PluginSearch {
        loading(policy, instead: nil, leaving: [])
    }

    /// Adds the plugin in a file, or throws why it is refused: the registry is then as before.
    @discardableResult
    public mutating func load(
        plugin file: String, policy: PluginPolicy = PluginPolicy()
    ) throws(PluginError) -> LoadedPlugin {
        try load(plugin: file, policy: policy, passed: noSteps)
    }

    /// The same, telling of each check that was passed.
    @discardableResult
    package mutating func load(
        plugin name: String, policy: PluginPolicy, passed: PluginSteps
    ) throws(PluginError) -> LoadedPlugin {
        let file = try PluginFile(name, policy: policy, passed: passed)
        do throws(PluginFault) {
            let library = try EnteredPlugin.open(file, policy, passed)
            return try add(KnownPlugin(file: name, library: library, isLocked: file.isLocked), passed)
        } catch {
            throw PluginError(file: name, reason: error.reason)
        }
    }

    mutating func add(
        _ known: KnownPlugin, _ passed: PluginSteps = noSteps
    ) throws(PluginFault) -> LoadedPlugin {
        let plugin = known.library.descriptor
        passed(
            .interface,
            "\(plugin.id) \(plugin.version), rule types: \(plugin.rules.map(\.type.rawValue).joined(separator: ", "))")
        let definitions = known.library.definitions(file: known.file)
        for definition in definitions { try check(definition) }
        try checkIdentifier(of: plugin)
        passed(.names, "its id, rule types and codes are its own")
        try known.library.start()
        passed(.start, "initialised")
        add(definitions, catalogs: plugin.catalogs)
        if known.library.mode == .worker { asksWorkers = true }
        return LoadedPlugin(
            id: plugin.id, version: plugin.version, file: known.file, digest: known.library.digest,
            isLocked: known.isLocked,
            rules: plugin.rules.map { LoadedPlugin.Rule(type: $0.type, summary: $0.summary) },
            locales: plugin.catalogs.map(\.locale))
    }

    /// Checks the names of a rule type, taken ones first: to take one is what a bare name probably meant to do.
    private func check(_ definition: RuleDefinition) throws(PluginFault) {
        if let reason = conflict(with: definition) { throw PluginFault(reason) }
        guard CName.isRuleType(definition.type.rawValue) else {
            throw PluginFault(
                "has the rule type '\(definition.type)': "
                    + "a plugin's is 'vendor/name' in lower-case letters, digits and hyphens")
        }
        if let reason = codeConflict(with: definition) { throw PluginFault(reason) }
    }

    private func checkIdentifier(of plugin: PluginDescriptor) throws(PluginFault) {
        for definition in definitions {
            guard case .plugin(let id, let owner) = definition.origin, id == plugin.id else { continue }
            throw PluginFault("has the id '\(id)', which is taken by \(owner)")
        }
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

/// The plugins' files in a folder.
package enum PluginFolder {
    /// The folders that `PROVISO_PLUGINS` names.
    package static var ofEnvironment: [String] {
        split(getenv("PROVISO_PLUGINS").map { String(cString: $0) } ?? "")
    }

    /// The folders of an environment variable; empty parts name none.
    package static func split(_ list: String) -> [String] {
        list.split(separator: ":").map(String.init)
    }

    /// What stands before the name of a file in a folder.
    package static func prefix(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }

    package static func files(in folder: String, ending: String = ".so") throws(PluginError) -> [String] {
        do throws(SystemError) {
            return try SmallFile.list(folder, ending: ending)
        } catch {
            throw PluginError(file: folder, reason: PluginFile.reason(error.code))
        }
    }
}
