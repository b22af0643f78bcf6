internal import ProvisoCore
internal import ProvisoMessages

extension ManifestReader {
    /// Reads what a rule type reads besides its own value: the names of options, or "record".
    static func reads(
        in rule: ManifestObject, of type: String, _ options: [PluginManifest.Option]
    ) throws(PluginFault) -> PluginManifest.Reads {
        guard let given = try rule.choice("reads", "record") else { return .nothing }
        guard case .texts(let names) = given else { return .record }
        let byName = Dictionary(options.map { ($0.name, $0) }) { first, _ in first }
        for name in names {
            guard let option = byName[name] else {
                let hint = Suggestion.hint(Suggestion.nearest(to: name, in: options.map(\.name)))
                throw PluginFault("has 'reads' of '\(type)' with '\(name)', which is not one of its options\(hint)")
            }
            guard option.kinds.isSubset(of: ValueKindSet(.text, .list)) else {
                throw PluginFault(
                    "has 'reads' of '\(type)' with the option '\(name)': an option that names attributes "
                        + "has the kinds text and list only")
            }
        }
        if let twice = repeated(names) { throw PluginFault("has 'reads' of '\(type)' with '\(twice)' twice") }
        return .attributes(options: names)
    }
}
