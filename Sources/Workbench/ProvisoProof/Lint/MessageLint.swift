import Proviso

/// Finds messages that no rule uses, and codes without a message in a language that the rule set speaks.
struct MessageLint {
    let plan: Plan

    private var ruleSet: RuleSet { plan.ruleSet }

    var advice: [RuleLint.Advice] { unused + gaps + labelGaps + idleParameters }

    private var unused: [RuleLint.Advice] {
        let constraints = plan.constraints
        // Nothing is known of what a closure reports.
        guard !constraints.contains(where: { $0.check != nil && $0.codes == nil }) else { return [] }
        var codes = Set((Code.ofEveryPlan + Code.ofEveryInput).map(\.code))
        for constraint in constraints {
            codes.formUnion((constraint.codes ?? plan.registry[constraint.type]?.codes ?? []).map(\.code))
            if let code = constraint.constant("code")?.text { codes.insert(Code(rawValue: code)) }
        }
        if !ruleSet.dataset.isEmpty { codes.formUnion(DatasetRule.codes.map(\.code)) }
        let lacking = optionsLacking(constraints)
        return ruleSet.messages.sorted { $0.key < $1.key }.flatMap { locale, messages in
            messages.keys.map(\.rawValue).sorted().filter {
                !codes.contains(Code(rawValue: $0)) && !$0.hasPrefix("value.")
            }.map { code in
                RuleLint.Advice(
                    position: ruleSet.positions[.code(Code(rawValue: code), locale: locale)],
                    reason: "no rule reports '\(code)', so this message is never shown: remove it",
                    suggestion: Suggestion.nearest(to: code, in: codes.map(\.rawValue)))
            }
                + messages.keys.sorted { $0.rawValue < $1.rawValue }.compactMap { code in
                    lacking[code].map { option in
                        RuleLint.Advice(
                            position: ruleSet.positions[.code(code, locale: locale)],
                            reason:
                                "no rule that could report '\(code)' has '\(option)', so this message is never shown: "
                                + "remove it, or add the option")
                    }
                }
        }
    }

    /// The codes that no rule reports because each lacks an option for it, with the first such option.
    private func optionsLacking(_ constraints: [Constraint]) -> [Code: String] {
        var (lacking, reported) = ([Code: String](), Set<Code>())
        for constraint in constraints {
            for code in constraint.codes ?? plan.registry[constraint.type]?.codes ?? [] {
                // A rule written in Swift holds its options.
                let isReported =
                    constraint.check != nil || code.options.isEmpty
                    || code.options.contains { constraint.options[$0] != nil }
                if isReported { reported.insert(code.code) } else { lacking[code.code] = code.options[0] }
            }
        }
        return lacking.filter { !reported.contains($0.key) }
    }

    /// The locales that messages and labels of the rule set have.
    private var locales: Set<String> {
        Set(ruleSet.messages.keys)
            .union(ruleSet.labels.values.flatMap { $0.keys.filter { !$0.isEmpty } })
            .union(ruleSet.rulesEverywhere.flatMap { $0.messages.all?.byLocale.keys.map { $0 } ?? [] })
    }

    /// Codes of the rule set's own that lack a message.
    private var gaps: [RuleLint.Advice] {
        var found: [RuleLint.Advice] = []
        let locales = locales.union(["en"]).sorted()
        for rule in ruleSet.rulesEverywhere {
            if let message = rule.messages.all, message.text == nil, !message.byLocale.isEmpty {
                let missing = self.locales.filter { message.byLocale[$0] == nil }.sorted()
                if !missing.isEmpty {
                    found.append(
                        RuleLint.Advice(
                            position: message.position,
                            reason:
                                "the message of this rule is missing in \(missing.joined(separator: ", ")), which other messages or labels have"
                        ))
                }
            }
            guard let code = rule.constraint.constant("code")?.text, rule.messages.all == nil,
                rule.messages.byProblem.isEmpty
            else { continue }
            let missing = locales.filter { ruleSet.messages[$0]?[Code(rawValue: code)] == nil }
            guard !missing.isEmpty else { continue }
            found.append(
                RuleLint.Advice(
                    position: rule.constraint.positions["code"] ?? rule.position,
                    reason:
                        "the code '\(code)' has no message in \(missing.joined(separator: ", ")): add it under 'messages', "
                        + "or people read a general sentence"))
        }
        return found.withoutRepetition()
    }

    /// Parameters of a rule's code that no message shows; those of a code without a message are for programs.
    private var idleParameters: [RuleLint.Advice] {
        ruleSet.rulesEverywhere.flatMap { rule -> [RuleLint.Advice] in
            let constraint = rule.constraint
            guard let option = constraint.option(.expressions),
                case .object(let members)? = constraint.constant(option.name)
            else { return [] }
            let own = constraint.text(.code).map { Code(rawValue: $0) }
            guard let code = own ?? plan.registry[constraint.type]?.codes.first?.code else { return [] }
            let override = rule.messages[code]
            let texts =
                (override.map { [$0.text].compactMap(\.self) + $0.byLocale.values } ?? [])
                + ruleSet.messages.values.compactMap { $0[code] }
            if own != nil, texts.isEmpty { return [] }
            let shown = Set(texts.compactMap { try? MessagePattern($0) }.flatMap(\.placeholders).map(\.name))
            return members.map(\.key).filter { !shown.contains($0) }.map { name in
                RuleLint.Advice(
                    position: constraint.positions[Constraint.text(of: option.name, item: name)]
                        ?? constraint.positions[option.name] ?? rule.position,
                    reason: "no message shows the parameter '\(name)' of '\(option.name)': "
                        + "write '{\(name)}' in the rule's message, or remove it")
            }
        }
    }

    private var labelGaps: [RuleLint.Advice] {
        let all = Set(ruleSet.labels.values.flatMap { $0.keys.filter { !$0.isEmpty } })
        return ruleSet.labels.sorted { $0.key < $1.key }.compactMap { attribute, texts in
            guard texts[""] == nil else { return nil }
            let missing = all.filter { texts[$0] == nil }.sorted()
            guard !missing.isEmpty else { return nil }
            return RuleLint.Advice(
                position: ruleSet.positions[.label(attribute)],
                reason:
                    "the label of '\(attribute)' is missing in \(missing.joined(separator: ", ")), which other labels have"
            )
        }
    }
}

extension Plan {
    /// The rule types of all rules, with inner ones.
    var constraints: [Constraint] {
        func all(_ rule: Constraint) -> [Constraint] {
            [rule]
                + rule.options.values.flatMap { value -> [Constraint] in
                    if case .rule(let inner) = value { all(inner) } else { [] }
                }
        }
        return ruleSet.rulesEverywhere.flatMap { rule in
            [rule.constraint] + rule.constraint.writtenOut(in: registry).flatMap(all)
        }
    }
}
