internal import ProvisoMessages

/// Finds what cases expect and can never be found: codes, paths, rules and scenarios that are misspelled.
package struct CaseCheck {
    private let codes: [String]?
    private let paths: [ValuePath]
    private let ids: [String]
    private let scenarios: [String]
    private let plan: Plan
    /// Whether a rule may report any path.
    private let isOpen: Bool

    package init(_ plan: Plan) {
        self.plan = plan
        codes = plan.reportedCodes.map { $0.map(\.rawValue).sorted() }
        // Each scenario lists all rules, those that do not run in it too.
        let rules = plan.plannedRules(in: RuleSet.defaultScenario)
        // Rules of shapes have the attributes of the shape, which may be anywhere below a rule.
        paths = plan.attributes.map(\.path)
        ids = (rules.map(\.rule.id) + plan.dataset.map(\.id) + ["structure", "closed"]).withoutRepetition()
        scenarios = plan.scenarios
        isOpen =
            plan.ruleSet.closed || codes == nil
            || rules.contains {
                $0.attribute == ValuePath.record && plan.registry.about($0.rule.type).subject != .expression
            }
    }

    /// The mistakes of all cases in the rule file; `withMembers` also finds misspelled members of their records.
    package static func mistakes(in plan: Plan, withMembers: Bool = false) -> [RuleSetError.Diagnostic] {
        if plan.ruleSet.tests.isEmpty { return [] }
        let check = CaseCheck(plan)
        return SuggestionWork.limited {
            plan.ruleSet.tests.flatMap { check.mistakes(in: $0) + (withMembers ? check.oddMembers(of: $0) : []) }
        }
    }

    /// Members of a record that no rule names, each nearly spelled as one that a rule names and the record lacks.
    private func oddMembers(of test: RuleTest) -> [RuleSetError.Diagnostic] {
        if isOpen { return [] }
        let known = Set(
            paths.compactMap { path in
                path.components.first.flatMap { if case .key(let name) = $0 { name } else { nil } }
            })
        return ((test.table ?? []) + test.before + [test.record]).flatMap { record -> [RuleSetError.Diagnostic] in
            guard case .object(let members) = record else { return [] }
            let missing = known.subtracting(members.map(\.key)).sorted()
            return members.map(\.key).filter { !known.contains($0) }.compactMap { name in
                Suggestion.likely(for: name, in: missing).map { near in
                    RuleSetError.Diagnostic(
                        position: test.position, reason: "no rule names the member '\(name)' of the case's record",
                        suggestion: near)
                }
            }
        }.withoutRepetition()
    }

    /// The mistakes of a case.
    package func mistakes(in test: RuleTest) -> [RuleSetError.Diagnostic] {
        var found: [RuleSetError.Diagnostic] = []
        func report(_ place: SourcePosition?, _ reason: String, _ name: String, _ known: [String]) {
            let near = Suggestion.nearest(to: name, in: known)
            found.append(
                RuleSetError.Diagnostic(position: place ?? test.position, reason: reason, suggestion: near))
        }
        if let scenario = test.scenario, !scenarios.contains(scenario) {
            let known = scenarios.joined(separator: ", ")
            report(test.positions["scenario"], "unknown scenario '\(scenario)' (known: \(known))", scenario, scenarios)
        }
        guard case .finds(let expected) = test.verdict else { return found }
        if let locale = test.locale, expected.contains(where: { $0.message != nil }), isUnspoken(locale) {
            report(test.positions["locale"], "there are no messages in the locale '\(locale)'", "", [])
        }
        for one in expected {
            if test.table != nil, let code = one.code, !DatasetRule.codes.contains(where: { $0.code.rawValue == code })
            {
                report(
                    one.positions["code"],
                    "a case with 'records' finds what rules about all records report, and '\(code)' is not one of their codes",
                    code,
                    DatasetRule.codes.map(\.code.rawValue))
            } else if let code = one.code, let codes, !codes.contains(code) {
                report(
                    one.positions["code"], "no rule reports the code '\(code)'\(relatives(of: code, codes))", code,
                    codes)
            }
            if let path = one.path, !isPossible(ValuePath(path)) {
                report(
                    one.positions["path"], "no rule is about the path '\(path)'", path, spellings(like: ValuePath(path))
                )
            }
            if let rule = one.rule, !ids.contains(rule) {
                let isNumber = rule.allSatisfy(\.isNumber)
                let numbers = ids.compactMap { Int($0) }.max() ?? 0
                let range = isNumber && numbers > 0 ? ": their numbers are 1 to \(numbers)" : ""
                report(
                    one.positions["rule"], "no rule has the id '\(rule)'\(range)", rule,
                    isNumber ? [] : ids.filter { Int($0) == nil })
            }
        }
        return found
    }

    /// The codes that begin as another one, if none is similar.
    private func relatives(of code: String, _ codes: [String]) -> String {
        let beginning = code.prefix { $0 != "." } + "."
        let own = codes.filter { $0.hasPrefix(beginning) }
        if own.isEmpty || Suggestion.nearest(to: code, in: codes) != nil { return "" }
        return ": those with '\(beginning)' are \(own.joined(separator: ", "))"
    }

    /// Whether all messages of a locale would be English.
    private func isUnspoken(_ locale: String) -> Bool {
        let localizer = Localizer(preferring: [locale], in: plan.catalogs, register: .data)
        return localizer.isFallback && localizer.locale == "en" && plan.ruleSet.messages[locale] == nil
            && !plan.ruleSet.rulesEverywhere.contains { $0.messages.all?.byLocale[locale] != nil }
    }

    /// Whether a rule is for the value at a path, for something that it is in, or for something in it.
    private func isPossible(_ path: ValuePath) -> Bool {
        if isOpen || path.components.isEmpty { return true }
        return paths.contains { Self.agree($0, path) }
    }

    private static func agree(_ known: ValuePath, _ path: ValuePath) -> Bool {
        !known.components.isEmpty
            && zip(known.components, path.components).allSatisfy { $0 == $1 || $0 == .each }
    }

    /// The paths of the rules, with the positions and keys of another path.
    private func spellings(like path: ValuePath) -> [String] {
        paths.map { known in
            let components = known.components.enumerated().map { index, component in
                guard component == .each else { return component }
                return path.components.indices.contains(index) ? path.components[index] : .key("0")
            }
            return ValuePath(components).shown
        }
    }
}

extension ValuePath {
    /// The path as cases write it: that of the record itself is `.`.
    package var shown: String { components.isEmpty ? "." : description }
}
