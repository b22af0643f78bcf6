public import ProvisoMessages

/// A problem that a rule reports for a value: code, parameters and path, without a message.
///
/// A `Localizer` renders the message, in any locale and at any time.
public struct Violation: Sendable {
    /// The stable name of the kind of violation, such as `string.tooShort`.
    public let code: Code
    /// The parameters of the code, which the message may show.
    public let parameters: Parameters
    /// The byte offset of the value in the JSON text, or `nil` if it is absent or comes from elsewhere.
    public let offset: Int?
    let site: ViolationSite

    /// The attribute as the rule names it, such as `items.*.sku`.
    public var attribute: String { site.attribute }
    /// The path of the value with real positions: `items.3.sku`.
    public var path: ValuePath { site.path }
    /// The rule that reported the violation.
    public var rule: RuleReference { site.rule }
    /// Where what the value violates is written: the keyword in the file of a schema, or else the rule.
    public var rulePosition: SourcePosition? { site.origin?.position ?? site.rule.position }
    /// Where the schema of several begins that the value was probably meant for; its violations alone are reported.
    package var branch: SourcePosition? { site.origin?.branch }
    /// What people call the value, if the validator said so.
    package var givenLabel: String? { site.knownLabel }
    /// The message for it, if the validator has one; a message of the rule has priority.
    package var givenMessage: GivenMessage? { site.message }
    /// The severity of the rule; a fault is always an error, because the value was not validated.
    public var severity: Severity { code == .fault ? .error : site.rule.severity }

    /// Makes a violation.
    public init(
        code: Code, parameters: Parameters = [:], attribute: String, path: ValuePath, rule: RuleReference,
        offset: Int? = nil
    ) {
        let site = ViolationSite(attribute: attribute, path: path, rule: rule)
        self.init(code: code, parameters: parameters, site: site, offset: offset)
    }

    /// The same violation of a value that has another place in a larger record.
    func moved(to path: ValuePath, attribute: String, _ parameters: Parameters) -> Violation {
        let site = ViolationSite(
            attribute: attribute, path: path, rule: rule, message: site.message, origin: site.origin)
        return Violation(code: code, parameters: parameters, site: site, offset: offset)
    }

    package init(code: Code, parameters: Parameters, site: ViolationSite, offset: Int?) {
        self.code = code
        self.parameters = parameters
        self.site = site
        self.offset = offset
    }
}

extension Violation {
    /// The parameter that has the expression.
    static let expression = "expression"

    /// Whether it says that an expression had no value.
    fileprivate var isIdle: Bool {
        code == .fault && parameters.list.contains { $0.name == Self.expression }
    }

    /// Whether the verdict does not depend on expressions that had no value.
    fileprivate var decides: Bool { severity == .error && !isIdle }
}

extension [Violation] {
    /// Without the expressions that had no value, if the record has an error of another kind.
    ///
    /// That error is often the reason, and the order of the rules must not matter.
    var withoutIdleFaults: [Violation] {
        guard contains(where: \.isIdle), contains(where: \.decides) else { return self }
        return filter { !$0.isIdle }
    }
}

/// The path and rule of a violation; all violations of a step share one object, except those of items in a list.
package final class ViolationSite: Sendable {
    let attribute: String
    let path: ValuePath
    package let rule: RuleReference
    /// The attribute's label if no rule set gives one, or `nil` until it is made.
    fileprivate let knownLabel: String?
    /// What the validator says in place of the catalogs.
    let message: GivenMessage?
    /// Where the validator itself reads what is wanted; `nil` if that is the rule.
    let origin: ViolationOrigin?

    package init(
        attribute: String, path: ValuePath, rule: RuleReference, label: String? = nil, message: GivenMessage? = nil,
        origin: ViolationOrigin? = nil
    ) {
        self.message = message
        self.origin = origin
        self.attribute = attribute
        self.path = path
        self.rule = rule
        knownLabel = label
    }

    var generatedLabel: String { knownLabel ?? Labels.generate(from: attribute) }
}

/// The place in a schema that a violation comes from.
package struct ViolationOrigin: Sendable {
    /// The keyword.
    let position: SourcePosition?
    /// The schema of `anyOf` or `oneOf` that was probably meant, if the keyword is in one.
    let branch: SourcePosition?

    package init(_ position: SourcePosition?, branch: SourcePosition?) {
        (self.position, self.branch) = (position, branch)
    }
}

/// A message that comes with the violations of a validator, such as from a schema.
package final class GivenMessage: Sendable {
    let compiled: CompiledMessages
    /// Whether it shows the value.
    let showsValue: Bool

    package init(_ compiled: CompiledMessages) {
        self.compiled = compiled
        showsValue = compiled.showValue
    }
}

/// The severity of a violation: only an error makes a record invalid.
public enum Severity: String, Sendable, CaseIterable, Codable {
    case error, warning, info
}

/// The rule that reported a violation.
public final class RuleReference: Sendable {
    /// The rule's `id`, or else its number in the rule set, from 1.
    public let id: String
    /// The rule type.
    public let type: RuleType
    /// The severity of the rule's violations.
    public let severity: Severity
    /// The rule's position in its file, or `nil` if it is in no file.
    public let position: SourcePosition?
    /// The rule's own messages.
    package let messages: CompiledMessages
    let hasMessages: Bool
    /// The rank of the rule and its attribute in the plan, from 1; 0 for rules that no rule set contains.
    let order: Int

    /// Makes a reference to a rule, for violations that a program makes itself.
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
