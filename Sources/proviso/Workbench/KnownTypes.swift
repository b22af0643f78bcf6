import Proviso
import ProvisoBulk
import ProvisoEditing
import ProvisoPlugins

/// The rule types of a registry with plugins, and with those that rule files define.
struct KnownTypes {
    let registry: Registry
    let plugins: [LoadedPlugin]
    /// Whether a plugin was refused.
    let failed: Bool
    /// The embedded messages, and those of the plugins and rule files.
    let catalogs: Catalogs

    /// Loads the plugins; ends the tool if a rule file has a mistake.
    init(_ options: PluginOptions, _ rules: RuleOptions, over messages: () throws -> Catalogs = { .embedded }) throws {
        var loaded = try options.load()
        _ = try rules.typed()
        let plan = try PlanFile.read(pluginsFailed: loaded.failed) {
            let ruleSet = try rules.ruleSet()
            for definition in ruleSet.types { try loaded.registry.register(definition) }
            loaded.registry.loadCatalogs()
            var words = RuleSet()
            words.messages = ruleSet.messages
            return try Plan(words, registry: loaded.registry, catalogs: messages())
        }
        (registry, plugins, failed) = (loaded.registry, loaded.plugins, loaded.failed)
        catalogs = plan.catalogs
    }

    var manuals: [RuleManual] { Self.manuals(registry, plugins) }

    static func manuals(_ registry: Registry, _ plugins: [LoadedPlugin]) -> [RuleManual] {
        var rules: [RuleType: PluginManifest.Rule] = [:]
        for rule in (plugins + registry.bundledPlugins).flatMap(\.manifest.rules) { rules[rule.type] = rule }
        return registry.definitions.map { RuleManual($0, rules[$0.type]) }
    }

    /// The manuals as a schema and an editor show them.
    static func pages(_ registry: Registry, _ plugins: [LoadedPlugin]) -> [RuleFileSchema.Manual] {
        manuals(registry, plugins).map { manual in
            RuleFileSchema.Manual(
                manual.definition, summary: manual.summary,
                page: manual.description + (manual.sample.isEmpty ? "" : "\n\n```yaml\n\(manual.sample)\n```"))
        }
    }
}
