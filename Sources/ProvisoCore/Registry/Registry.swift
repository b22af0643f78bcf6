public import ProvisoMessages

/// What a rule type resolves to, with all a plan and a listing need to know.
public struct RuleDefinition: Sendable {
    /// Where a rule type comes from.
    public enum Origin: Sendable, Hashable, CustomStringConvertible {
        case builtIn
        /// A Swift validator the application registered.
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

    public let type: RuleType
    public let origin: Origin
    /// The options it takes; nil when it takes any, as methods do.
    public var options: [OptionDescription]? { describedOptions() }
    public var codes: [CodeDescription] { describedCodes() }
    // A plan needs few of all rule types, and those of the others would have to be made before the first verdict.
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

    /// The definition of a validator whose answers are awaited.
    public init<Named: NamedAsyncValidator>(_ validator: Named.Type, origin: Origin = .application) {
        self.init(
            type: Named.type, origin: origin, options: Named.options, codes: Named.codes
        ) { (options: OptionReader) throws(OptionError) -> Check in
            Check(try Named(options: options))
        }
    }
}

extension RuleDefinition {
    /// Why the rules of the type could not be read, nil when they can: messages for single problems are options too.
    fileprivate var ambiguity: String? {
        let codes = codes
        for option in options ?? [] where option.kind != .message {
            guard let code = codes.first(where: { option.name.utf8.elementsEqual($0.code.problem.utf8) })?.code else {
                continue
            }
            return
                "the option '\(option.name)' of rule type '\(type)' has the name of its problem '\(code)', which rules word by "
                + "an option of that name: rename one of them"
        }
        return nil
    }
}

/// Resolves a rule type to a built-in alias, a method of the model or a plugin's validator.
///
/// A value: adding to a copy leaves plans made from the other one untouched.
public struct Registry: Sendable {
    /// By name.
    private var table: [String: RuleDefinition] = [:]
    private var sources: [any RuleSource] = []
    /// The plugins that were refused, whose rule types are missing.
    package var refused: [String] = []
    /// The codes that the property types of the model report, for which its rule set may have messages.
    package var propertyCodes: [CodeDescription] = []
    /// What validators ask of the world outside the record.
    public var services = Services()

    /// A registry without any rule type.
    public init() {}

    /// The registry with all built-ins.
    public static let standard: Registry = {
        var registry = Registry()
        registry.table.reserveCapacity(BuiltInValidators.all.count)
        registry.add(BuiltInValidators.all)
        return registry
    }()

    /// Everything the registry holds, by name.
    public var definitions: [RuleDefinition] {
        table.values.sorted { $0.type.rawValue < $1.type.rawValue }
    }

    public subscript(type: RuleType) -> RuleDefinition? { table[type.rawValue] }

    /// Why a rule type cannot be resolved, with the name that was probably meant.
    ///
    /// A plugin's rule type may be missing because its plugin was refused: a name like it would be the wrong hint then.
    func unknown(_ type: RuleType) -> (reason: String, suggestion: String?) {
        if type.rawValue.isEmpty { return ("a rule type is a name, not an empty text", nil) }
        guard type.vendor != nil, !refused.isEmpty else { return (reason(unknown: type), suggestion(for: type)) }
        let list = refused.joined(separator: "; ")
        return ("unknown rule type '\(type)'; plugins that were refused may offer it: \(list)", nil)
    }

    /// Adds a rule type, or throws when the name is taken, naming both owners: nothing is ever shadowed.
    public mutating func register(_ definition: RuleDefinition) throws(RuleSetError) {
        if let reason = conflict(with: definition) { throw RuleSetError(reason: reason) }
        table[definition.type.rawValue] = definition
    }

    /// Adds a validator written in Swift.
    @inlinable
    public mutating func register<Named: NamedValidator>(_ validator: Named.Type) throws(RuleSetError) {
        try register(RuleDefinition(validator))
    }

    /// Adds a validator whose answers are awaited.
    public mutating func register<Named: NamedAsyncValidator>(_ validator: Named.Type) throws(RuleSetError) {
        try register(RuleDefinition(validator))
    }

    /// Why a rule type cannot be added, nil when it can.
    package func conflict(with definition: RuleDefinition) -> String? {
        if definition.type.rawValue.isEmpty { return "a rule type of \(definition.origin) has no name" }
        guard let owner = table[definition.type.rawValue] else { return definition.ambiguity }
        return "rule type '\(definition.type)' of \(definition.origin) is taken by \(owner.origin)"
    }

    /// Adds rule types that were checked for conflicts before.
    package mutating func add(_ definitions: [RuleDefinition]) {
        for definition in definitions { table[definition.type.rawValue] = definition }
    }

    /// Adds a source whose rule types were checked for conflicts before.
    package mutating func add(source: some RuleSource) {
        add(source.definitions)
        sources.append(source)
    }

    /// Whether some rule types run in other processes: many records are then best validated in one batch.
    package var hasOutOfProcessRules: Bool { sources.contains(where: \.isOutOfProcess) }

    /// The catalogs of the plugins that rules needed so far; the others are not loaded.
    package var catalogs: [Catalog] { sources.flatMap(\.catalogs) }
}
