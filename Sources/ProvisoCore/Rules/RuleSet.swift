public import ProvisoMessages

/// Rules, scenarios, labels and messages, from a file or from Swift.
public struct RuleSet: Sendable {
    /// The scenario that is used if none is named.
    public static let defaultScenario = "default"

    /// The rules, in the order in which they run.
    public var rules: [Rule]
    /// All attributes that rules may name, or `nil` if they may name any.
    public var attributes: [String]?
    /// Active attributes by scenario, with `!` for those that mass assignment never sets; if empty, the rules decide.
    public var scenarios: [String: [String]]
    /// Labels by attribute and locale; the locale "" means all others.
    public var labels: [String: [String: String]]
    /// The grammatical forms of labels, by attribute and locale.
    public var labelForms: [String: [String: [LabelForm: String]]] = [:]
    /// Hints by attribute and locale, which people read before they type; the locale "" means all others.
    public var hints: [String: [String: String]]
    /// Messages by locale and code.
    public var messages: [String: [Code: String]]
    /// Attributes for which a table may have no column, each with all attributes nested in it.
    ///
    /// For a rule on any other attribute without a column, validation of the table stops before its first row: every
    /// row would pass that rule.
    public var optional: [String]
    /// The versions of plugins that the rules need, by the plugin's id or one of its rule types: `>=1.2 <2`.
    ///
    /// Making a plan fails if a plugin is missing or has another version.
    public var requires: [String: String]
    /// Whether a member that no rule, condition or option names is a violation, at its own place.
    ///
    /// The same is true in nested objects if rules name members of them. A table's unknown column is reported once.
    public var closed: Bool
    /// What counts as empty, unless a shape or a rule says otherwise.
    public var empty: Emptiness
    /// The attributes that may be null where `empty` is `absent`.
    public var nullable: [String]
    /// What a closed rule set leaves open: keys by a pattern, and parts of the record.
    public var openParts = OpenParts()
    /// Rules for values that several attributes have, or that contain values like themselves, by name.
    public var shapes: [String: RuleShape]
    /// Rule types that are made of other rules.
    public var types: [RuleDefinition] = []
    /// Functions and named values for expressions: `netSum` or `seconds(t)`, each with its expression.
    public var define: [String: String]
    /// The paths below which the names of definitions are: those of included files.
    package var definePrefixes: [String: String] = [:]
    /// The names of the variables of its files, for suggestions.
    package var variableNames: [String] = []
    /// How the data is written, where that is not clear from the data itself.
    public var data = DataFormat()
    /// The files that the rule set was read from, with those they include; empty for text and for Swift.
    public package(set) var files: [String] = []
    /// Where each included file is included, for errors.
    package var includes: [String: String] = [:]
    /// The files that its rules may name.
    package var namedFiles = NamedFiles()
    /// The limits of rules from an untrusted author; `nil` for all others.
    package var limits: RuleLimits?
    /// Rules about all records together.
    public var dataset: [DatasetRule] = []
    /// The cases of `proviso test` in the file.
    package var tests: [RuleTest] = []
    /// What is probably a mistake, as the reader of the file found it.
    package var warnings: [RuleSetError.Diagnostic] = []
    /// The position of the rule set in Swift source, for errors without another position; `nil` for files.
    public var position: SourcePosition?
    /// The places in the file of what is not a rule.
    package var positions: [RuleFilePart: SourcePosition]

    /// Makes a rule set in Swift.
    public init(
        rules: [Rule] = [], attributes: [String]? = nil, scenarios: [String: [String]] = [:],
        labels: [String: [String: String]] = [:], hints: [String: [String: String]] = [:],
        messages: [String: [Code: String]] = [:], optional: [String] = [],
        requires: [String: String] = [:], closed: Bool = false, shapes: [String: RuleShape] = [:],
        types: [RuleDefinition] = [], define: [String: String] = [:], empty: Emptiness = .typed,
        nullable: [String] = [], dataset: [DatasetRule] = [], position: SourcePosition? = nil
    ) {
        self.dataset = dataset
        self.empty = empty
        self.nullable = nullable
        self.types = types
        self.define = define
        self.closed = closed
        self.shapes = shapes
        self.position = position
        self.rules = rules
        self.attributes = attributes
        self.scenarios = scenarios
        self.labels = labels
        self.hints = hints
        self.messages = messages
        self.optional = optional
        self.requires = requires
        positions = [:]
    }

    /// All scenarios: the declared ones, those that rules name, and the default one.
    public var scenarioNames: [String] {
        let named = rules.flatMap { $0.on + $0.except }
        return Set(scenarios.keys).union(named).union([Self.defaultScenario]).sorted()
    }

    /// The attributes the rules name, in the order they first appear, without `!`.
    public var ruledAttributes: [String] {
        rules.flatMap(\.attributes).map(Self.plain).withoutRepetition()
    }

    /// The rules with those of all shapes.
    package var rulesEverywhere: [Rule] {
        func all(_ rules: [Rule]) -> [Rule] {
            rules.flatMap { rule -> [Rule] in
                let shapes = rule.constraint.options.values.flatMap { value -> [NamedShape] in
                    if case .shapes(let shapes) = value { shapes } else { [] }
                }
                return [rule] + shapes.flatMap { all($0.shape.rules) }
            }
        }
        return all(rules) + shapes.values.flatMap { all($0.rules) }
    }

    /// The attributes a scenario validates, in the order declared.
    public func activeAttributes(in scenario: String) -> [String] {
        scenarioList(scenario).map(Self.plain).withoutRepetition()
    }

    /// The attributes that mass assignment sets in a scenario.
    public func safeAttributes(in scenario: String) -> [String] {
        let list = scenarioList(scenario)
        let unsafe = Set(list.filter { $0.hasPrefix("!") }.map(Self.plain))
        return list.filter { !$0.isEmpty && !$0.hasPrefix("!") && $0 != ValuePath.record && !unsafe.contains($0) }
            .withoutRepetition()
    }

    /// The declared list unchanged, or else the attributes of the rules that apply; `!` marks the unsafe ones.
    public func scenarioList(_ scenario: String) -> [String] {
        scenarios[scenario] ?? rules.filter { $0.isActive(in: scenario) }.flatMap(\.attributes).withoutRepetition()
    }

    /// The endings of the names of rule files.
    package static let fileEndings = [".yaml", ".yml", ".json"]

    package static func plain(_ attribute: String) -> String {
        attribute.hasPrefix("!") ? String(attribute.dropFirst()) : attribute
    }
}
