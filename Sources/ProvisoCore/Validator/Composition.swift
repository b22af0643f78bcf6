package import ProvisoMessages

/// The rules that a rule type of a rule set is made of, for the options of one rule.
package struct Composition: Sendable {
    package let rules: [Constraint]
    /// The code of all violations, `nil` for those of the rules themselves.
    package let code: Code?
    /// What messages of that code can show: the options.
    package let parameters: Parameters

    package init(_ rules: [Constraint], code: Code? = nil, parameters: Parameters = [:]) {
        (self.rules, self.code, self.parameters) = (rules, code, parameters)
    }

    /// The maximum number of rules that a rule type of a rule set stands for, those of the types in it included.
    ///
    /// Types that use others twice grow with a power of 2.
    package static let maximumRules = 1_000
    /// The maximum number of rules that stand for all uses of such types in a rule set.
    package static let maximumTotal = 100_000
    /// How many types of a rule set can be made of each other.
    package static let maximumDepth = 32
}
