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
        /// The `types` of a rule set, with the place.
        case ruleSet(String)

        public var description: String {
            switch self {
            case .builtIn: "built-in"
            case .application: "the application"
            case .method(let model): "a method of \(model)"
            case .plugin(let id, let file): "plugin \(id) (\(file))"
            case .ruleSet(let place): place
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
    /// What it says of itself to tools.
    public var about: RuleTypeFacts { describedFacts() }
    // A plan needs few rule types; computing the descriptions of all would delay the first validation.
    private let describedOptions: @Sendable () -> [OptionDescription]?
    private let describedCodes: @Sendable () -> [CodeDescription]
    private let describedFacts: @Sendable () -> RuleTypeFacts
    /// Makes a check from a rule's options.
    package let makeCheck: @Sendable (OptionReader) throws(OptionError) -> Check
    /// For a type of a rule set: the rules that it stands for, from a rule's options.
    package var compose: (@Sendable (OptionReader) throws(OptionError) -> Composition)?

    @usableFromInline
    package init(
        type: RuleType, origin: Origin, options: @autoclosure @escaping @Sendable () -> [OptionDescription]?,
        codes: @autoclosure @escaping @Sendable () -> [CodeDescription],
        about: @autoclosure @escaping @Sendable () -> RuleTypeFacts = RuleTypeFacts(),
        makeCheck: @escaping @Sendable (OptionReader) throws(OptionError) -> Check
    ) {
        self.type = type
        self.origin = origin
        describedOptions = options
        describedCodes = codes
        describedFacts = about
        self.makeCheck = makeCheck
    }

    /// The definition of a Swift validator.
    @inlinable
    public init<Named: NamedValidator>(_ validator: Named.Type, origin: Origin = .application) {
        self.init(
            type: Named.type, origin: origin, options: Named.options, codes: Named.codes, about: Named.about
        ) { (options: OptionReader) throws(OptionError) -> Check in
            Check(try Named(options: options))
        }
    }

    /// The definition of a built-in validator.
    init<Named: NamedValidator & DirectValidator>(builtIn validator: Named.Type) {
        self.init(
            type: Named.type, origin: .builtIn, options: Named.options, codes: Named.codes, about: Named.about
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
    /// The option that a value alone means: the one that a rule must have, or that says what is searched for.
    package var mainOption: OptionDescription? {
        options?.first(where: \.isRequired) ?? option(.sought)
    }

    /// The first option of a role.
    package func option(_ roles: OptionDescription.Role...) -> OptionDescription? {
        options?.first { option in option.role.map(roles.contains) ?? false }
    }

    /// The reason why rules of the type would be ambiguous, or `nil`: messages for single codes are options too.
    ///
    /// A plugin's author cannot know all that rule files allow: there the option has priority.
    var ambiguity: String? {
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
