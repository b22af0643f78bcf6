public import ProvisoMessages

/// Rules, scenarios, labels and messages together, from a file or from Swift.
public struct RuleSet: Sendable {
    /// The scenario that is meant where none is named.
    public static let defaultScenario = "default"

    public var rules: [Rule]
    /// The attributes there are; nil means those the rules name.
    public var attributes: [String]?
    /// Active attributes by scenario, `!` before those that are never mass-assigned; empty: derived from the rules.
    public var scenarios: [String: [String]]
    /// Labels by attribute and locale; the locale "" stands for all others.
    public var labels: [String: [String: String]]
    /// What labels bring besides their text: attribute, locale, then the text by form.
    public var labelForms: [String: [String: [LabelForm: String]]] = [:]
    /// Attribute, locale, what people are told before they type; the locale "" stands for all others.
    public var hints: [String: [String: String]]
    /// Locale, code, message.
    public var messages: [String: [Code: String]]
    /// Attributes that a table may have no column for, each with all that lies in it.
    ///
    /// A rule for any other attribute that a table has no column for is an error before its first row: it would pass
    /// every row.
    public var optional: [String]
    /// Where the rule set is written in Swift, for errors that no rule has a place for; nil for files.
    public var position: SourcePosition?
    /// Where names stand in the file, by what they are, such as "label email".
    package var positions: [String: SourcePosition]

    public init(
        rules: [Rule] = [], attributes: [String]? = nil, scenarios: [String: [String]] = [:],
        labels: [String: [String: String]] = [:], hints: [String: [String: String]] = [:],
        messages: [String: [Code: String]] = [:], optional: [String] = [], position: SourcePosition? = nil
    ) {
        self.position = position
        self.rules = rules
        self.attributes = attributes
        self.scenarios = scenarios
        self.labels = labels
        self.hints = hints
        self.messages = messages
        self.optional = optional
        positions = [:]
    }

    /// All scenarios: those declared and those the rules name, always with the default one.
    public var scenarioNames: [String] {
        let named = rules.flatMap { $0.on + $0.except }
        return Set(scenarios.keys).union(named).union([Self.defaultScenario]).sorted()
    }

    /// The attributes the rules name, in the order they first appear, without `!`.
    public var ruledAttributes: [String] {
        rules.flatMap(\.attributes).map(Self.plain).withoutRepetition()
    }

    /// The attributes a scenario validates, in the order declared.
    public func activeAttributes(in scenario: String) -> [String] {
        scenarioList(scenario).map(Self.plain).withoutRepetition()
    }

    /// The attributes a scenario lets mass assignment set.
    public func safeAttributes(in scenario: String) -> [String] {
        let list = scenarioList(scenario)
        let unsafe = Set(list.filter { $0.hasPrefix("!") }.map(Self.plain))
        return list.filter { !$0.isEmpty && !$0.hasPrefix("!") && !unsafe.contains($0) }.withoutRepetition()
    }

    /// The declared list as it is, else what the rules that apply in the scenario name; `!` before the unsafe ones.
    public func scenarioList(_ scenario: String) -> [String] {
        scenarios[scenario] ?? rules.filter { $0.isActive(in: scenario) }.flatMap(\.attributes).withoutRepetition()
    }

    package static func plain(_ attribute: String) -> String {
        attribute.hasPrefix("!") ? String(attribute.dropFirst()) : attribute
    }
}
