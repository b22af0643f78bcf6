internal import ProvisoMessages

/// Finds parts of rules that do nothing, most likely because something else was meant: what is written twice, what is
/// compared with itself, and defaults that another rule rejects.
struct IdleParts {
    let ruleSet: RuleSet
    let registry: Registry
    /// The rules that a rule stands for.
    let writtenOut: (Constraint) -> [Constraint]

    var warnings: [RuleSetError.Diagnostic] {
        ruleSet.rules.enumerated().flatMap { index, rule in
            let found = repeatedNames(in: rule) + repeatedValues(in: rule) + comparisonsWithItself(in: rule)
            return found.isEmpty ? [] : rule.located(found, number: index + 1)
        } + repeatedInScenarios + rejectedDefaults + laterRejections + nullableRequirements + idleNullable
            + placeholders
    }

    /// Labels and hints with what is a placeholder in messages: they are shown unchanged.
    private var placeholders: [RuleSetError.Diagnostic] {
        // Made for the few strings with commas in braces.
        lazy var known =
            (["attribute", "value"] + registry.definitions.flatMap(\.codes).flatMap(\.parameters)).withoutRepetition()
        func warning(
            _ subject: String, _ byLocale: [String: String], _ place: SourcePosition?
        ) -> RuleSetError.Diagnostic? {
            let found = byLocale.sorted { $0.key < $1.key }.lazy.flatMap { Self.braced($0.value) }
                .first { $0.isWhole || known.contains($0.name) }?.name
            return found.map { placeholder in
                RuleSetError.Diagnostic(
                    position: place,
                    reason: "\(subject) shows '{\(placeholder)}' unchanged: only messages have placeholders")
            }
        }
        return ruleSet.texts.flatMap { kind, texts, part in
            texts.sorted { $0.key < $1.key }.compactMap { name, byLocale in
                warning("the \(kind) of '\(name)'", byLocale, ruleSet.positions[part(name)])
            }
        }
            + ruleSet.dataset.compactMap { rule in
                warning("the label of '\(rule.name)'", rule.labels, rule.positions["label"] ?? rule.position)
            }
    }

    /// Names that a scenario lists twice, once with `!` perhaps.
    private var repeatedInScenarios: [RuleSetError.Diagnostic] {
        ruleSet.scenarios.sorted { $0.key < $1.key }.flatMap { scenario, attributes -> [RuleSetError.Diagnostic] in
            var seen: [String: String] = [:]
            return attributes.compactMap { name in
                let plain = RuleSet.plain(name)
                guard let first = seen.updateValue(name, forKey: plain) else { return nil }
                // A file may forbid what a file that it includes allows.
                if first != name, !ruleSet.includes.isEmpty { return nil }
                return RuleSetError.Diagnostic(
                    position: ruleSet.positions[.attributeOf(scenario: scenario, plain)],
                    reason: "the scenario '\(scenario)' names the attribute '\(plain)' twice"
                        + (first == name ? "" : ": with '!' it is never set, and that decides"))
            }
        }
    }

