import Proviso

/// Finds keys of rules that have no effect: on how a rule goes together with the others of its attribute, where there are
/// none, and on a rule that rejects nothing.
struct OrderLint {
    let plan: Plan

    var advice: [RuleLint.Advice] {
        let rules = plan.ruleSet.rules
        let paths = rules.map { $0.attributes.map { ValuePath(RuleSet.plain($0)) } }
        return rules.indices.flatMap { index -> [RuleLint.Advice] in
            let rule = rules[index]
            let reasons = [
                ofNoRejection(rule), bail(rule, paths[index], before: paths[(index + 1)...]),
                skipping(rule, paths[index], after: paths[..<index]),
            ]
            return reasons.compactMap { $0 }.map { RuleLint.Advice(position: rule.position, reason: $0) }
        }
    }

    /// Why a key of a rule has no effect that rejects nothing.
    private func ofNoRejection(_ rule: Rule) -> String? {
        guard rule.constraint.onlyChanges(in: plan) else { return nil }
        let onlyNames = plan.registry.about(rule.constraint.type).effect == .namesAttribute
        let key =
            rule.bail
            ? "bail"
            : rule.severity != .error
                ? "severity"
                : onlyNames && !rule.when.isEmpty ? "when" : onlyNames && !rule.unless.isEmpty ? "unless" : nil
        return key.map { "'\($0)' has no effect for '\(rule.constraint.type)', which rejects nothing: remove the key" }
    }

    /// Why `bail` of a rule has no effect: it keeps later rules from what is invalid.
    private func bail(_ rule: Rule, _ paths: [ValuePath], before later: ArraySlice<[ValuePath]>) -> String? {
        guard rule.bail, !rule.constraint.onlyChanges(in: plan) else { return nil }
        if rule.severity != .error {
            return
                "'bail' has no effect beside 'severity: \(rule.severity)': only an error keeps later rules from running"
        }
        // Unknown members are found last.
        if plan.ruleSet.closed || paths.contains(where: \.components.isEmpty) { return nil }
        let isOfItself = paths.indices.contains { one in paths[(one + 1)...].contains { Self.holds(paths[one], $0) } }
        let isFollowed = later.joined().contains { other in paths.contains { Self.holds($0, other) } }
        return isOfItself || isFollowed
            ? nil
            : "'bail' has no effect, because no later rule is about \(Self.words(rule)) or what is in it: "
                + "put it before the others, or remove the key"
    }

    /// Why `skipOnError: false` of a rule has no effect: it lets the rule see what has an error already.
    private func skipping(_ rule: Rule, _ paths: [ValuePath], after earlier: ArraySlice<[ValuePath]>) -> String? {
        let parts = rule.constraint.writtenOut(in: plan.registry)
        guard !rule.skipOnError, rule.when.isEmpty, rule.unless.isEmpty, parts.count == 1, let part = parts.first,
            part.check == nil, part.inner.isEmpty, part.namedAttributes.isEmpty, !part.about.needsOthers,
            part.text(.expression) == nil, (rule.empty ?? part.empty ?? plan.ruleSet.empty) != .absent,
            case .builtIn? = plan.registry[part.type]?.origin
        else { return nil }
        let mayHaveErrors = earlier.joined().contains { other in
            paths.contains { Self.holds($0, other) || Self.holds(other, $0) }
        }
        return mayHaveErrors
            ? nil
            : "'skipOnError: false' has no effect, because no earlier rule is about \(Self.words(rule)): remove the key"
    }

    private static func words(_ rule: Rule) -> String {
        rule.attributes.map { "'\(RuleSet.plain($0))'" }.joined(separator: ", ")
    }

    /// Whether one path is another one, or leads through it; all items of a list are each of them.
    private static func holds(_ outer: ValuePath, _ inner: ValuePath) -> Bool {
        outer.components.count <= inner.components.count
            && zip(outer.components, inner.components).allSatisfy { $0 == $1 || $0 == .each || $1 == .each }
    }
}
