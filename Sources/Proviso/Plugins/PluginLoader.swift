internal import Glibc

extension Registry {
    /// Adds the plugins of some folders: their files named `*.so`, by name, without those below and hidden ones.
    ///
    /// The folders of the environment variable `PROVISO_PLUGINS`, separated by colons, follow unless told otherwise.
    /// A file found twice is loaded once. What is refused does not keep the others from being loaded. Plugins run with
    /// all rights of this process and stay in it until it ends.
    public func loading(pluginsIn folders: [String], andEnvironment: Bool = true) -> PluginSearch {
        var registry = self
        var plugins: [LoadedPlugin] = []
        var errors: [PluginError] = []
        var seen: Set<PluginFile.Identity> = []
        let named = andEnvironment ? getenv("PROVISO_PLUGINS").map { String(cString: $0) } : nil
        for folder in folders + PluginFolder.split(named ?? "") {
            do throws(PluginError) {
                for name in try PluginFolder.files(in: folder) {
                    do throws(PluginError) {
                        let file = try PluginFile(name)
                        guard seen.insert(file.identity).inserted else { continue }
                        plugins.append(try registry.add(file))
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

    /// Adds the plugin in a file, or throws why it is refused: the registry is then as before.
    @discardableResult
    public mutating func load(plugin file: String) throws(PluginError) -> LoadedPlugin {
        try add(PluginFile(file))
    }

    private mutating func add(_ file: PluginFile) throws(PluginError) -> LoadedPlugin {
        let library = try PluginLibrary.open(file)
        let plugin = library.descriptor
        let definitions = plugin.rules.map { RuleDefinition($0, file: file.name) }
        do throws(PluginFault) {
            for definition in definitions { try check(definition) }
            try checkIdentifier(of: plugin)
            try library.start()
        } catch {
            throw PluginError(file: file.name, reason: error.reason)
        }
        add(definitions, catalogs: plugin.catalogs)
        return LoadedPlugin(
            id: plugin.id, version: plugin.version, file: file.name,
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

extension RuleDefinition {
    fileprivate init(_ rule: PluginRule, file: String) {
        self.init(
            type: rule.type, origin: .plugin(id: rule.plugin, file: file), options: rule.options.map(\.description),
            codes: rule.codes
        ) { (options: OptionReader) throws(OptionError) -> Check in
            Check(try PluginValidator(rule, options: options))
        }
    }
}

/// The plugins' files in a folder.
package enum PluginFolder {
    /// The folders of an environment variable; empty parts name none.
    package static func split(_ list: String) -> [String] {
        list.split(separator: ":").map(String.init)
    }

    static func files(in folder: String) throws(PluginError) -> [String] {
        do throws(SystemError) {
            return try SmallFile.list(folder, ending: ".so")
        } catch {
            throw PluginError(file: folder, reason: PluginFile.reason(error.code))
        }
    }
}
