internal import ProvisoMessages

/// Checks that the plugins of a registry have the versions that a rule set requires.
struct RequirementCheck {
    let ruleSet: RuleSet
    let registry: Registry

    func run(_ report: (RuleSetError.Diagnostic) -> Void) {
        for (name, range) in ruleSet.requires.sorted(by: { $0.key < $1.key }) {
            guard let wanted = VersionRange(range) else {
                report(
                    RuleSetError.Diagnostic(
                        position: ruleSet.positions[.versions(name)] ?? ruleSet.position,
                        reason:
                            "'\(range)' is not a range of versions: write '>=1.2 <2', or '1.2.3' for that version only")
                )
                continue
            }
            let (reason, suggestion) = fault(name, range, wanted)
            guard let reason else { continue }
            var diagnostic = RuleSetError.Diagnostic(
                position: ruleSet.positions[.plugin(name)] ?? ruleSet.position, reason: reason, suggestion: suggestion)
            diagnostic.isFailure = registry.lacksPlugins
            report(diagnostic)
        }
    }

    private func fault(_ name: String, _ range: String, _ wanted: VersionRange) -> (String?, suggestion: String?) {
        let plugins = registry.pluginReleases
        var id = name
        switch registry[RuleType(rawValue: name)]?.origin {
        case .plugin(let owner, _)?: id = owner
        case .some:
            return (
                "'requires' is about plugins: '\(name)' does not come from a plugin "
                    + "and has no version", nil
            )
        case nil: break
        }
        guard let plugin = plugins.first(where: { $0.id == id }) else {
            let types = registry.definitions.compactMap { definition -> String? in
                if case .plugin = definition.origin { definition.type.rawValue } else { nil }
            }
            let found = registry.refused.isEmpty ? "" : "; refused were: \(registry.refused.joined(separator: "; "))"
            return (
                "'\(name)' \(range) is required, but no plugin has this rule type or id\(found)",
                Suggestion.nearest(to: name, in: plugins.map(\.id) + types)
            )
        }
        // A plugin of interface 1.0 may have a version of any form, which satisfies no range.
        if let version = SemanticVersion(plugin.version), wanted.contains(version) { return (nil, nil) }
        return (
            "'\(name)' \(range) is required, but plugin \(plugin.id) (\(plugin.file)) has version \(plugin.version)",
            nil
        )
    }
}
