package import Proviso

/// A record with what the rules say of it, which was validated before it was given out.
package struct Sample: Sendable {
    /// The record.
    package let record: AnyValue
    /// Records that come before it in the same run, where rules compare records.
    package var before: [AnyValue] = []
    /// The violations; none for a valid record.
    package let findings: [Violation]
    /// The id of the rule that the sample shows.
    package let rule: String
    /// What it shows, such as `min` for a record at this bound.
    package let what: String

    /// Whether the record is valid.
    package var isValid: Bool { findings.isEmpty }
}

/// The samples of one rule for one of its attributes, or why there are none.
package struct RuleSamples: Sendable {
    package let target: ProofTarget
    package var valid: [Sample] = []
    package var invalid: [Sample] = []
    /// Why there is no valid sample; `nil` if there is one.
    package var validReason: String?
    /// Why there is no invalid sample; `nil` if there is one.
    package var invalidReason: String?

    /// Whether the work was spent before a sample was found, which says nothing of the rule.
    package var isUndecided: Bool { validReason == Effort.reason || invalidReason == Effort.reason }

    /// Where the rule is, for notes.
    package var place: String {
        let position = target.rule.position.map { "\($0): " } ?? ""
        return "\(position)rule \(target.id), '\(target.rule.constraint.type)' of '\(target.attribute)'"
    }
}
