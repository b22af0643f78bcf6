public import ProvisoMessages

/// Violations as data, with the keys that `proviso check --format json` writes.
///
/// The messages of rules are not included: `Plan.restored` finds them again.
extension Violation: Codable {
    private enum Keys: String, CodingKey { case code, path, attribute, parameters, rule, type, severity, offset }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let code = Code(rawValue: try container.decode(String.self, forKey: .code))
        let pointer = try container.decode(String.self, forKey: .path)
        let rule = RuleReference(
            id: try container.decodeIfPresent(String.self, forKey: .rule) ?? "",
            type: RuleType(rawValue: try container.decodeIfPresent(String.self, forKey: .type) ?? ""),
            severity: try container.decodeIfPresent(Severity.self, forKey: .severity) ?? .error)
        let attribute = try container.decode(String.self, forKey: .attribute)
        self.init(
            code: code, parameters: try container.decodeIfPresent(Parameters.self, forKey: .parameters) ?? [:],
            attribute: attribute, path: ValuePath(pointer: pointer, of: attribute), rule: rule,
            offset: try container.decodeIfPresent(Int.self, forKey: .offset))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(code.rawValue, forKey: .code)
        try container.encode(path.pointer, forKey: .path)
        try container.encode(attribute, forKey: .attribute)
        try container.encode(parameters, forKey: .parameters)
        try container.encode(rule.id, forKey: .rule)
        try container.encode(rule.type.rawValue, forKey: .type)
        try container.encode(severity, forKey: .severity)
        try container.encodeIfPresent(offset, forKey: .offset)
    }
}

extension Violation: Hashable {
    public static func == (left: Violation, right: Violation) -> Bool {
        left.code == right.code && left.path == right.path && left.attribute == right.attribute
            && left.parameters == right.parameters && left.offset == right.offset && left.severity == right.severity
            && left.rule.id == right.rule.id && left.rule.type == right.rule.type
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(path)
    }
}

extension Violation: CustomStringConvertible {
    /// A line for logs: `items.3.sku: string.tooShort (min: 3)`.
    public var description: String {
        let place = path.components.isEmpty ? "" : "\(path): "
        let named = parameters.list.map { "\($0.name): \($0.value.plainText)" }.joined(separator: ", ")
        return named.isEmpty ? "\(place)\(code)" : "\(place)\(code) (\(named))"
    }
}

extension RuleReference: Hashable {
    public static func == (left: RuleReference, right: RuleReference) -> Bool {
        left === right || left.id == right.id && left.type == right.type && left.severity == right.severity
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension Parameters: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: AnyKey.self)
        let keys = container.allKeys.sorted { $0.stringValue < $1.stringValue }
        self.init(
            try keys.map { key in
                let value = try container.decode(AnyValue.self, forKey: key)
                return Parameter(name: key.stringValue, value: ParameterValue(stored: value))
            })
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for parameter in list { try container.encode(parameter.value.stored, forKey: AnyKey(parameter.name)) }
    }
}

extension ParameterValue {
    /// The value as data; the name of another attribute is an object, which no other value is.
    fileprivate var stored: AnyValue {
        switch self {
        case .text(let text): .text(text)
        case .integer(let number): .integer(number)
        case .unsigned(let number): .unsigned(number)
        case .number(let number): number.isFinite ? .double(number) : .null
        case .decimal(let text): .decimal(text)
        case .boolean(let truth): .boolean(truth)
        case .list(let items): .list(items.map(\.stored))
        case .attribute(let name): .object([AnyValue.Member(Self.attributeMember, .text(name))])
        }
    }
}

extension ValuePath {
    /// Reads the pointer of a violation: numbers become positions where the attribute has `*`.
    fileprivate init(pointer: String, of attribute: String) {
        self.init(pointer: pointer)
        let named = ValuePath(attribute).components
        components = components.enumerated().map { index, component in
            guard case .key(let key) = component, let position = Int(key), position >= 0 else { return component }
            let isNamed = named.indices.contains(index) && named[index] == component
            return isNamed ? component : .index(position)
        }
    }
}

extension Plan {
    /// A stored report, with the messages of the plan's rules for its violations.
    public func restored(_ report: Report) -> Report {
        report.with(
            report.violations.map { violation in
                guard let messages = rules.messages(id: violation.rule.id, code: violation.code) else {
                    return violation
                }
                let rule = RuleReference(
                    id: violation.rule.id, type: violation.rule.type, severity: violation.severity, messages: messages)
                return Violation(
                    code: violation.code, parameters: violation.parameters, attribute: violation.attribute,
                    path: violation.path, rule: rule, offset: violation.offset)
            })
    }
}
