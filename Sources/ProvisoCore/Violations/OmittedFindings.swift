package import ProvisoMessages

/// The violations of one record that were counted but not kept, because there were too many.
package struct OmittedFindings: Sendable, Hashable {
    /// The facts that are kept of an omitted violation.
    package struct Kind: Sendable, Hashable {
        package let rule: RuleReference
        package let attribute: String
        package let code: Code

        package init(rule: RuleReference, attribute: String, code: Code) {
            self.rule = rule
            self.attribute = attribute
            self.code = code
        }

        /// A fault is always an error, as for a `Violation`.
        package var severity: Severity { code == .fault ? .error : rule.severity }

        package static func == (one: Kind, other: Kind) -> Bool {
            one.rule === other.rule && one.attribute == other.attribute && one.code == other.code
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(ObjectIdentifier(rule))
            hasher.combine(attribute)
            hasher.combine(code)
        }
    }

    package private(set) var counts: [Kind: Int] = [:]

    package init() {}

    package var isEmpty: Bool { counts.isEmpty }

    /// The number of violations.
    package var count: Int { counts.values.reduce(0, +) }

    /// Whether one of them makes the record invalid.
    package var hasErrors: Bool { counts.keys.contains { $0.severity == .error } }

    /// Adds those of another validation of the same values.
    package mutating func add(_ other: OmittedFindings) {
        for (kind, count) in other.counts { counts[kind, default: 0] += count }
    }

    package mutating func add(_ count: Int, _ kind: Kind) { counts[kind, default: 0] += count }

    /// Forgets those of some kinds.
    package mutating func removeAll(where isUnwanted: (Kind) -> Bool) {
        if !counts.isEmpty { counts = counts.filter { !isUnwanted($0.key) } }
    }

    /// Adds those of a value in the record, whose attributes have other names there.
    mutating func add(_ other: OmittedFindings, naming name: (String) -> String) {
        for (kind, count) in other.counts {
            counts[Kind(rule: kind.rule, attribute: name(kind.attribute), code: kind.code), default: 0] += count
        }
    }

    mutating func count(_ code: Code, attribute: String, rule: RuleReference) {
        counts[Kind(rule: rule, attribute: attribute, code: code), default: 0] += 1
    }
}
