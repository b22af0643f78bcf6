package import ProvisoMessages

/// An option a rule type takes.
public struct OptionDescription: Sendable, Hashable {
    /// What an option holds.
    public enum Kind: String, Sendable {
        case any, boolean, integer, number, text, list, rule
        /// A text or a list of texts.
        case texts
        /// A text, or an object of texts keyed by locale.
        case message

        /// The kind in the words of the documentation.
        package var words: String {
            switch self {
            case .any: "any value"
            case .boolean: "true or false"
            case .integer: "integer"
            case .texts: "string or list of strings"
            case .message: "string, or strings by locale"
            case .text: "string"
            case .number, .list, .rule: rawValue
            }
        }
    }

    public let name: String
    public let kind: Kind
    /// One sentence for the person who writes rules.
    public let summary: String
    public let isRequired: Bool

    public init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.isRequired = isRequired
    }
}

/// Why a rule's options cannot be used.
public struct OptionError: Error, Sendable, CustomStringConvertible {
    /// The option at fault, nil when it is the rule as a whole.
    public let option: String?
    /// One sentence without the option's name and without a full stop.
    public let reason: String
    /// The name that was probably meant.
    public let suggestion: String?
    /// Where the fault is, when that is within the option's value.
    package var position: SourcePosition?

    public init(option: String? = nil, reason: String, suggestion: String? = nil) {
        self.option = option
        self.reason = reason
        self.suggestion = suggestion
    }

    public var description: String {
        let subject = option.map { "option '\($0)': " } ?? ""
        return subject + reason + Suggestion.hint(suggestion)
    }
}
