internal import ProvisoMessages

/// Checks that every attribute and scenario in a rule set is known.
struct NameCheck {
    let ruleSet: RuleSet
    let names: [String]
    /// The declared attributes, if there are any: rules may name no others.
    let declared: [String]?
    /// The model that declares the attributes.
    var model: ModelType?
    /// What shapes have rules for.
    var inner: InnerNames?

    /// The maximum number of attributes; a rule set with more is made to exhaust its reader.
    static let maximumAttributes = 65_536
    /// The most parts of all their names.
    static let maximumParts = 100_000
    /// The maximum number of errors of the same kind.
    private static let maximumRepeats = 100
    /// For how many names similar ones are searched, each among all others.
    static let mostSuggestions = 10

    /// Throws for paths that are too deep to check any further.
    func refuseDeepPaths() throws(RuleSetError) {
        var faults: [RuleSetError.Diagnostic] = []
        func check(_ name: String, at position: SourcePosition?) {
            guard faults.count < Self.maximumRepeats, Self.isTooDeep(name) else { return }
            let shown = name.utf8.count > 80 ? name.prefix(80) + "…" : name[...]
            faults.append(
                RuleSetError.Diagnostic(
                    position: position,
                    reason: "'\(shown)' has more than \(Record.maximumDepth) parts"))
        }
        for rule in ruleSet.rules {
            for name in rule.attributes.map(RuleSet.plain) {
                check(name, at: rule.attributePositions[name] ?? rule.position)
            }
        }
        for name in ruleSet.attributes ?? [] { check(name, at: ruleSet.positions[.attribute(name)]) }
        // Attributes that come from Swift have no position.
        if faults.isEmpty { for name in names + (declared ?? []) { check(name, at: nil) } }
        if !faults.isEmpty { throw RuleSetError(faults) }
    }

    /// Whether a path has no more parts than validation can follow.
    static func isShallow(_ name: String) -> Bool { !isTooDeep(name) }

    private static func isTooDeep(_ name: String) -> Bool {
        name.utf8.count > Record.maximumDepth
            && name.utf8.count(where: { $0 == UInt8(ascii: ".") }) >= Record.maximumDepth
            && PathText.parts(of: name).count > Record.maximumDepth
    }

    func run(_ report: (RuleSetError.Diagnostic) -> Void) {
        let known = Set(names)
        let above = Set(names.flatMap(PathText.beginnings))
        let declared = self.declared.map(Set.init)
        let scenarios = Set(ruleSet.scenarios.keys).union([RuleSet.defaultScenario])
        var suggestions = Suggestions()
        ruleSet.checkLocales(report)
        for name in ruleSet.attributes ?? [] {
            guard let fault = PathSpelling.fault(in: name) else { continue }
            report(fault.diagnostic(at: ruleSet.positions[.attribute(name)]))
        }
        // Computed once, and only if it is needed.
        lazy var list = Plan.known(scenarios)
        for (index, rule) in ruleSet.rules.enumerated() {
            var found: [RuleSetError.Diagnostic] = []
            check(rule, declared: declared, &suggestions) { found.append($0) }
            checkScenarios(of: rule, known: (scenarios, { list }), &suggestions) { found.append($0) }
            if !found.isEmpty { rule.located(found, number: index + 1).forEach(report) }
        }
        // Models give names in Swift, without a position.
        for name in (declared ?? []).subtracting(ruleSet.attributes ?? []).sorted() {
            if let fault = PathSpelling.fault(in: name) ?? PathSpelling.memberFault(name) {
                report(fault.diagnostic(at: nil))
            }
        }
        lazy var nearby = names + above
        let lists = [
            ("optional", ruleSet.optional, RuleFilePart.optional),
            ("nullable", ruleSet.nullable, RuleFilePart.nullable),
        ]
        for (key, listed, part) in lists {
            let items = key == "nullable" ? Set(known.map { "\($0).*" }) : []
            for name in listed.filter({ !known.contains($0) && !above.contains($0) && !items.contains($0) })
                .prefix(Self.maximumRepeats)
            {
                report(unknown(name, in: nearby, part: part(name), label: " in '\(key)'", &suggestions))
            }
        }
        for fault in misspelledOpenParts(besides: known.union(above)) { report(fault) }
        checkIds(report)
        for fault in inNoScenario() { report(fault) }
        let forms = ruleSet.labels.isEmpty ? [] : Set(patternNames)
        for (kind, texts, part) in ruleSet.texts {
            if texts.isEmpty { continue }
            let unused = texts.keys.filter {
                !known.contains($0) && !above.contains($0) && !(kind == "label" && forms.contains($0))
                    && !(inner?.contains($0) ?? false)
            }.sorted()
            for attribute in unused.prefix(Self.maximumRepeats) {
                report(
                    unknown(attribute, in: nearby, part: part(attribute), label: " in \(kind)s", &suggestions))
            }
        }
        for (scenario, attributes) in ruleSet.scenarios.sorted(by: { $0.key < $1.key }) {
            for attribute in attributes.map(RuleSet.plain).filter({ !known.contains($0) }).prefix(Self.maximumRepeats) {
                report(
                    unknown(
                        attribute, in: names, part: .attributeOf(scenario: scenario, attribute),
                        label: " in scenario '\(scenario)'", &suggestions))
            }
        }
    }

    /// The names of patterns, which labels can have.
    private var patternNames: [String] {
        ruleSet.rules.flatMap { ruleSet.writtenOut($0.constraint).flatMap { MatchValidator.names(in: $0) } }
    }

