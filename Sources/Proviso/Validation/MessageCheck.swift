/// Checks the messages a rule set brings: that they can be read and use only what comes with their codes.
struct MessageCheck {
    let ruleSet: RuleSet
    let registry: Registry

    func run(_ report: (RuleSetError.Diagnostic) -> Void) {
    }

    /// Whether a message of a rule shows the value itself.
    static func showsValue(rule: Rule, codes: [CodeDescription]?, in ruleSet: RuleSet) -> Bool {
        false
    }
}
