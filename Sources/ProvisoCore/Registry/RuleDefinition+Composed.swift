public import ProvisoMessages

extension RuleDefinition {
    /// The definition of a rule type that is made of other rules; `compose` gives them for the options of a rule.
    package init(
        composed type: RuleType, at position: SourcePosition?, options: [OptionDescription], codes: [CodeDescription],
        compose: @escaping @Sendable (OptionReader) throws(OptionError) -> Composition
    ) {
        self.init(
            type: type, origin: .ruleSet(position?.description ?? "the rule set"), options: options, codes: codes
        ) { (options: OptionReader) throws(OptionError) -> Check in Check(RuleSequence(try compose(options))) }
        self.compose = compose
    }

    /// A rule type that is made of other rules for the same value, such as `sku` of a string and a pattern.
    ///
    /// The rules run in their order; the first one with a violation ends the check. With `code` that is the code of
    /// the violation.
    public init(_ type: RuleType, of rules: [Constraint], code: Code? = nil) {
        self.init(composed: type, at: nil, options: [], codes: code.map { [CodeDescription($0)] } ?? []) { _ in
            Composition(rules, code: code)
        }
    }
}
