public import ProvisoMessages

/// A rule's own messages, which replace those of the catalogs.
public struct RuleMessages: Sendable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    /// The message for everything that the rule reports, except `rule.fault`.
    public var all: MessageOverride?
    /// Messages for single problems, such as `tooShort`, or for the code `rule.fault`; they win over `all`.
    public var byProblem: [String: MessageOverride]

    /// Creates an empty value.
    public init() {
        self.init(all: nil)
    }

    /// Creates messages for all problems, and for single ones by name.
    public init(all: MessageOverride?, byProblem: [String: MessageOverride] = [:]) {
        self.all = all
        self.byProblem = byProblem
    }

    /// Creates the value from a literal.
    public init(stringLiteral value: String) {
        self.init(all: MessageOverride(value))
    }

    /// Strings keyed by locale.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(all: MessageOverride(byLocale: Dictionary(elements) { $1 }))
    }

    /// The message for a code, `nil` if the catalogs' must be used.
    public subscript(code: Code) -> MessageOverride? {
        if Code.isOfEveryPlan(code) { return byProblem[code.rawValue] }
        return byProblem.isEmpty ? all : byProblem[String(code.problem)] ?? all
    }
}

/// A message in ICU MessageFormat, for all locales or one each.
public struct MessageOverride: Sendable, Hashable {
    /// The message for locales without one of their own.
    public var text: String?
    /// The messages by locale.
    public var byLocale: [String: String]
    package var position: SourcePosition?
    /// The positions of the locales' messages.
    package var positions: [String: SourcePosition] = [:]

    /// Creates a message for all locales, for some, or both.
    public init(_ text: String? = nil, byLocale: [String: String] = [:]) {
        self.init(text, byLocale: byLocale, position: nil)
    }

    package init(_ text: String? = nil, byLocale: [String: String] = [:], position: SourcePosition?) {
        self.text = text
        self.byLocale = byLocale
        self.position = position
    }
}
