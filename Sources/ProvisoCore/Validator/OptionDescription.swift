package import ProvisoMessages

/// An option that a rule type accepts.
public struct OptionDescription: Sendable, Hashable {
    /// The kinds of values that options accept.
    public enum Kind: String, Sendable {
        /// A kind of value.
        case any, boolean, integer, number, text, list, rule
        /// A string or a list of strings.
        case texts
        /// A regular expression; the text of variables in it is quoted.
        case pattern
        /// A condition, or several.
        case condition
        /// Shapes by name.
        case shapes
        /// A string, or an object of strings keyed by locale.
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
            case .pattern: "regular expression"
            case .shapes: "shapes by name"
            case .number, .list, .rule, .condition: rawValue
            }
        }
    }

    /// What an option is for, whatever its name is.
    public enum Role: String, Sendable, CaseIterable {
        /// It names another attribute, or one that receives a value.
        case attribute, target
        /// It names attributes: one, those of a list, or the keys of an object.
        case attributes
        /// It names attributes in a list, or as the keys of an object; a name alone is one in the collection.
        case mappedAttributes
        /// It names members of the value, which are allowed, required or prohibited; members of its items.
        case allowedKeys, requiredKeys, prohibitedKeys, members
        /// It names the member that says of which shape the value is.
        case discriminator
        /// It names a collection; a shape of the rule set.
        case collection, shape
        /// Bounds of the number, the length, the count or the time: inclusive and exclusive.
        case minimum, maximum, above, below
        /// The exact length or count.
        case size
        /// What the value is a multiple of.
        case step
        /// The values that are allowed; those of which one is searched for or set.
        case choices, sought
        /// What the value is compared with, and how.
        case comparand, comparison
        case country, locale, format, timeZone, calendar
        /// What lengths count; the order of items; whether the rule passes what it would reject otherwise.
        case unit, direction, reversal
        /// An expression; an object of them.
        case expression, expressions
        /// The code of the violation.
        case code
        /// It names files that are read when a plan is made.
        case file

        /// The attributes that a value of the option names and that the rule reads; `nil` if it names none.
        package func attributes(in value: AnyValue) -> [String]? {
            switch (self, value) {
            case (.attribute, .text(let name)), (.attributes, .text(let name)): [name]
            case (.attributes, .list(let items)), (.mappedAttributes, .list(let items)): items.compactMap(\.text)
            case (.attributes, .object(let members)), (.mappedAttributes, .object(let members)): members.map(\.key)
            case (.attribute, _), (.attributes, _), (.mappedAttributes, _): []
            default: nil
            }
        }

        /// Whether it names members of the value.
        package var namesKeys: Bool { [.allowedKeys, .requiredKeys, .prohibitedKeys].contains(self) }

        /// Whether it is a bound, which another attribute may have.
        package var isBound: Bool { [.minimum, .maximum, .above, .below, .size].contains(self) }
    }

    /// The option's name.
    public let name: String
    /// The kind of value that the option accepts.
    public let kind: Kind
    /// One sentence for the person who writes rules.
    public let summary: String
    /// Whether a rule must set the option.
    public let isRequired: Bool
    /// The strings that the option accepts, also as items of a list; empty if it accepts any.
    public let choices: [String]
    /// Whether the option also accepts `{ attribute: name }`: then its value is that of another attribute.
    public let acceptsAttribute: Bool
    /// What the option is for; `nil` if only the rule type knows.
    public let role: Role?
    /// The option without which this one has no effect.
    public let needs: String?
    /// The option that has priority: beside it this one has no effect.
    public let yieldsTo: String?

    /// Whether an empty string or list says something; otherwise it is refused, because the option needs one element.
    public let mayBeEmpty: Bool
    /// The bound that every value keeps, for a minimum with this default: one that is not above it decides nothing.
    public let floor: Int?

    /// Describes an option.
    public init(
        _ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false, choices: [String] = [],
        acceptsAttribute: Bool = false, role: Role? = nil, needs: String? = nil,
        yieldsTo: String? = nil, mayBeEmpty: Bool = true, floor: Int? = nil
    ) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.isRequired = isRequired
        self.choices = choices
        self.acceptsAttribute = acceptsAttribute
        self.role = role
        self.needs = needs
        self.yieldsTo = yieldsTo
        self.mayBeEmpty = mayBeEmpty
        self.floor = floor
    }

    /// The kinds of values in the words of the documentation.
    package var words: String {
        kind.words + (acceptsAttribute ? ", or { attribute: name }" : "") + (acceptsKeys ? ", or { keysOf: name }" : "")
            + (needs.map { "; only with \($0)" } ?? "") + (yieldsTo.map { "; not beside \($0)" } ?? "")
    }

    /// Whether the value may be the keys of another attribute, which are a list.
    package var acceptsKeys: Bool { acceptsAttribute && kind == .list }
}

/// Why a rule's options cannot be used.
public struct OptionError: Error, Sendable, CustomStringConvertible {
    /// The option at fault, `nil` when it is the rule as a whole.
    public let option: String?
    /// One sentence without the option's name and without a full stop.
    public let reason: String
    /// The name that was probably meant.
    public let suggestion: String?
    /// Where the fault is, when that is within the option's value.
    package var position: SourcePosition?
    /// Whether the plugin of the rule type failed: then the options are not at fault.
    package var isFailure = false

    /// Creates an error.
    public init(option: String? = nil, reason: String, suggestion: String? = nil) {
        self.option = option
        self.reason = reason
        self.suggestion = suggestion
    }

    /// An error that shows what was expected and what was found.
    package static func expected(
        _ what: String, at option: String, found value: AnyValue, suggestion: String? = nil
    ) -> OptionError {
        let found =
            switch value {
            case .text(let text): "'\(text.count > 40 ? text.prefix(40) + "…" : text)'"
            case .list: "a list"
            case .object: "an object"
            default: value.description
            }
        return OptionError(option: option, reason: "expected \(what), found \(found)", suggestion: suggestion)
    }

    /// Creates an error of a plugin that failed.
    package init(failure reason: String) {
        self.init(reason: reason)
        isFailure = true
    }

    /// A description for people.
    public var description: String {
        let subject = option.map { "option '\($0)': " } ?? ""
        return subject + reason + Suggestion.hint(suggestion)
    }
}
