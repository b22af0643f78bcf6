public import ProvisoMessages

/// Messages that take the place of the catalogs' for one rule.
public struct RuleMessages: Sendable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    /// For whatever the rule reports, but that the value could not be checked (`rule.fault`).
    public var all: MessageOverride?
    /// For one problem, such as `tooShort`, or for the code `rule.fault`; wins over `all`.
    public var byProblem: [String: MessageOverride]

    public init() {
        self.init(all: nil)
    }

    public init(all: MessageOverride?, byProblem: [String: MessageOverride] = [:]) {
        self.all = all
        self.byProblem = byProblem
    }

    public init(stringLiteral value: String) {
        self.init(all: MessageOverride(value))
    }

    /// Texts keyed by locale.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(all: MessageOverride(byLocale: Dictionary(elements) { $1 }))
    }

    /// The message for a code, nil where the catalogs' is to be used.
    public subscript(code: Code) -> MessageOverride? {
        if Code.isOfEveryPlan(code) { return byProblem[code.rawValue] }
        return byProblem.isEmpty ? all : byProblem[String(code.problem)] ?? all
    }
}

/// A message in ICU MessageFormat, for all locales or one each.
public struct MessageOverride: Sendable, Hashable {
    /// For locales without a text of their own.
    public var text: String?
    public var byLocale: [String: String]
    package var position: SourcePosition?
    /// Where the locales' texts stand.
    package var positions: [String: SourcePosition] = [:]

    public init(_ text: String? = nil, byLocale: [String: String] = [:]) {
        self.init(text, byLocale: byLocale, position: nil)
    }

    package init(_ text: String? = nil, byLocale: [String: String] = [:], position: SourcePosition?) {
        self.text = text
        self.byLocale = byLocale
        self.position = position
    }
}
