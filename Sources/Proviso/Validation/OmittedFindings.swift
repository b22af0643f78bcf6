/// The findings of one record that were counted and not kept, since there were too many of them.
package struct OmittedFindings: Sendable {
    /// What is known of a finding that is not kept.
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

    mutating func count(_ code: Code, attribute: String, rule: RuleReference) {
        counts[Kind(rule: rule, attribute: attribute, code: code), default: 0] += 1
    }
}

extension Record {
    /// How many findings of one validation are kept; the others are only counted.
    package var findingLimit: Int {
        get { state.pointee.findingLimit }
        set { state.pointee.findingLimit = newValue }
    }

    /// What the last validation counted and did not keep; asked once, after each validation that reached the limit.
    package func takeOmittedFindings() -> OmittedFindings {
        defer { state.pointee.omitted = OmittedFindings() }
        return state.pointee.omitted
    }
}

extension ValidationContext {
    /// Whether the next finding is only counted.
    var isFull: Bool { violations.count >= record.state.pointee.findingLimit }

    /// Counts a finding about the value being checked.
    func omit(_ code: Code) {
        let (attribute, rule) = step._withUnsafeGuaranteedRef { info in
            let name =
                pathRest == 0
                ? info.attribute.name : ValuePath(Array(info.attribute.path.components.dropLast(pathRest))).description
            return (name, innerRule ?? info.rule)
        }
        record.state.pointee.omitted.count(code, attribute: attribute, rule: rule)
    }
}
