package import Proviso
package import ProvisoProof

/// Finds what the rules of a plan require: the messages of values that each rule rejects.
package struct RulePageMaker {
    private let plan: Plan
    private let localizer: ReportLocalizer
    private let words: PageWords
    private let messages: RequirementTexts
    private let severityWord: (Severity) -> String

    /// `known` gives values that only a collection has; `severity` the words for warnings and infos.
    ///
    /// A rule of which no message is found within `effort` is shown as it is written.
    package init(
        _ plan: Plan, _ localizer: ReportLocalizer, effort: Effort = Effort(),
        known: @escaping (ProofTarget, _ isAccepted: Bool) -> [AnyValue], severity: @escaping (Severity) -> String
    ) {
        (self.plan, self.localizer, severityWord) = (plan, localizer, severity)
        words = PageWords(localizer.localizer.locale)
        messages = RequirementTexts(plan: plan, localizer: localizer, effort: effort, known: known)
    }

    /// The page for all scenarios.
    package func page(title: String) -> RulePage {
        var page = RulePage(
            title: title, locale: localizer.localizer.locale,
            isRightToLeft: LocaleTag.isRightToLeft(localizer.localizer.locale), words: words)
        let scenarios = plan.ruleSet.scenarioNames
        var (targets, active): ([ProofTarget], [String: [String]]) = ([], [:])
        for scenario in scenarios {
            for target in plan.ruleSet.targets(in: scenario) {
                let key = Self.key(target)
                if active[key] == nil { targets.append(target) }
                if active[key]?.last != scenario { active[key, default: []].append(scenario) }
            }
        }
        for target in targets {
            for named in target.rule.constraint.shapes where named.shape.closed {
                page.closed.insert("\(ValuePath(target.path).description) \(named.name)")
            }
            let own = active[Self.key(target)] ?? []
            add(target, scenarios: own.count == scenarios.count ? [] : own, to: &page)
        }
        let figures = plan.dataset.map(entry)
        if !figures.isEmpty {
            page.sections.append(RulePage.Section(path: "", label: "", shape: "dataset", entries: figures))
        }
        return page
    }

    /// A figure of all records, with its limits.
    private func entry(_ step: DatasetStep) -> RulePage.Entry {
        let rule = step.rule
        let label = rule.labels.isEmpty ? rule.name : localizer.label(rule.name)
        var entry = RulePage.Entry(
            path: rule.labels.isEmpty ? step.id : rule.name, label: label, hint: "", isValue: false)
        for bounds in rule.bounds {
            let severity = bounds.severity == .error ? nil : severityWord(bounds.severity)
            var parts = rule.limits(bounds)
            if let origin = rule.origin { parts.append("from: \(origin)") }
            if let within = rule.within { parts.append("within: \(within)") }
            if !rule.by.isEmpty { parts.append("by: \(rule.by.joined(separator: ", "))") }
            let code = parts.joined(separator: ", ")
            entry.requirements.append(RulePage.Requirement(texts: [], code: code, severity: severity))
        }
        return entry
    }

    private static func key(_ target: ProofTarget) -> String {
        "\(target.id) \(target.attribute) \(ValuePath(target.path).description)"
    }

    private func add(_ target: ProofTarget, scenarios: [String], to page: inout RulePage) {
        let path = ValuePath(target.path).description
        let (parent, shape) = Self.section(target)
        let key = RulePage.SectionKey(path: parent, shape: shape)
        let place = page.numbers[key] ?? page.sections.count
        if place == page.sections.count {
            let label = parent.isEmpty ? "" : sectionLabel(parent)
            var section = RulePage.Section(path: parent, label: label, shape: shape, entries: [])
            if isClosed(parent, shape, page) { section.closing = messages.unknownMember }
            page.sections.append(section)
            page.numbers[key] = place
        }
        let index = page.sections[place].numbers[path] ?? page.sections[place].entries.count
        page.sections[place].numbers[path] = index
        if index == page.sections[place].entries.count {
            page.sections[place].entries.append(
                RulePage.Entry(path: path, label: localizer.label(path), hint: localizer.hint(path)))
        }
        guard !target.rule.constraint.onlyChanges(in: plan) else { return }
        let parts = target.writtenOut(in: plan).filter { !$0.rule.constraint.onlyChanges(in: plan) }
        // A type with a code of its own has one message for all its rules.
        let hasOwnCode = target.rule.constraint.composition(in: plan.registry)?.code != nil
        for part in hasOwnCode ? [target] : parts {
            let isRequired = (hasOwnCode ? parts : [part]).contains { $0.rule.constraint.about.subject == .required }
            add(part, isRequired: isRequired, scenarios, to: &page.sections[place].entries[index])
        }
    }

    private func add(
        _ target: ProofTarget, isRequired: Bool, _ scenarios: [String], to entry: inout RulePage.Entry
    ) {
        let requirement = requirement(target, scenarios)
        let isAlways = requirement.when.isEmpty && requirement.unless.isEmpty && scenarios.isEmpty
        if isRequired, target.rule.severity == .error {
            let wasAlways = entry.isRequired && entry.requiredWhen == nil
            entry.isRequired = true
            entry.requiredWhen = isAlways || wasAlways ? nil : requirement
        }
        if !requirement.texts.isEmpty || requirement.code != nil { entry.requirements.append(requirement) }
    }

    /// The label of an object; that of its list if it is an item without a label of its own.
    private func sectionLabel(_ path: String) -> String {
        let hasOwn = plan.ruleSet.labels[path] != nil || !path.hasSuffix(".*")
        return localizer.label(hasOwn ? path : String(path.dropLast(2)))
    }

    /// Whether an object refuses members that no rule names.
    private func isClosed(_ parent: String, _ shape: String?, _ page: RulePage) -> Bool {
        // Objects within a closed record or shape are closed too.
        guard let shape else { return plan.ruleSet.closed }
        return page.closed.contains("\(parent) \(shape)") || plan.ruleSet.shapes[shape]?.closed == true
    }

    /// The object that an attribute is in, and the shape that its rule is of.
    private static func section(_ target: ProofTarget) -> (path: String, shape: String?) {
        let parts = Array(target.path)
        var end = parts.count
        // An item of a list is listed beside the list.
        while end > 0, ValuePath([parts[end - 1]]).description == "*" { end -= 1 }
        end = max(0, end - 1)
        return (ValuePath(Array(parts[..<end])).description, target.shapeName)
    }

    private func requirement(_ target: ProofTarget, _ scenarios: [String]) -> RulePage.Requirement {
        let rule = target.rule
        let texts = messages.texts(target)
        return RulePage.Requirement(
            texts: texts,
            code: Self.code(
                rule.constraint, beside: texts, hasMessage: rule.messages.all != nil || !rule.messages.byProblem.isEmpty
            ),
            severity: rule.severity == .error ? nil : severityWord(rule.severity),
            when: rule.when.map { clause($0, target) }, unless: rule.unless.map { clause($0, target) },
            scenarios: scenarios)
    }

    /// What the messages leave open: the rule if there are none, a pattern, or the values of a long list.
    private static func code(_ body: Constraint, beside texts: [String], hasMessage: Bool) -> String? {
        if texts.isEmpty { return ConditionText.text(body) }
        if hasMessage { return nil }
        if let expression = body.text(.expression) ?? body.pattern { return expression }
        guard body.about.subject == .choice, let range = body.value(.choices)?.list else { return nil }
        let isShown = range.allSatisfy { value in
            let text = value.text ?? value.json
            return texts.contains { $0.holds(text) } || value.text == nil
        }
        return isShown ? nil : ConditionText.text(.list(range))
    }

    private func clause(_ condition: Condition, _ target: ProofTarget) -> RulePage.Clause {
        switch condition.test {
        case .closure: return .code("…")
        case .expression(let text): return .code(text)
        case .any(let parts): return .group(.any, parts.map { clause($0, target) })
        case .all(let parts): return .group(.all, parts.map { clause($0, target) })
        case .not(let part): return .group(.none, [clause(part, target)])
        case .number, .items: return counted(condition, target)
        case .rule(let attribute, let written):
            let parts = written.writtenOut(in: plan.registry)
            let body = parts.count == 1 ? parts[0] : written
            let label = localizer.isolatedLabel(messages.fullName(attribute, target))
            switch body.about.subject {
            case .required, .present: return .word(.given, label)
            case .missing: return .word(.notGiven, label)
            // Their messages may say what is not the case, which is the contrary of the condition.
            case .choice where !body.isReversed: break
            case .pattern, .choice, .expression: return .labeled(label, ConditionText.text(body))
            default: break
            }
            let texts = messages.texts(attribute, body, RuleMessages(), target)
            return texts.isEmpty
                ? .code(ConditionText.text(condition)) : .text(Self.clipped(texts.joined(separator: " ")))
        }
    }

    /// The sentence without its full stop.
    private static func clipped(_ text: String) -> String {
        guard let last = text.unicodeScalars.last, ".。।۔".unicodeScalars.contains(last) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.dropLast()))
    }

    /// Conditions about a number of items or conditions.
    private func counted(_ condition: Condition, _ target: ProofTarget) -> RulePage.Clause {
        let parts: [Condition]
        switch condition.test {
        case .items(_, let part): parts = [part]
        case .number(_, let list): parts = list
        default: return .code(ConditionText.text(condition))
        }
        switch ConditionText.head(condition) {
        case "anyItem": return .group(.any, parts.map { clause($0, target) })
        case "everyItem": return .group(.all, parts.map { clause($0, target) })
        case "noItem": return .group(.none, parts.map { clause($0, target) })
        default: return .code(ConditionText.text(condition))
        }
    }
}

extension DatasetRule {
    /// Limits as a rule file may have them: `max: 1%`.
    fileprivate func limits(_ bounds: Bounds) -> [String] {
        func shown(_ number: Number) -> String {
            guard measure.isShare, let percent = Number("\(number.plainText)e2") else { return number.plainText }
            let text = percent.plainText
            return "\(text.hasSuffix(".0") ? text.dropLast(2) : text[...])%"
        }
        var limits = [("min", bounds.min), ("max", bounds.max)].compactMap { key, number in
            number.map { "\(key): \(shown($0))" }
        }
        switch bounds.equals {
        case .number(let number)?: limits.append("equals: \(shown(number))")
        case .file(let file, let column)?:
            limits.append("equals: { file: \(file)\(column.map { ", column: \($0)" } ?? "") }")
        case nil: break
        }
        return limits
    }
}
