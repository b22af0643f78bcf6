/// One finding: what is wrong and where, without words.
///
/// A `Localizer` turns it into text, in any locale and at any time.
public struct Violation: Sendable {
    /// What is wrong.
    public let code: Code
    /// What comes with the code.
    public let parameters: Parameters
    /// The attribute as the rule names it, such as `items.*.sku`.
    public let attribute: String
    /// Where the value stands, with real positions: `items.3.sku`.
    public let path: Path
    /// The rule that found it.
    public let rule: RuleReference
    /// Where the value starts in the JSON text it came from, in bytes; nil when it came from elsewhere or is absent.
    public let offset: Int?

    public var severity: Severity { rule.severity }

    public init(
        code: Code, parameters: Parameters = [:], attribute: String, path: Path, rule: RuleReference, offset: Int? = nil
    ) {
        self.code = code
        self.parameters = parameters
        self.attribute = attribute
        self.path = path
        self.rule = rule
        self.offset = offset
    }
}

/// How much a violation weighs: only an error makes a record invalid.
public enum Severity: String, Sendable, CaseIterable {
    case error, warning, info
}

/// The rule behind a violation.
public final class RuleReference: Sendable {
    /// The rule's `id`, else its number in the rule set, from 1.
    public let id: String
    public let type: RuleType
    public let severity: Severity
    /// The rule's own messages.
    package let messages: CompiledMessages
    /// The place of the rule and its attribute in the plan, from 1; 0 for what no rule set says.
    let order: Int

    package init(
        id: String, type: RuleType, severity: Severity = .error, messages: CompiledMessages = CompiledMessages(),
        order: Int = 0
    ) {
        self.order = order
        self.id = id
        self.type = type
        self.severity = severity
        self.messages = messages
    }
}
