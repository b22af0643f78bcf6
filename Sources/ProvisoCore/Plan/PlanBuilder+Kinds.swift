internal import ProvisoMessages

/// What the rules of an attribute say together of the kinds of its values.
extension PlanBuilder {
    /// The kinds that all rules take which apply to each value at a path; `nil` if they do not say.
    func kinds(at path: ValuePath, in bound: [BoundRule]) -> ValueKindSet? {
        var found: ValueKindSet?
        for rule in bound where rule.rule.severity == .error && rule.rule.on.isEmpty && rule.rule.except.isEmpty {
            for draft in rule.drafts where draft.attribute.path == path && draft.conditions.isEmpty {
                // What takes nothing at all is another mistake.
                let kinds = draft.check.facts.kinds
                if !kinds.isEmpty { found = found?.intersection(kinds) ?? kinds }
            }
        }
        return found
    }

    /// Warnings for paths that stay open in closed rules although their values have no members.
    func openValuesWithoutMembers(in bound: [BoundRule]) -> [RuleSetError.Diagnostic] {
        ruleSet.openParts.paths.compactMap { path in
            guard let kinds = kinds(at: ValuePath(path), in: bound), kinds.isDisjoint(with: .collections) else {
                return nil
            }
            return RuleSetError.Diagnostic(
                position: ruleSet.openParts.positions[path],
                reason: "'\(path)' in 'open' of 'closed' has no effect: its rules take \(kinds.words), "
                    + "which has no members")
        }
    }
}
