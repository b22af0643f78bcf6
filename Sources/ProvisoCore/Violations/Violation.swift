public import ProvisoMessages

/// One finding: what is wrong and where, without words.
///
/// A `Localizer` turns it into text, in any locale and at any time.
public struct Violation: Sendable {
    /// What is wrong.
    public let code: Code
    /// What comes with the code.
    public let parameters: Parameters
    /// Where the value starts in the JSON text it came from, in bytes; nil when it came from elsewhere or is absent.
    public let offset: Int?
    let site: ViolationSite

    /// The attribute as the rule names it, such as `items.*.sku`.
    public var attribute: String { site.attribute }
    /// Where the value stands, with real positions: `items.3.sku`.
    public var path: Path { site.path }
    /// The rule that found it.
    public var rule: RuleReference { site.rule }
    /// That of the rule; a fault is always an error, since the value was not validated.
    public var severity: Severity { code == .fault ? .error : site.rule.severity }

    public init(
        code: Code, parameters: Parameters = [:], attribute: String, path: Path, rule: RuleReference, offset: Int? = nil
    ) {
        let site = ViolationSite(attribute: attribute, path: path, rule: rule)
        self.init(code: code, parameters: parameters, site: site, offset: offset)
    }

    init(code: Code, parameters: Parameters, site: ViolationSite, offset: Int?) {
        self.code = code
        self.parameters = parameters
        self.site = site
        self.offset = offset
    }
}

/// The place and the rule of a violation: one object for all that a step finds, unless it looks at items of a list.
package final class ViolationSite: Sendable {
    let attribute: String
    let path: Path
    package let rule: RuleReference
    /// The attribute's label where no rule set gives one, nil when it has yet to be made.
    private let knownLabel: String?

    package init(attribute: String, path: Path, rule: RuleReference, label: String? = nil) {
        self.attribute = attribute
        self.path = path
        self.rule = rule
        knownLabel = label
    }

    var generatedLabel: String { knownLabel ?? Labels.generate(from: attribute) }
}

/// How much a violation weighs: only an error makes a record invalid.
public enum Severity: String, Sendable, CaseIterable, Codable {
    case error, warning, info
}

/// The rule behind a violation.
public final class RuleReference: Sendable {
    /// The rule's `id`, else its number in the rule set, from 1.
    public let id: String
    public let type: RuleType
    public let severity: Severity
    /// Where the rule is written, nil when it is in no file.
    public let position: SourcePosition?
    /// The rule's own messages.
    package let messages: CompiledMessages
    let hasMessages: Bool
    /// The place of the rule and its attribute in the plan, from 1; 0 for what no rule set says.
    let order: Int

    /// A rule as violations name it, for those that a program makes itself.
    public convenience init(id: String, type: RuleType, severity: Severity = .error) {
        self.init(id: id, type: type, severity: severity, messages: CompiledMessages())
    }

    package init(
        id: String, type: RuleType, severity: Severity = .error, messages: CompiledMessages = CompiledMessages(),
        order: Int = 0, position: SourcePosition? = nil
    ) {
        self.position = position
        self.order = order
        self.id = id
        self.type = type
        self.severity = severity
        self.messages = messages
        hasMessages = !messages.isEmpty
    }
}
