internal import Proviso
internal import ProvisoMessages
internal import ProvisoRuleFiles

extension Request {
    /// What there is to know about the word at the cursor, as Markdown.
    func hover() -> AnyValue? {
        guard let word else { return nil }
        let place = outline.place(word.path)
        guard let text = text(word, place) else { return nil }
        return [
            "contents": ["kind": "markdown", "value": .text(text)],
            "range": server.value(word.range, in: document.lines),
        ]
    }

    private func text(_ word: RuleOutline.Word, _ place: OutlinePlace) -> String? {
        switch place.role {
        case .type where !word.isKey, .inner where !word.isKey:
            guard let definition = definition(ofType: word.text) else { return nil }
            return [server.tools.manual(definition), messages(place)].compactMap { $0 }.joined(separator: "\n\n---\n\n")
        case .rule where word.isKey, .options where word.isKey, .conditions where word.isKey, .inner where word.isKey:
            // Options have priority: that of a type with the name of a key is another thing.
            let type = outline.type(of: place)?.text
            if let option = type.flatMap(definition)?.options?.first(where: { $0.name == word.text }) {
                return Self.text(option, of: type ?? "")
            }
            if let code = type.flatMap(definition)?.codes.first(where: { $0.code.problem == word.text }) {
                return message(code, in: place)
            }
            return (place.role == .conditions ? key(word, in: .rule) : nil) ?? key(word, in: place.role)
        case _ where word.isKey && !place.role.keys.isEmpty: return key(word, in: place.role)
        case .map(.code, _) where word.isKey, .code, .path: return code(word.text)
        case .attributes, .map(.attribute, _): return messages(place) ?? label(part(of: word).text)
        case .option, .oneOf, .truth:
            guard let name = word.path.last, case .key(let option) = name else { return nil }
            let type = outline.type(of: place)?.text ?? ""
            return definition(ofType: type)?.options?.first { $0.name == option }.map { Self.text($0, of: type) }
        default: return nil
        }
    }

    private func key(_ word: RuleOutline.Word, in value: RuleFileValue) -> String? {
        value.keys.first { $0.name == word.text }.map { "`\(word.text)`: \($0.words)" }
    }

    private static func text(_ option: OptionDescription, of type: String) -> String {
        let need = option.isRequired ? ", needed" : ""
        return "`\(option.name)` of `\(type)` (\(option.words)\(need)): \(option.summary)"
    }

    /// A code's message in the language of the settings.
    private func code(_ name: String) -> String? {
        let codes = plan.map { $0.ruleSet.ownCodes } ?? []
        let all = registry.definitions.lazy.flatMap(\.codes)
        guard
            let code = codes.first(where: { $0.code.rawValue == name })
                ?? all.first(where: { $0.code.rawValue == name })
        else { return nil }
        return message(code, in: nil)
    }

    private func message(_ code: CodeDescription, in place: OutlinePlace?) -> String {
        let rule = place.flatMap { self.rule(at: $0) }
        let parameters = code.parameters.map { " {\($0)}" }.joined()
        return "`\(code.code)`\(parameters)\n\n> \(rendered(code, rule))"
    }

    /// The messages that the rule at a place would give, in the language of the settings.
    private func messages(_ place: OutlinePlace) -> String? {
        guard let rule = rule(at: place), let definition = definition(ofType: rule.constraint.type.rawValue) else {
            return nil
        }
        let found = plan.flatMap { RuleProbe(rule, of: $0, registry) }?.messages(in: server.settings.locale) ?? []
        var lines = found.map { "- \($0.text) `\($0.code)`" }
        let codes = RuleSet(rules: [rule]).ownCodes + (rule.constraint.options["code"] == nil ? definition.codes : [])
        for code in codes.prefix(20) where !found.contains(where: { $0.code == code.code.rawValue }) {
            // Without other attributes the probe cannot find what is compared with them.
            guard found.isEmpty ? mayGive(code, rule, definition) : comparesAttributes(code, rule) else { continue }
            lines.append("- \(rendered(code, rule)) `\(code.code)`")
        }
        if lines.isEmpty { return nil }
        return "Messages (`\(server.settings.locale)`):\n" + lines.joined(separator: "\n")
    }

    /// Whether the rule has all options that a message of the code names.
    private func mayGive(_ code: CodeDescription, _ rule: Rule, _ definition: RuleDefinition) -> Bool {
        code.parameters.allSatisfy { name in
            rule.constraint.options[name] != nil || !(definition.options ?? []).contains { $0.name == name }
        }
    }

    private func comparesAttributes(_ code: CodeDescription, _ rule: Rule) -> Bool {
        code.parameters.contains { name in
            guard case .value(let value)? = rule.constraint.options[name] else { return false }
            return value["attribute"] != nil
        }
    }

    /// The rule of the last check without errors that begins where the place's rule does.
    private func rule(at place: OutlinePlace) -> Rule? {
        guard !place.rule.isEmpty, let plan = plan else { return nil }
        return plan.ruleSet.rulesEverywhere.first { rule in
            guard let position = rule.position, FileURI.plain(position.file ?? "") == FileURI.plain(document.path)
            else {
                return false
            }
            let start = document.lines.offset(line: position.line - 1, column: position.column - 1, in: .scalars)
            // A rule in a block begins after its dash.
            return outline.word(from: start)?.path.starts(with: place.rule) == true
                && outline.extents[place.rule]?.contains(start) == true
        }
    }

    private func rendered(_ code: CodeDescription, _ rule: Rule?) -> String {
        let tag = server.settings.locale
        let attribute = rule?.attributes.first.map(RuleSet.plain) ?? "value"
        var parameters = code.parameters.map { name in
            Parameter(name: name, value: sample(name, rule))
        }
        parameters.append(Parameter(name: "value", value: .text("…")))
        let reference = rule.flatMap(planned) ?? RuleReference(id: "1", type: rule?.constraint.type ?? "")
        let violation = Violation(
            code: code.code, parameters: Parameters(parameters), attribute: attribute, path: ValuePath(attribute),
            rule: reference)
        let plan = self.plan ?? (try? Plan(RuleSet(), registry: registry))
        return plan?.localizer(preferring: tag, isolation: .never).text(violation) ?? code.code.rawValue
    }

    private func sample(_ name: String, _ rule: Rule?) -> ParameterValue {
        if case .value(let value)? = rule?.constraint.options[name] {
            if case .object = value { return .attribute(value["attribute"]?.text ?? name) }
            return ParameterValue(value)
        }
        if ["min", "max", "above", "below", "exact", "length", "count", "of", "position", "line"].contains(name) {
            return .integer(3)
        }
        return .text("…")
    }

    /// The rule with its own messages, as the plan has it.
    private func planned(_ rule: Rule) -> RuleReference? {
        plan?.plannedRules(in: RuleSet.defaultScenario).first { $0.rule.position == rule.position }?.rule
    }

    private func label(_ attribute: String) -> String? {
        guard let plan = plan else { return nil }
        let localizer = plan.localizer(preferring: server.settings.locale, isolation: .never)
        let hint = localizer.hint(attribute)
        return "**\(localizer.label(attribute))** `\(attribute)`" + (hint.isEmpty ? "" : "\n\n\(hint)")
    }
}
