public import ProvisoMessages

/// A rule type: where it comes from, what it accepts and reports, and how to make its checks.
public struct RuleDefinition: Sendable {
    /// The origin of a rule type.
    public enum Origin: Sendable, Hashable, CustomStringConvertible {
        case builtIn
        /// A Swift validator that the application registered.
        case application
        /// A method of a model, with the model's name.
        case method(String)
        /// A plugin, with its id and file.
        case plugin(id: String, file: String)

        public var description: String {
            switch self {
            case .builtIn: "built-in"
            case .application: "the application"
            case .method(let model): "a method of \(model)"
            case .plugin(let id, let file): "plugin \(id) (\(file))"
            }
        }
    }

    /// The name that rules use.
    public let type: RuleType
    /// Where the rule type comes from.
    public let origin: Origin
    /// The options it accepts, or `nil` if it accepts any, as methods do.
    public var options: [OptionDescription]? { describedOptions() }
    /// The codes of the violations it reports, with their parameters.
    public var codes: [CodeDescription] { describedCodes() }
    // A plan needs few rule types; computing the descriptions of all would delay the first validation.
    private let describedOptions: @Sendable () -> [OptionDescription]?
    private let describedCodes: @Sendable () -> [CodeDescription]
    /// Makes a check from a rule's options.
    package let makeCheck: @Sendable (OptionReader) throws(OptionError) -> Check

    @usableFromInline
    package init(
        type: RuleType, origin: Origin, options: @autoclosure @escaping @Sendable () -> [OptionDescription]?,
        codes: @autoclosure @escaping @Sendable () -> [CodeDescription],
        makeCheck: @escaping @Sendable (OptionReader) throws(OptionError) -> Check
    ) {
        self.type = type
        self.origin = origin
        describedOptions = options
        describedCodes = codes
        self.makeCheck = makeCheck
    }

    /// The definition of a Swift validator.
    @inlinable
    public init<Named: NamedValidator>(_ validator: Named.Type, origin: Origin = .application) {
        self.init(
            type: Named.type, origin: origin, options: Named.options, codes: Named.codes
        ) { (options: OptionReader) throws(OptionError) -> Check in
            Check(try Named(options: options))
        }
    }

    /// The definition of a built-in validator.
    init<Named: NamedValidator & DirectValidator>(builtIn validator: Named.Type) {
        self.init(
            type: Named.type, origin: .builtIn, options: Named.options, codes: Named.codes
        ) { (options: OptionReader) throws(OptionError) -> Check in
            Check(try Named(options: options))
        }
    }

    /// The definition of an async validator.
    public init<Named: NamedAsyncValidator>(_ validator: Named.Type, origin: Origin = .application) {
        self.init(
            type: Named.type, origin: origin, options: Named.options, codes: Named.codes
        ) { (options: OptionReader) throws(OptionError) -> Check in
            Check(try Named(options: options))
        }
    }
}

extension RuleDefinition {
    /// The reason why rules of the type would be ambiguous, or `nil`: messages for single codes are options too.
    ///
    /// A plugin's author cannot know all that rule files allow: there the option has priority.
    fileprivate var ambiguity: String? {
        if case .plugin = origin { return nil }
        let codes = codes
        for option in options ?? [] where option.kind != .message {
            guard let code = codes.first(where: { option.name.utf8.elementsEqual($0.code.problem.utf8) })?.code else {
                continue
            }
            return
                "the option '\(option.name)' of rule type '\(type)' has the name of its code '\(code)', "
                + "whose message rules set by an option of that name: rename one of them"
        }
        return nil
    }
}

/// The rule types that a program knows: built-in ones, methods of the model, validators of the program and of plugins.
///
/// A registry is a value: a change to a copy does not affect plans made from the original.
public struct Registry: Sendable {
    /// The rule types by name.
    private var table: [String: RuleDefinition] = [:]
    private var sources: [any RuleSource] = []
    /// The plugins that were refused, whose rule types are missing.
    package var refused: [String] = []
    /// The codes that the model's property types report; its rule set may have messages for them.
    package var propertyCodes: [CodeDescription] = []
    /// The services outside the record that validators use.
    public var services = Services()

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
    public var definitions: [RuleDefinition] {
        table.values.sorted { $0.type.rawValue < $1.type.rawValue }
    }

    /// The definition of a rule type, or `nil` if it is unknown.
    public subscript(type: RuleType) -> RuleDefinition? { table[type.rawValue] }

    /// The reason why a rule type is unknown, with the name that was probably meant.
    ///
    /// If a plugin was refused, the type may be one of its own, and a similar name would be the wrong hint.
    func unknown(_ type: RuleType) -> (reason: String, suggestion: String?) {
        if type.rawValue.isEmpty { return ("a rule type must be a name, not an empty string", nil) }
        guard type.vendor != nil, !refused.isEmpty else { return (reason(unknown: type), suggestion(for: type)) }
        // Each reason is also an error of its own; all of them once more would hide which rule type is missing.
        let list = refused.count == 1 ? refused[0] : "\(refused.count) were"
        return ("unknown rule type '\(type)'; plugins that were refused may offer it: \(list)", nil)
    }

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

    /// Adds rule types that were already checked for conflicts.
    package mutating func add(_ definitions: [RuleDefinition]) {
        for definition in definitions { table[definition.type.rawValue] = definition }
    }

    /// Adds a source whose rule types were already checked for conflicts.
    package mutating func add(source: some RuleSource) {
        add(source.definitions)
        sources.append(source)
    }

    /// Whether some rule types run in other processes: then it is faster to validate many records in one batch.
    package var hasOutOfProcessRules: Bool { sources.contains(where: \.isOutOfProcess) }

    /// The id, version and file of each plugin.
    var pluginReleases: [(id: String, version: String, file: String)] { sources.map(\.release) }

    /// The catalogs of the plugins that rules have used so far; the others are not loaded.
    package var catalogs: [Catalog] { sources.flatMap(\.catalogs) }

    /// Loads the messages of all plugins, for reports whose rules are not known.
    package func loadCatalogs() { for source in sources { source.loadCatalogs() } }
}
