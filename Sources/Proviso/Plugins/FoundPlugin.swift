internal import Synchronization

/// A plugin that is known by its manifest, and loaded when a rule first needs it.
final class FoundPlugin: Sendable {
    let file: PluginFile
    private let library = Mutex<Result<PluginLibrary, PluginError>?>(nil)

    init(_ file: PluginFile) {
        self.file = file
    }

    var manifest: PluginManifest { file.manifest }

    /// What it brings messages with; empty until it is loaded.
    var catalogs: [Catalog] {
        guard case .success(let library)? = library.withLock({ $0 }) else { return [] }
        return library.descriptor.catalogs
    }

    /// Loads and starts the plugin; what came of it the first time is what comes of it every time.
    @discardableResult
    func open() throws(PluginError) -> PluginLibrary {
        let result = library.withLock { library in
            let result = library ?? Result { () throws(PluginError) in try PluginLibrary.open(file).started() }
            library = result
            return result
        }
        return try result.get()
    }

    /// The rule types, whose checks load the plugin.
    var definitions: [RuleDefinition] {
        manifest.rules.map { rule in
            RuleDefinition(
                type: rule.type, origin: .plugin(id: manifest.id, file: file.name),
                options: rule.options.map(\.description), codes: rule.codes
            ) { (options: OptionReader) throws(OptionError) -> Check in
                // Before the plugin runs.
                _ = try rule.object(options)
                return Check(try PluginValidator(self.rule(rule.type), options: options))
            }
        }
    }

    private func rule(_ type: RuleType) throws(OptionError) -> PluginRule {
        do throws(PluginError) {
            let library = try open()
            if let rule = library.descriptor.rules.first(where: { $0.type == type }) { return rule }
            throw PluginError(file: file.name, reason: "lost the rule type '\(type)'")
        } catch {
            throw OptionError(reason: "its plugin cannot be used: \(error)")
        }
    }
}
