package import ProvisoMessages

/// The rule types that a program knows: built-in ones, methods of the model, validators of the program and of plugins.
///
/// A registry is a value: a change to a copy does not affect plans made from the original.
public struct Registry: Sendable {
    /// The rule types by name.
    private var table: [String: RuleDefinition] = [:]
    private var sources: [any RuleSource] = []
    /// Rule types that are not in the table, and are looked for when a rule names one.
    package var late: (any LateRuleTypes)?
    /// The plugins that were refused, whose rule types are missing.
    package var refused: [String] = []
    /// Whether plugins were refused that this user may read: then a rule type that is missing is the failure of a plugin.
    package var lacksPlugins = false
    /// The codes that the model's property types report; its rule set may have messages for them.
    package var propertyCodes: [CodeDescription] = []
    /// The services outside the record that validators use.
    public var services = Services()
    /// How many violations of one record plans keep; more are only counted: `Report.omittedCount`.
    ///
    /// Small data can have very many: a list of 100,000 empty objects lacks each member 100,000 times.
    public var violationLimit = 1_000

    /// Makes a registry without rule types.
    public init() {}

    /// The registry with all built-in rule types.
    public static let standard: Registry = {
        var registry = Registry()
        registry.table.reserveCapacity(BuiltInValidators.all.count)
        registry.add(BuiltInValidators.all)
        return registry
    }()

    /// All rule types, sorted by name.
    public var definitions: [RuleDefinition] { with(late?.sources) }

    /// The rule types without those that no rule has named yet, and that would have to be looked for.
    package var knownDefinitions: [RuleDefinition] { with(late?.used) }

    private func with(_ sources: [any RuleSource]?) -> [RuleDefinition] {
        let others = (sources ?? []).flatMap(\.definitions).filter { table[$0.type.rawValue] == nil }
        return (table.values + others).sorted { $0.type.rawValue < $1.type.rawValue }
    }

    /// The definition of a rule type, or `nil` if it is unknown.
    public subscript(type: RuleType) -> RuleDefinition? { table[type.rawValue] ?? late?.definition(of: type) }

    /// What a rule type says of itself to tools; nothing if it is unknown.
    package func about(_ type: RuleType) -> RuleTypeFacts { self[type]?.about ?? RuleTypeFacts() }

    /// The reason why a rule type is unknown, with the name that was probably meant.
    ///
    /// If a plugin was refused, the type may be one of its own, and a similar name would be the wrong hint.
    func unknown(_ type: RuleType, suggests: Bool = true) -> (reason: String, suggestion: String?) {
        if type.rawValue.isEmpty { return ("a rule type must be a name, not an empty string", nil) }
        let refused = refused + (late?.refused ?? [])
        guard type.vendor != nil, !refused.isEmpty else {
            return suggests ? (reason(unknown: type), suggestion(for: type)) : (Self.reason(type), nil)
        }
        // Many reasons would hide which rule type is missing.
        let shown = refused.prefix(Self.shownRefusals).joined(separator: "; ")
        let more = refused.count > Self.shownRefusals ? "; and \(refused.count - Self.shownRefusals) more" : ""
        return (Self.reason(type) + "; plugins that were refused may offer it: \(shown)\(more)", nil)
    }

    static func reason(_ type: RuleType) -> String { "unknown rule type '\(type)'" }

    /// The number of refused plugins that an error names, with the reason of each.
    private static let shownRefusals = 5

    /// Adds a rule type, or throws an error that names both owners if the name is already used.
    public mutating func register(_ definition: RuleDefinition) throws(RuleSetError) {
        if let reason = conflict(with: definition) { throw RuleSetError(reason: reason) }
        table[definition.type.rawValue] = definition
    }

    /// Adds a validator written in Swift.
    @inlinable
    public mutating func register<Named: NamedValidator>(_ validator: Named.Type) throws(RuleSetError) {
        try register(RuleDefinition(validator))
    }

    /// Adds an async validator.
    public mutating func register<Named: NamedAsyncValidator>(_ validator: Named.Type) throws(RuleSetError) {
        try register(RuleDefinition(validator))
    }

    /// The reason why a rule type cannot be added, or `nil` if it can.
    package func conflict(with definition: RuleDefinition) -> String? {
        if definition.type.rawValue.isEmpty { return "a rule type of \(definition.origin) has no name" }
        guard let owner = table[definition.type.rawValue] else { return definition.ambiguity }
        return "rule type '\(definition.type)' of \(definition.origin) is already used by \(owner.origin)"
    }

    /// The registry without those rule types that a rule set defined, for a plan that defines them again.
    package func withoutRuleSetTypes(_ definitions: [RuleDefinition]) -> Registry {
        var registry = self
        for definition in definitions {
            guard case .ruleSet? = table[definition.type.rawValue]?.origin else { continue }
            registry.table[definition.type.rawValue] = nil
        }
        return registry
    }

    /// Adds rule types that were already checked for conflicts.
    package mutating func add(_ definitions: [RuleDefinition]) {
        for definition in definitions { table[definition.type.rawValue] = definition }
    }

    /// Adds a source whose rule types were already checked for conflicts.
    package mutating func add(source: some RuleSource) {
        add(source.definitions)
        sources.append(source)
    }

    /// The sources without those of which no rule type has been looked for yet.
    package var usedSources: [any RuleSource] { sources + (late?.used ?? []) }

    /// Whether some rule types run in other processes: then it is faster to validate many records in one batch.
    package var hasOutOfProcessRules: Bool { usedSources.contains(where: \.isOutOfProcess) }

    /// The id, version and file of each plugin.
    var pluginReleases: [(id: String, version: String, file: String)] {
        (sources + (late?.sources ?? [])).map(\.release)
    }

    /// The id, version and file of each plugin that is not looked for.
    package var ownReleases: [(id: String, version: String, file: String)] { sources.map(\.release) }

    /// The catalogs of the plugins that rules have used so far; the others are not loaded.
    package var catalogs: [Catalog] { usedSources.flatMap(\.catalogs) }

    /// Loads the messages of all plugins, for reports whose rules are not known.
    package func loadCatalogs() { for source in sources + (late?.sources ?? []) { source.loadCatalogs() } }
}
