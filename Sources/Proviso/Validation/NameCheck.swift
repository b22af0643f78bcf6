/// Checks that every attribute and scenario a rule set names is known.
struct NameCheck {
    let ruleSet: RuleSet
    let names: [String]
    /// Whether the attributes were declared, so that rules may not bring new ones.
    let isClosed: Bool

    func run(_ report: (RuleSetError.Diagnostic) -> Void) {
        let known = Set(names)
        for rule in ruleSet.rules {
            check(rule, known: known, report)
            checkScenarios(of: rule, report)
        }
        let parents = Set(names.flatMap(Self.parents))
        for (kind, texts) in [("label", ruleSet.labels), ("hint", ruleSet.hints)] {
            for attribute in texts.keys.sorted() where !known.contains(attribute) && !parents.contains(attribute) {
                report(unknown("attribute", attribute, in: names, key: "\(kind) \(attribute)", label: " in \(kind)s"))
            }
        }
        for (scenario, attributes) in ruleSet.scenarios.sorted(by: { $0.key < $1.key }) {
            for attribute in attributes.map(RuleSet.plain) where !known.contains(attribute) {
                report(
                    unknown(
                        "attribute", attribute, in: names, key: "scenario \(scenario) \(attribute)",
                        label: " in scenario '\(scenario)'"))
            }
        }
    }

    /// What an attribute lies in: it can be reported for not being a list or an object, so it may have a label.
    private static func parents(_ attribute: String) -> [String] {
        let components = attribute.split(separator: ".")
        return components.indices.dropFirst().map { components[..<$0].joined(separator: ".") }
    }

    private func check(_ rule: Rule, known: Set<String>, _ report: (RuleSetError.Diagnostic) -> Void) {
        if rule.attributes.isEmpty {
            report(RuleSetError.Diagnostic(position: rule.position, reason: "a rule names at least one attribute"))
        }
        for attribute in rule.attributes.map(RuleSet.plain) {
            if let reason = fault(in: attribute) {
                report(RuleSetError.Diagnostic(position: rule.position, reason: reason))
            } else if isClosed, !known.contains(String(attribute.prefix { $0 != "." })), !known.contains(attribute) {
                report(
                    RuleSetError.Diagnostic(
                        position: rule.position, reason: "unknown attribute '\(attribute)'",
                        suggestion: Suggestion.nearest(to: attribute, in: names)))
            }
        }
    }

    private func fault(in attribute: String) -> String? {
        let components = attribute.split(separator: ".", omittingEmptySubsequences: false)
        if components.contains("") { return "'\(attribute)' is not a path: a name is missing" }
        if components.first == "*" { return "'\(attribute)' is not a path: it begins with '*'" }
        if components.count > Record.maximumDepth {
            return "'\(attribute)' has more than \(Record.maximumDepth) parts"
        }
        return nil
    }

    /// Scenarios can be checked only where the rule set declares them; else naming one makes it.
    private func checkScenarios(of rule: Rule, _ report: (RuleSetError.Diagnostic) -> Void) {
        guard !ruleSet.scenarios.isEmpty else { return }
        let known = Set(ruleSet.scenarios.keys).union([RuleSet.defaultScenario])
        for scenario in rule.on + rule.except where !known.contains(scenario) {
            report(
                RuleSetError.Diagnostic(
                    position: rule.position, reason: "unknown scenario '\(scenario)'",
                    suggestion: Suggestion.nearest(to: scenario, in: known)))
        }
    }

    private func unknown(
        _ what: String, _ name: String, in known: [String], key: String, label: String
    ) -> RuleSetError.Diagnostic {
        RuleSetError.Diagnostic(
            position: ruleSet.positions[key], reason: "unknown \(what) '\(name)'\(label): no rule names it",
            suggestion: Suggestion.nearest(to: name, in: known))
    }
}
