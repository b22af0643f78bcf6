public import ProvisoCore
public import ProvisoMessages

/// What was found in a model and what was added by hand, in the order it came.
///
/// A name such as `address` also stands for what lies in it, `items.*.sku` for the item at every position.
public struct ErrorList: Sendable {
    /// Everything, warnings and remarks too.
    public private(set) var violations: [Violation] = []

    public init() {}

    /// Everything as the report of one validation.
    public var report: Report { Report(violations: violations) }

    /// What has the severity `error`.
    public var all: [Violation] { violations.filter { $0.severity == .error } }

    public var isEmpty: Bool { !violations.contains { $0.severity == .error } }

    /// The errors of an attribute.
    public func of(_ attribute: String) -> [Violation] { all.filter { $0.concerns(attribute) } }

    public func has(_ attribute: String) -> Bool {
        violations.contains { $0.severity == .error && $0.concerns(attribute) }
    }

    /// Errors by attribute, with the positions of items, in the order in which attributes got their first one.
    public var byAttribute: [(attribute: String, errors: [Violation])] {
        var order: [String] = []
        var groups: [String: [Violation]] = [:]
        for violation in all {
            let name = violation.path.description
            if groups[name] == nil { order.append(name) }
            groups[name, default: []].append(violation)
        }
        return order.map { ($0, groups[$0] ?? []) }
    }

    /// Adds an error by its code; a localizer finds its message like any other.
    public mutating func add(_ code: Code, _ parameters: Parameters = [:], to attribute: String) {
        violations.append(Violation(added: code, parameters, to: attribute))
    }

    /// Adds an error in words that are shown as they are, in any locale.
    public mutating func add(text: String, to attribute: String) {
        let rule = RuleReference(id: "added", type: "added", messages: CompiledMessages(literal: text))
        violations.append(Violation(added: .text, ["text": .text(text)], to: attribute, rule: rule))
    }

    public mutating func add(_ violations: some Sequence<Violation>) {
        self.violations.append(contentsOf: violations)
    }

    /// Removes everything.
    public mutating func clear() { violations = [] }

    /// Removes everything of some attributes.
    public mutating func clear(_ attributes: [String]) {
        violations.removeAll { violation in attributes.contains { violation.concerns($0) } }
    }

    /// Removes what was found at some attributes, but not in what lies in them; also that what they lie in is no object.
    mutating func clear(exactly attributes: Set<String>) {
        violations.removeAll { violation in
            attributes.contains(violation.attribute)
                || attributes.contains { $0.hasPrefix("\(violation.attribute).") }
        }
    }
}

extension Violation {
    private static let addedRule = RuleReference(id: "added", type: "added")

    init(added code: Code, _ parameters: Parameters = [:], to attribute: String, rule: RuleReference = addedRule) {
        let path = Path(positions: attribute)
        self.init(code: code, parameters: parameters, attribute: path.pattern, path: path, rule: rule)
    }

    init(_ misfit: Misfit, offset: Int? = nil) {
        let found = misfit.finding ?? Self.finding(for: misfit.expected)
        self.init(
            code: found.code, parameters: found.parameters, attribute: misfit.pattern.description, path: misfit.path,
            rule: Self.typeRule, offset: offset)
    }

    private static func finding(for expected: ValueKind) -> Finding {
        switch expected {
        case .list: Finding(.list)
        case .object: Finding(.object)
        default: Finding(.type, ["expected": .text(expected.rawValue)])
        }
    }

    /// Data left an attribute out that a model needs.
    init(_ missing: MissingValue) {
        self.init(
            code: "required.blank", parameters: [:], attribute: missing.pattern.description, path: missing.path,
            rule: Self.addedRule)
    }

    private static let typeRule = RuleReference(id: "type", type: "type")

    /// Whether the violation lies at an attribute or in it.
    func concerns(_ name: String) -> Bool {
        if attribute == name || attribute.hasPrefix("\(name).") { return true }
        guard path.components.contains(where: { if case .index = $0 { true } else { false } }) else { return false }
        let path = path.description
        return path == name || path.hasPrefix("\(name).")
    }
}

extension Path {
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
        Path(components.map { if case .index = $0 { .each } else { $0 } }).description
    }
}

extension CompiledMessages {
    /// One text for every code and locale, shown as it is.
    init(literal text: String) {
        self.init()
        all = Message(pattern: MessagePattern(literal: text))
        own = Set(Code.ofEveryPlan.map(\.code))
    }
}
