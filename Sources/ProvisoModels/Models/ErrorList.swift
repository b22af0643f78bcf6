internal import JSONBridge
internal import ProvisoABI
public import ProvisoCore
public import ProvisoMessages

/// The violations of a model: those that were found and those that were added, in the order they came.
///
/// An attribute such as `address` includes what is nested in it; `items.*.sku` stands for the items at all positions.
public struct ErrorList: Sendable {
    /// All violations, including warnings and infos.
    public private(set) var violations: [Violation] = []
    /// The violations that were only counted, because there were too many.
    private var omitted = OmittedFindings()
    /// The rule of what is added; `nil` where no hook adds it.
    var addedRule: RuleReference?
    /// Set by the hooks of the protocol, which do nothing.
    var isUntouched = false

    /// Creates an empty list.
    public init() {}

    /// All violations as the report of one validation.
    public var report: Report { Report(violations: violations, omitted: omitted) }

    /// The violations of severity `error`.
    public var errors: [Violation] { violations.filter { $0.severity == .error } }

    /// Whether there are no errors.
    public var isEmpty: Bool { !violations.contains { $0.severity == .error } && !omitted.hasErrors }

    /// The errors of an attribute.
    public func errors(of attribute: String) -> [Violation] { errors.filter { $0.concerns(attribute) } }

    /// Whether an attribute has an error.
    public func hasErrors(of attribute: String) -> Bool {
        violations.contains { $0.severity == .error && $0.concerns(attribute) }
    }

    /// Errors by attribute, with the positions of items, in the order in which attributes got their first one.
    public var byAttribute: [(attribute: String, errors: [Violation])] {
        var order: [String] = []
        var groups: [String: [Violation]] = [:]
        for violation in errors {
            let name = violation.path.description
            if groups[name] == nil { order.append(name) }
            groups[name, default: []].append(violation)
        }
        return order.map { ($0, groups[$0] ?? []) }
    }

    /// Adds an error by its code; a localizer finds its message like any other.
    public mutating func add(_ code: Code, _ parameters: Parameters = [:], to attribute: String) {
        violations.append(Violation(added: code, parameters, to: attribute, rule: addedRule))
    }

    /// Adds an error with a message that is shown unchanged in all locales.
    public mutating func add(text: String, to attribute: String) {
        let rule = RuleReference(id: "added", type: "added", messages: CompiledMessages(literal: text))
        violations.append(Violation(added: .custom, ["text": .text(text)], to: attribute, rule: rule))
    }

    /// Adds violations.
    public mutating func add(_ violations: some Sequence<Violation>) {
        self.violations.append(contentsOf: violations)
    }

    /// Adds what a validation found, and the number of what it did not keep.
    public mutating func add(_ report: Report) {
        if !report.violations.isEmpty { violations.append(contentsOf: report.violations) }
        if report.isTruncated { omitted.add(report.omitted) }
    }

    /// Adds a violation, or only counts it if there are `limit` already.
    mutating func add(_ violation: Violation, limit: Int) {
        if violations.count < limit { return violations.append(violation) }
        omitted.add(1, .init(rule: violation.rule, attribute: violation.attribute, code: violation.code))
    }

    /// Puts other violations of some attributes in place of theirs.
    mutating func replace(_ attributes: Set<String>, by others: [Violation]) {
        violations.removeAll { attributes.contains($0.attribute) }
        violations += others
    }

    /// Removes some violations.
    mutating func removeAll(where isUnwanted: (Violation) -> Bool) { violations.removeAll(where: isUnwanted) }

    /// Removes all violations.
    public mutating func clear() { (violations, omitted) = ([], OmittedFindings()) }

    /// Removes the violations of some attributes.
    public mutating func clear(_ attributes: [String]) {
        violations.removeAll { violation in attributes.contains { violation.concerns($0) } }
        omitted.removeAll { kind in attributes.contains { kind.attribute == $0 || kind.attribute.hasPrefix("\($0).") } }
    }

    /// Removes the violations of some attributes, but not those nested in them; also that their parent is not an
    /// object.
    mutating func clear(exactly attributes: Set<String>) {
        violations.removeAll { violation in
            attributes.contains(violation.attribute)
                || attributes.contains { $0.hasPrefix("\(violation.attribute).") }
        }
        omitted.removeAll { attributes.contains($0.attribute) }
    }
}

extension Violation {
    private static let addedRule = RuleReference(id: "added", type: "added")

    init(added code: Code, _ parameters: Parameters = [:], to attribute: String, rule: RuleReference? = nil) {
        let path = ValuePath(positions: attribute)
        self.init(
            code: code, parameters: parameters, attribute: path.pattern, path: path, rule: rule ?? Self.addedRule)
    }

    init(_ mismatch: TypeMismatch, offset: Int? = nil) {
        let found = mismatch.finding ?? Self.finding(for: mismatch.expected)
        self.init(
            code: found.code, parameters: found.parameters, attribute: mismatch.pattern.description,
            path: mismatch.path,
            rule: Self.typeRule, offset: offset)
    }

    private static func finding(for expected: AttributeType) -> Finding {
        switch expected {
        case .list: Finding(.listExpected)
        case .object: Finding(.objectExpected)
        default: Finding(.typeMismatch, ["expected": .text(expected.rawValue)])
        }
    }

    /// Data left an attribute out that a model needs.
    init(_ missing: MissingValue) {
        self.init(
            code: "required.blank", parameters: [:], attribute: missing.pattern.description, path: missing.path,
            rule: Self.addedRule)
    }

    private static let typeRule = RuleReference(id: "type", type: "type")

    /// Whether the violation is at an attribute or in it.
    func concerns(_ name: String) -> Bool {
        if attribute == name || attribute.hasPrefix("\(name).") { return true }
        guard path.components.contains(where: { if case .index = $0 { true } else { false } }) else { return false }
        let path = path.description
        return path == name || path.hasPrefix("\(name).")
    }
}

extension ValuePath {
    /// Reads a path with real positions: numbers are positions.
    init(positions text: String) {
        self.init(text)
        components = components.map { component in
            guard case .key(let key) = component, let position = Int(key), position >= 0 else { return component }
            return .index(position)
        }
    }

    /// The path as rules name it: `*` for the positions.
    var pattern: String {
        ValuePath(components.map { if case .index = $0 { .each } else { $0 } }).description
    }
}

extension CompiledMessages {
    /// One text for every code and locale, shown unchanged.
    init(literal text: String) {
        self.init()
        all = Message(pattern: MessagePattern(literal: text))
        own = Set(Code.ofEveryPlan.map(\.code))
    }
}

extension Record {
    /// Marks values that have errors from elsewhere, for rules with `skipOnError`.
    func markFailed(_ errors: ErrorList) {
        for violation in errors.violations where violation.severity == .error {
            node(at: violation.path)?.pointee.value.flags |= NodeFlag.failed
        }
    }
}