    /// The names that follow braces, and whether the braces have nothing else, as in `{min}`, or more: `{min, number}`.
    private static func braced(_ text: String) -> [(name: String, isWhole: Bool)] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { part in
            let name = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            guard let first = name.first, !first.isNumber, let end = part[name.endIndex...].first,
                end == "}" || end == ","
            else { return nil }
            return (String(name), end == "}")
        }
    }

    private func repeatedNames(in rule: Rule) -> [RuleSetError.Diagnostic] {
        var seen: Set<String> = []
        return rule.attributes.map(RuleSet.plain).filter { !seen.insert($0).inserted }.withoutRepetition().map { name in
            RuleSetError.Diagnostic(
                position: rule.attributePositions[name] ?? rule.position,
                reason: "the rule names the attribute '\(name)' twice")
        }
    }

    /// The description of an option that lists the values which are allowed, with that list.
    private func choices(_ rule: Constraint) -> (option: OptionDescription, values: [AnyValue])? {
        for option in registry[rule.type]?.options ?? [] where option.role == .choices && option.kind == .list {
            if case .value(.list(let values))? = rule.options[option.name] { return (option, values) }
        }
        return nil
    }

    private func repeatedValues(in rule: Rule) -> [RuleSetError.Diagnostic] {
        guard let (option, values) = choices(rule.constraint) else { return [] }
        let folding = (try? CaseFolding.read(OptionReader(rule.constraint.options))) ?? nil
        var seen: Set<AnyValue> = []
        guard let twice = values.first(where: { !seen.insert(folding?.key(of: $0) ?? $0).inserted }) else { return [] }
        return [
            RuleSetError.Diagnostic(
                position: rule.constraint.positions[Constraint.value(of: option.name)]
                    ?? rule.constraint.positions[option.name] ?? rule.position,
                reason: "option '\(option.name)' of '\(rule.constraint.type)': the value \(twice) is there twice")
        ]
    }

    private func comparisonsWithItself(in rule: Rule) -> [RuleSetError.Diagnostic] {
        let body = rule.constraint
        return (registry[body.type]?.options ?? []).compactMap { option -> RuleSetError.Diagnostic? in
            guard case .value(let value)? = body.options[option.name] else { return nil }
            let named =
                option.role == .attribute ? value.text : option.acceptsAttribute ? value.namedAttribute : nil
            guard let named, let own = rule.attributes.first(where: { RuleSet.plain($0) == named }) else { return nil }
            return RuleSetError.Diagnostic(
                position: body.position(ofOption: option.name),
                reason: "option '\(option.name)' of '\(body.type)': the value of '\(own)' is compared with itself")
        }
    }

    /// Defaults that a rule for the same attribute rejects, because they are not among its values.
    private var rejectedDefaults: [RuleSetError.Diagnostic] {
        var lists: [String: [(values: [AnyValue], type: RuleType)]] = [:]
        for rule in ruleSet.rules
        where rule.when.isEmpty && rule.unless.isEmpty && rule.on.isEmpty && rule.except.isEmpty {
            for part in writtenOut(rule.constraint) {
                guard !part.isReversed, part.options[CaseFolding.option.name] == nil, let (_, values) = choices(part)
                else { continue }
                for name in rule.attributes.map(RuleSet.plain) { lists[name, default: []].append((values, part.type)) }
            }
        }
        if lists.isEmpty { return [] }
        return ruleSet.rules.enumerated().flatMap { index, rule -> [RuleSetError.Diagnostic] in
            guard registry.about(rule.constraint.type).effect == .suppliesValue,
                let option = registry[rule.constraint.type]?.option(.sought),
                case .value(let value)? = rule.constraint.options[option.name], value != .null
            else { return [] }
            let found = rule.attributes.map(RuleSet.plain).compactMap { name -> RuleSetError.Diagnostic? in
                let rejecting = lists[name]?.first { list in
                    !list.values.contains { $0 == value || "\($0)" == "\(value)" }
                }
                guard let rejecting else { return nil }
                return RuleSetError.Diagnostic(
                    position: rule.constraint.positions[Constraint.value(of: option.name)] ?? rule.position,
                    reason:
                        "the default \(value) of '\(name)' is not one of the values of its rule '\(rejecting.type)'",
                    suggestion: value.text.flatMap {
                        Suggestion.nearest(to: $0, in: rejecting.values.compactMap(\.text))
                    })
            }
            return found.isEmpty ? [] : rule.located(found, number: index + 1)
        }
    }

    /// How many defaults are tried.
    private static let mostTried = 100

    /// Defaults that a rule for the same attribute after them rejects, which is tried.
    private var laterRejections: [RuleSetError.Diagnostic] {
        let defaults = ruleSet.rules.indices.filter {
            registry.about(ruleSet.rules[$0].constraint.type).effect == .suppliesValue
        }
        return defaults.prefix(Self.mostTried).flatMap { index -> [RuleSetError.Diagnostic] in
            let rule = ruleSet.rules[index]
            guard let option = registry[rule.constraint.type]?.option(.sought),
                case .value(let value)? = rule.constraint.options[option.name]
            else { return [] }
            let found = rule.attributes.map(RuleSet.plain).compactMap { name -> RuleSetError.Diagnostic? in
                guard let type = typeRejecting(value, of: name, after: index) else { return nil }
                let isTruth = registry.about(type).subject == .boolean
                return RuleSetError.Diagnostic(
                    position: rule.constraint.positions[Constraint.value(of: option.name)] ?? rule.position,
                    reason: "the default \(value) of '\(name)' is rejected by its rule '\(type)'",
                    suggestion: isTruth ? Suggestion.truth(value.text) : nil)
            }
            return found.isEmpty ? [] : rule.located(found, number: index + 1)
        }
    }

    /// The type of the first rule after another one that rejects a value, if all in between can be tried alone.
    private func typeRejecting(_ value: AnyValue, of name: String, after index: Int) -> RuleType? {
        var rules: [Rule] = []
        for rule in ruleSet.rules[(index + 1)...] where rule.attributes.contains(where: { RuleSet.plain($0) == name }) {
            let parts = writtenOut(rule.constraint)
            let isAlone = parts.allSatisfy { part in
                let about = registry.about(part.type)
                // Code of a program or a plugin runs only when there is data.
                return part.check == nil && Registry.standard[part.type] != nil && part.namedAttributes.isEmpty
                    && part.inner.isEmpty && !about.needsOthers && !about.reachesOut
                    && ![.shape, .union, .comparison].contains(about.subject)
            }
            guard isAlone, rule.when.isEmpty, rule.unless.isEmpty, rule.on.isEmpty, rule.except.isEmpty else { break }
            // Lists of values are compared as they are written.
            if rule.severity == .error, !parts.contains(where: { choices($0) != nil }) {
                rules += parts.map { Rule(["v"], $0) }
            }
        }
        guard !rules.isEmpty,
            let plan = try? Plan(RuleSet(rules: rules, empty: ruleSet.empty), registry: .standard),
            let report = try? plan.validate(.object([AnyValue.Member("v", value)]))
        else { return nil }
        return report.violations.first { $0.code != .fault }?.rule.type
    }

    /// Rules that want a value to be there and let null pass.
    private var nullableRequirements: [RuleSetError.Diagnostic] {
        ruleSet.rules.enumerated().flatMap { index, rule -> [RuleSetError.Diagnostic] in
            guard rule.nullable == true, registry.about(rule.constraint.type).subject == .required else { return [] }
            let found = RuleSetError.Diagnostic(
                position: rule.position,
                reason: "'\(rule.constraint.type)' with 'nullable: true' accepts null: "
                    + "write 'present' if null is a value, or leave 'nullable' out")
            return rule.located([found], number: index + 1)
        }
    }

    /// Attributes that are listed as `nullable` although every rule skips null.
    private var idleNullable: [RuleSetError.Diagnostic] {
        if ruleSet.nullable.isEmpty || ruleSet.empty == .absent { return [] }
        func heeds(_ empty: Emptiness?, _ skips: Bool?) -> Bool { empty == .absent || skips == false }
        func isOpen(_ part: Constraint) -> Bool {
            heeds(part.empty, part.skipOnEmpty) || part.inner.contains(where: isOpen)
        }
        let isHeeded = ruleSet.rules.contains { rule in
            heeds(rule.empty, rule.skipOnEmpty) || writtenOut(rule.constraint).contains(where: isOpen)
        }
        return isHeeded
            ? []
            : ruleSet.nullable.map { name in
                RuleSetError.Diagnostic(
                    position: ruleSet.positions[.nullable(name)],
                    reason: "'nullable' has no effect for '\(name)', because null is empty here anyway: "
                        + "write 'proviso: 2', or leave it out")
            }
    }
}

extension PlanBuilder {
    var idleParts: [RuleSetError.Diagnostic] {
        IdleParts(ruleSet: ruleSet, registry: registry) { self.shapes.uses.writtenOut($0, in: self.registry) }.warnings
    }
}
