package import Proviso

/// A kind of findings: the same rule, attribute and code.
///
/// The number of kinds depends on the rules and codes, and not on the size of the data.
package struct ViolationKind: Sendable, Hashable {
    package let rule: String
    package let type: RuleType
    package let attribute: String
    package let code: Code
    package let severity: Severity
    /// The position of the rule, such as `rules.yaml:7:5`; `nil` for rules that are not in a file.
    package let position: SourcePosition?

    init(_ violation: Violation) {
        rule = violation.rule.id
        type = violation.rule.type
        attribute = violation.attribute
        code = violation.code
        severity = violation.severity
        position = violation.rule.position
    }

    init(_ kind: OmittedFindings.Kind) {
        rule = kind.rule.id
        type = kind.rule.type
        attribute = kind.attribute
        code = kind.code
        severity = kind.code == .fault ? .error : kind.rule.severity
        position = kind.rule.position
    }

    /// The code and the attribute, on one line.
    var name: String { (attribute.isEmpty ? code.rawValue : "\(code.rawValue) \(attribute)").visible }

    /// How many findings of each kind a record has that are counted and not listed.
    static func counts(_ omitted: OmittedFindings) -> [ViolationKind: Int] {
        Dictionary(omitted.counts.map { (ViolationKind($0.key), $0.value) }, uniquingKeysWith: +)
    }

    /// `rules.yaml:7`, for people.
    var place: String? { position.map { "\($0.file ?? "<rules>"):\($0.line)".visible } }

    /// Errors first, then in the order of the rule file if that is known.
    static func precedes(_ one: ViolationKind, _ other: ViolationKind) -> Bool {
        let (left, right) = (one.rank, other.rank)
        if left != right { return left < right }
        return (one.rule, one.attribute, one.code.rawValue) < (other.rule, other.attribute, other.code.rawValue)
    }

    private var rank: (severity: Int, line: Int, column: Int) {
        (Severity.allCases.firstIndex(of: severity) ?? 0, position?.line ?? 0, position?.column ?? 0)
    }

    func write(to writer: inout JSONWriter, count: Int) {
        writer.object {
            $0.member("rule", rule)
            $0.member("type", type.rawValue)
            $0.member("attribute", attribute)
            $0.member("code", code.rawValue)
            $0.member("severity", severity.rawValue)
            if let position { $0.member("rulePosition", position.description) }
            $0.member("count", count)
        }
    }

    /// Reads the output of `write`.
    init?(_ value: AnyValue) {
        guard let rule = value["rule"]?.string, let type = value["type"]?.string,
            let attribute = value["attribute"]?.string, let code = value["code"]?.string,
            let severity = value["severity"]?.string.flatMap(Severity.init)
        else { return nil }
        self.rule = rule
        self.type = RuleType(rawValue: type)
        self.attribute = attribute
        self.code = Code(rawValue: code)
        // A fault is an error, whatever the report says.
        self.severity = code == Code.fault.rawValue ? .error : severity
        position = value["rulePosition"]?.string.flatMap(SourcePosition.init(description:))
    }
}
