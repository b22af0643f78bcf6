package import ProvisoMessages

/// The violations of one record that were counted but not kept, because there were too many.
package struct OmittedFindings: Sendable {
    /// The facts that are kept of an omitted violation.
    package struct Kind: Sendable, Hashable {
        package let rule: RuleReference
        package let attribute: String
        package let code: Code

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