    /// Checks that ids identify rules in reports and stored violations.
    private func checkIds(_ report: (RuleSetError.Diagnostic) -> Void) {
        guard ruleSet.rules.contains(where: { $0.id != nil }) else { return }
        var numbers: [String: Int] = [:]
        for (index, rule) in ruleSet.rules.enumerated() {
            let id = rule.id ?? String(index + 1)
            guard let first = numbers[id] else {
                numbers[id] = index + 1
                continue
            }
            let named = rule.id ?? ruleSet.rules[first - 1].id ?? id
            let fault = RuleSetError.Diagnostic(
                position: rule.position,
                reason: "two rules have the id '\(named)': number \(first) and \(index + 1)")
            rule.located([fault], number: index + 1).forEach(report)
        }
    }

    /// Suggestions for the first errors only: each one searches all names.
    private struct Suggestions {
        var left = NameCheck.mostSuggestions

        mutating func make(_ suggestion: () -> String?) -> String? {
            left -= 1
            return left >= 0 ? suggestion() : nil
        }
    }

    private func check(
        _ rule: Rule, declared: Set<String>?, _ suggestions: inout Suggestions,
        _ report: (RuleSetError.Diagnostic) -> Void
    ) {
        if rule.attributes.isEmpty {
            report(RuleSetError.Diagnostic(position: rule.position, reason: "a rule must name at least one attribute"))
        }
        for (key, conditions) in [("when", rule.when), ("unless", rule.unless)] {
            let size = Condition(.all(conditions)).size
            if size.count > Rule.maximumConditions {
                report(
                    RuleSetError.Diagnostic(
                        position: rule.position,
                        reason:
                            "'\(key)' may have at most \(Rule.maximumConditions) conditions, found \(size.count)"))
            }
            if size.depth > Condition.maximumDepth + 1 {
                report(
                    RuleSetError.Diagnostic(
                        position: rule.position,
                        reason: "'\(key)' has conditions in more than \(Condition.maximumDepth) others"))
            }
        }
        for attribute in rule.attributes.map(RuleSet.plain) {
            let place = rule.attributePositions[attribute] ?? rule.position
            if let fault = PathSpelling.fault(in: attribute) {
                report(fault.diagnostic(at: place))
            } else if let declared, attribute != ValuePath.record,
                !([attribute] + PathText.beginnings(of: attribute)).contains(where: declared.contains)
            {
                report(
                    RuleSetError.Diagnostic(
                        position: place, reason: "unknown attribute '\(attribute)'",
                        suggestion: suggestions.make { suggestion(for: attribute) }))
            } else if attribute != ValuePath.record, let fault = model?.memberFault(of: attribute) {
                report(
                    RuleSetError.Diagnostic(
                        position: place, reason: fault.reason, suggestion: suggestions.make { fault.suggestion() }))
            }
        }
    }

    /// A declared name similar to an attribute's, or to the beginning of its path.
    private func suggestion(for attribute: String) -> String? {
        let declared = declared ?? []
        if let whole = Suggestion.nearest(to: attribute, in: declared) { return whole }
        let first = attribute.prefix { $0 != "." }
        return Suggestion.nearest(to: String(first), in: declared).map { $0 + attribute.dropFirst(first.count) }
    }

    /// Checks scenarios if the rule set declares them; otherwise naming a scenario creates it.
    private func checkScenarios(
        of rule: Rule, known: (names: Set<String>, list: () -> String), _ suggestions: inout Suggestions,
        _ report: (RuleSetError.Diagnostic) -> Void
    ) {
        if !rule.on.isEmpty, !rule.except.isEmpty, let both = rule.on.first(where: Set(rule.except).contains) {
            report(
                RuleSetError.Diagnostic(
                    position: rule.scenarioPositions[both] ?? rule.position,
                    reason: "the scenario '\(both)' is in 'on' and in 'except': name it in one of them"))
        }
        guard !ruleSet.scenarios.isEmpty else { return }
        for scenario in rule.on + rule.except where !known.names.contains(scenario) {
            report(
                RuleSetError.Diagnostic(
                    position: rule.scenarioPositions[scenario] ?? rule.position,
                    reason: "unknown scenario '\(scenario)' \(known.list())",
                    suggestion: suggestions.make { Suggestion.nearest(to: scenario, in: known.names) }))
        }
    }

    private func unknown(
        _ name: String, in known: @autoclosure () -> [String], part: RuleFilePart, label: String,
        _ suggestions: inout Suggestions
    ) -> RuleSetError.Diagnostic {
        RuleSetError.Diagnostic(
            position: ruleSet.positions[part], reason: "unknown attribute '\(name)'\(label): no rule names it",
            suggestion: suggestions.make {
                PathSpelling.fault(in: name)?.suggestion ?? Suggestion.nearest(to: name, in: known())
            })
    }

    /// Errors for open parts that no rule names and that are similar to what one names.
    private func misspelledOpenParts(besides known: Set<String>) -> [RuleSetError.Diagnostic] {
        ruleSet.openParts.paths.filter { !known.contains($0) }.prefix(Self.maximumRepeats).compactMap { path in
            let length = PathText.parts(of: path).count
            let near = Suggestion.nearest(to: path, in: known) {
                PathText.parts(of: $0).count == length && !Mentions.differInDigits($0, path)
                    && Mentions.areSimilar($0, path)
            }
            guard let near, path.utf8.count > 2 else { return nil }
            return RuleSetError.Diagnostic(
                position: ruleSet.openParts.positions[path],
                reason: "unknown attribute '\(path)' in 'open' of 'closed': no rule names it", suggestion: near)
        }
    }
}

extension PathSpelling.Fault {
    fileprivate func diagnostic(at position: SourcePosition?) -> RuleSetError.Diagnostic {
        RuleSetError.Diagnostic(position: position, reason: reason, suggestion: suggestion)
    }
}
