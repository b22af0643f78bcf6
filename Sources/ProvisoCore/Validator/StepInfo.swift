package import ProvisoMessages

/// What a step's violations say about their origin.
package final class StepInfo: Sendable {
    package let rule: RuleReference
    package let attribute: AttributeInfo
    /// Where it finds what it finds, except for items of lists.
    let site: ViolationSite
    package let conditions: [BoundCondition]
    package let isEmpty: (@Sendable (borrowing Value) -> Bool)?
    /// Whether a message of the rule shows the value itself, which is kept out of reports otherwise.
    package let capturesValue: Bool
    /// The nested model the rule belongs to, `nil` for rules of the model or record itself.
    package let scope: (any RuleScope)?
    /// Whether the attribute's later rules are left out when this one fails.
    let bails: Bool
    package let reads: Reads
    /// The rule as it was written; `nil` for what every plan implies.
    package let source: WrittenRule?
    /// The codes that the rule and its inner rules report, or `nil` if they may report any.
    package let codes: [CodeDescription]?
    /// The places on the way to the attribute that may be null, by the number of parts of the path below them.
    ///
    /// `nil` if null means that nothing is there.
    let nullParts: Set<Int>?

    package init(
        rule: RuleReference, attribute: AttributeInfo, conditions: [BoundCondition] = [],
        isEmpty: (@Sendable (borrowing Value) -> Bool)? = nil, capturesValue: Bool = false,
        scope: (any RuleScope)? = nil,
        reads: Reads = Reads(), bails: Bool = false, source: WrittenRule? = nil,
        codes: [CodeDescription]? = nil, nullParts: Set<Int>? = nil
    ) {
        self.codes = codes
        self.nullParts = nullParts
        self.source = source
        self.reads = reads
        self.bails = bails
        self.rule = rule
        self.attribute = attribute
        site = ViolationSite(
            attribute: attribute.name, path: attribute.path, rule: rule, label: attribute.label)
        self.conditions = conditions
        self.isEmpty = isEmpty
        self.capturesValue = capturesValue
        self.scope = scope
    }
}
