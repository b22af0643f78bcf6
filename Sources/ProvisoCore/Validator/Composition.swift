package import ProvisoMessages

/// What a rule itself says of empty values; with a type of a rule set, it counts for all rules that the type stands for.
struct OwnWishes: Sendable {
    var skipOnEmpty: Bool?
    var empty: Emptiness?
    var nullable: Bool?

    /// A rule of the type, with these wishes before its own.
    func given(to rule: Constraint) -> Constraint {
        var rule = rule
        rule.skipOnEmpty = skipOnEmpty ?? rule.skipOnEmpty
        rule.empty = empty ?? rule.empty
        rule.nullable = nullable ?? rule.nullable
        return rule
    }

    /// These wishes, or where they say nothing those of an inner rule.
    func over(_ inner: OwnWishes) -> OwnWishes {
        OwnWishes(
            skipOnEmpty: skipOnEmpty ?? inner.skipOnEmpty, empty: empty ?? inner.empty,
            nullable: nullable ?? inner.nullable)
    }
}

/// The rules that a rule type of a rule set is made of, for the options of one rule.
package struct Composition: Sendable {
    package let rules: [Constraint]
    /// The code of all violations, `nil` for those of the rules themselves.
    package let code: Code?
    /// What messages of that code can show: the options.
    package let parameters: Parameters

    /// How many parts the values have that were put in for the options.
    package let nodes: Int

    package init(_ rules: [Constraint], code: Code? = nil, parameters: Parameters = [:], nodes: Int = 0) {
        (self.rules, self.code, self.parameters, self.nodes) = (rules, code, parameters, nodes)
    }

    /// The maximum number of rules that a rule type of a rule set stands for, those of the types in it included.
    ///
    /// Types that use others twice grow with a power of 2.
    package static let maximumRules = 1_000
    /// The maximum number of rules that stand for all uses of such types in a rule set.
    package static let maximumTotal = 20_000
    /// How many types of a rule set can be made of each other.
    package static let maximumDepth = 32
}
