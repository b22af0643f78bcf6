package import ProvisoMessages

/// A part of a rule file that is not a rule, by which its place is found.
package enum RuleFilePart: Hashable, Sendable {
    /// A name in the lists `attributes`, `optional` and `nullable`, or among the labels and hints.
    case attribute(String), optional(String), nullable(String), label(String), hint(String)
    case scenario(String)
    case attributeOf(scenario: String, String)
    case type(RuleType)
    case shape(String)
    /// A definition by its name with its parameters, and its expression.
    case definition(String), expression(String)
    /// A string that `nulls` lists.
    case null(String)
    /// A plugin that the file requires, and its versions.
    case plugin(String), versions(String)
    /// A code whose message the file has in a locale, and the message.
    case code(Code, locale: String), message(Code, locale: String)

    /// The part with its attribute under another name.
    func renamed(_ name: (String) -> String) -> RuleFilePart {
        switch self {
        case .attribute(let attribute): .attribute(name(attribute))
        case .optional(let attribute): .optional(name(attribute))
        case .nullable(let attribute): .nullable(name(attribute))
        case .label(let attribute): .label(name(attribute))
        case .hint(let attribute): .hint(name(attribute))
        case .attributeOf(let scenario, let attribute): .attributeOf(scenario: scenario, name(attribute))
        default: self
        }
    }
}

extension RuleSet {
    /// The labels and the hints, with what they are and where they are.
    var texts: [(kind: String, texts: [String: [String: String]], part: (String) -> RuleFilePart)] {
        [("label", labels, RuleFilePart.label), ("hint", hints, RuleFilePart.hint)]
    }
}
