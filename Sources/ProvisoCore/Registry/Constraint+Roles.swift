package import ProvisoMessages

// What a rule of a built-in type says by the roles of its options, whatever their names are.
extension Constraint {
    /// What its type says of itself.
    package var about: RuleTypeFacts { Registry.standard.about(type) }

    /// The description of the option that has one of the roles, the first role first, if the rule has that option.
    package func option(_ roles: OptionDescription.Role...) -> OptionDescription? {
        guard !options.isEmpty, let definition = Registry.standard[type] else { return nil }
        return roles.lazy.compactMap { definition.option($0) }.first { options[$0.name] != nil }
    }

    /// The description of an option; for a type that is not built in, that of a built-in bound of the same name.
    package func option(named name: String) -> OptionDescription {
        let own = Registry.standard[type].map { $0.options?.first { $0.name == name } } ?? Self.usualBounds[name]
        return own ?? OptionDescription(name, .any, "")
    }

    private static let usualBounds = Registry.standard.definitions.flatMap { $0.options ?? [] }
        .filter { $0.role?.isBound ?? false }.reduce(into: [String: OptionDescription]()) {
            $0[$1.name] = $0[$1.name] ?? $1
        }

    /// The constant value of the option that has a role.
    package func value(_ role: OptionDescription.Role) -> AnyValue? { option(role).flatMap { constant($0.name) } }

    /// The text of the option that has a role.
    package func text(_ role: OptionDescription.Role) -> String? { value(role)?.text }

    /// The regular expression that the rule has.
    package var pattern: String? {
        options.isEmpty
            ? nil : Registry.standard[type]?.options?.first { $0.kind == .pattern }.flatMap { constant($0.name)?.text }
    }

    /// Whether the rule passes what it would reject otherwise.
    package var isReversed: Bool { value(.reversal)?.bool ?? false }

    /// The place of the option that has a role.
    package func position(_ role: OptionDescription.Role) -> SourcePosition? {
        option(role).flatMap { positions[$0.name] }
    }

    /// The constant value of an option.
    package func constant(_ option: String) -> AnyValue? {
        if case .value(let value)? = options[option] { value } else { nil }
    }

    /// The other attributes that options read, as the rule writes them, also in rules within it.
    package var namedAttributes: [String] {
        guard !options.isEmpty else { return [] }
        let known = Registry.standard[type]?.options ?? []
        return options.sorted { $0.key < $1.key }.flatMap { name, value -> [String] in
            switch value {
            case .rule(let inner): return inner.namedAttributes
            case .value(let value):
                let role = known.first { $0.name == name }?.role
                return role?.attributes(in: value) ?? value.namedAttribute.map { [$0] } ?? []
            default: return []
            }
        }
    }
}

extension AnyValue {
    /// The attribute of `{ attribute: name }` or `{ keysOf: name }`.
    var namedAttribute: String? {
        guard case .object(let members) = self else { return nil }
        return members.first { ["attribute", "keysOf"].contains($0.key) }?.value.text
    }
}
