internal import ProvisoMessages

extension Registry {
    /// The rule type that an unknown name probably means: another library's name for it, or a misspelling.
    public func suggestion(for type: RuleType) -> String? {
        let names = definitions.map(\.type.rawValue)
        if let vendored = names.first(where: { $0.hasSuffix("/\(type)") }) { return vendored }
        let plain = FamiliarNames.plain(type.rawValue)
        if let same = names.first(where: { FamiliarNames.plain($0) == plain }), !plain.isEmpty { return same }
        if let familiar = familiar(type.rawValue) { return familiar }
        func foreign() -> String? {
            ForeignRule.suggestion(for: type.rawValue) { name in names.first { FamiliarNames.plain($0) == name } }
        }
        if type.rawValue.utf8.contains(where: { "|:(@\\".utf8.contains($0) }), let meant = foreign() { return meant }
        return Suggestion.nearest(to: type.rawValue, in: names) ?? foreign()
    }

    /// What a name of another library means, also by what types say that are not built in.
    private func familiar(_ name: String) -> String? {
        let plain = FamiliarNames.plain(name)
        let own = definitions.lazy.filter { $0.origin != .builtIn }.compactMap { $0.familiarNames[plain] }.first
        return own ?? FamiliarNames.type(for: name)
    }

    /// The option that an unknown name probably means; `known` lists the options of the rule type.
    ///
    /// Similar names of its own options come first, then rule types. The name of the rule type itself means its main
    /// option.
    func suggestion(forOption name: String, of type: RuleType, among known: [String]) -> String? {
        let folded = FamiliarNames.folded(name)
        if let own = known.first(where: { FamiliarNames.folded($0) == folded }), !folded.isEmpty { return own }
        if let meant = FamiliarNames.option(for: name, among: known) { return meant }
        if FamiliarNames.folded(type.rawValue) == folded || familiar(name) == type.rawValue {
            return self[type]?.mainOption?.name
        }
        if self[RuleType(rawValue: name)] != nil { return "a rule of its own: '\(name)'" }
        if let near = Suggestion.nearest(to: name, in: known) { return near }
        guard var other = familiar(name) else { return nil }
        // A minimum of a string is that of its length.
        if about(type).takesAnyText, other == "'number' with 'min'" || other == "'number' with 'max'" {
            other = "'string'" + other.dropFirst("'number'".count)
        }
        return "a rule of its own: " + (other.utf8.contains(UInt8(ascii: "'")) ? other : "'\(other)'")
    }

    /// The reason why a rule type is refused.
    func reason(unknown type: RuleType) -> String {
        let reason = Self.reason(type)
        if type == "remote" { return reason + ": only a program can register it, with ProvisoRemote (Docs/Remote.md)" }
        guard type.rawValue.contains("/"), suggestion(for: type) == nil else { return reason }
        return reason + ": a name with '/' belongs to a plugin, and no loaded plugin has it: "
            + "name the directory of that plugin"
    }
}
