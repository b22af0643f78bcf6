internal import ProvisoMessages

/// All violations of one validation, in rule order; of a rule for the items of a list, in the order of the items.
///
/// Those of a model are in the order of its attributes. There are at most `Registry.violationLimit` violations; the others
/// are counted, and the verdict is that of all of them.
///
/// It is an `Error`, so programs can throw it: `throw report`, `parsed.get()`. As `Codable` data it is an object with
/// `valid` and `violations`, with all that a message needs in any locale.
public struct Report: Error, Hashable, Codable {
    /// The violations, in rule order.
    public let violations: [Violation]
    /// The violations beyond the limit.
    package let omitted: OmittedFindings

    /// Makes a report from violations.
    public init(violations: [Violation] = []) {
        self.init(violations: violations, omitted: OmittedFindings())
    }

    package init(violations: [Violation], omitted: OmittedFindings) {
        self.violations = violations
        self.omitted = omitted
    }

    /// Whether no violation has the severity `error`, not even one that was only counted.
    public var isValid: Bool { !omitted.hasErrors && !violations.contains { $0.severity == .error } }

    /// The number of violations that were found but not kept, because there were too many.
    public var omittedCount: Int { omitted.count }

    /// Whether there were more violations than are kept.
    public var isTruncated: Bool { !omitted.isEmpty }

    /// Whether the rule with an id has found something.
    package func names(rule id: String) -> Bool {
        violations.contains { $0.rule.id == id } || omitted.counts.keys.contains { $0.rule.id == id }
    }

    /// The same validation with the violations in another order, or with more of them.
    package func with(_ violations: [Violation]) -> Report { Report(violations: violations, omitted: omitted) }

    /// The violations of an attribute, named as in the rules.
    public subscript(attribute: String) -> [Violation] {
        violations.filter { $0.attribute == attribute }
    }

    private enum Keys: String, CodingKey { case valid, violations, more }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        violations = try container.decode([Violation].self, forKey: .violations)
        var omitted = OmittedFindings()
        for kind in try container.decodeIfPresent([OmittedKind].self, forKey: .more) ?? [] { kind.add(to: &omitted) }
        self.omitted = omitted
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(isValid, forKey: .valid)
        try container.encode(violations, forKey: .violations)
        if isTruncated { try container.encode(OmittedKind.all(omitted), forKey: .more) }
    }
}

/// Violations that were only counted, as data.
private struct OmittedKind: Codable {
    let attribute: String
    let code: String
    let rule: String
    let type: String
    let severity: Severity
    let count: Int

    /// The kinds in an order that does not depend on the run.
    static func all(_ omitted: OmittedFindings) -> [OmittedKind] {
        omitted.counts.map { kind, count in
            OmittedKind(
                attribute: kind.attribute, code: kind.code.rawValue, rule: kind.rule.id, type: kind.rule.type.rawValue,
                severity: kind.severity, count: count)
        }.sorted { ($0.attribute, $0.code, $0.rule) < ($1.attribute, $1.code, $1.rule) }
    }

    func add(to omitted: inout OmittedFindings) {
        let reference = RuleReference(id: rule, type: RuleType(rawValue: type), severity: severity)
        omitted.add(count, .init(rule: reference, attribute: attribute, code: Code(rawValue: code)))
    }
}

extension Report: CustomStringConvertible {
    /// One line per violation for logs, such as `email: email.invalid`.
    ///
    /// A `ReportLocalizer` makes messages for people.
    public var description: String {
        if violations.isEmpty { return "no violations" }
        let more = isTruncated ? ["and \(omittedCount) more"] : []
        return (violations.map(\.description) + more).joined(separator: "\n")
    }
}
