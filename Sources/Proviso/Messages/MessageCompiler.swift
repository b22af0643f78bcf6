/// Compiles the messages a rule set brings, and checks that they use only what comes with their codes.
struct MessageCompiler {
    let ruleSet: RuleSet
    let registry: Registry

    /// What every message may use.
    private static let always = [MessagePattern.labelName, "value"]

    /// The catalogs a plan renders with: the rule set's messages over the plugins' over `base`.
    func catalogs(over base: Catalogs, _ report: (RuleSetError.Diagnostic) -> Void) -> Catalogs {
        var catalogs = base
        for catalog in registry.catalogs { catalogs = catalogs.adding(catalog) }
        for (locale, messages) in ruleSet.messages.sorted(by: { $0.key < $1.key }) {
            var texts: [String: String] = [:]
            for (code, text) in messages.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                if let diagnostic = fault(in: text, for: code, locale: locale) {
                    report(diagnostic)
                } else {
                    texts[code.rawValue] = text
                }
            }
            do throws(CatalogError) {
                catalogs = catalogs.adding(try Catalog(locale: locale, messages: texts))
            } catch {
                report(RuleSetError.Diagnostic(reason: "\(error)"))
            }
        }
        return catalogs
    }

    private func fault(in text: String, for code: Code, locale: String) -> RuleSetError.Diagnostic? {
        let position = ruleSet.positions["message \(locale) \(code)"]
        let known = registry.definitions.flatMap(\.codes) + Code.ofEveryPlan
        guard let description = known.first(where: { $0.code == code }) else {
            return RuleSetError.Diagnostic(
                position: ruleSet.positions["code \(locale) \(code)"], reason: "unknown code '\(code)'",
                suggestion: Suggestion.nearest(to: code.rawValue, in: known.map(\.code.rawValue)))
        }
        return Self.pattern(text, parameters: description.parameters, position: position).diagnostic
    }

    /// Compiles a rule's messages: `message`, and the options named after the problems of its codes.
    static func compile(
        _ messages: RuleMessages, of body: RuleBody, codes: [CodeDescription]?
    ) throws(RuleSetError) -> CompiledMessages {
        var compiled = CompiledMessages()
        var diagnostics: [RuleSetError.Diagnostic] = []
        func compile(_ override: MessageOverride, parameters: [String]?) -> CompiledMessages.Message {
            var message = CompiledMessages.Message()
            for (locale, text) in override.byLocale.map({ ($0.key as String?, $0.value) }) + [(nil, override.text)] {
                guard let text else { continue }
                let (pattern, diagnostic) = pattern(text, parameters: parameters, position: override.position)
                if let diagnostic { diagnostics.append(diagnostic) }
                if let locale { message.byLocale[locale] = pattern } else { message.pattern = pattern }
            }
            return message
        }
        let problems = Dictionary((codes ?? []).map { (String($0.code.problem), $0.parameters) }) { $0 + $1 }
        if let all = messages.all { compiled.all = compile(all, parameters: codes.map { $0.flatMap(\.parameters) }) }
        for (problem, override) in messages.byProblem.merging(problemOptions(body, problems), uniquingKeysWith: { $1 }) {
            compiled.byProblem[problem] = compile(override, parameters: problems[problem])
        }
        if !diagnostics.isEmpty { throw RuleSetError(diagnostics) }
        return compiled
    }

    /// Whether a message of the rule set for one of the codes shows the value itself.
    static func showsValue(_ ruleSet: RuleSet, codes: [CodeDescription]?) -> Bool {
        ruleSet.messages.values.contains { messages in
            messages.contains { code, text in
                (codes?.contains { $0.code == code } ?? true) && text.contains("{value")
            }
        }
    }

    /// Options such as `tooShort`, which hold the message for one problem.
    private static func problemOptions(_ body: RuleBody, _ problems: [String: [String]]) -> [String: MessageOverride] {
        var overrides: [String: MessageOverride] = [:]
        for (name, option) in body.options where problems[name] != nil {
            guard case .value(let value) = option else { continue }
            var override = MessageOverride(position: body.positions[name])
            switch value {
            case .text(let text): override.text = text
            case .object(let members):
                for member in members {
                    if case .text(let text) = member.value { override.byLocale[member.key] = text }
                }
            default: continue
            }
            overrides[name] = override
        }
        return overrides
    }

    private static func pattern(
        _ text: String, parameters: [String]?, position: SourcePosition?
    ) -> (pattern: MessagePattern?, diagnostic: RuleSetError.Diagnostic?) {
        do throws(MessageSyntaxError) {
            let pattern = try MessagePattern(text)
            guard let parameters else { return (pattern, nil) }
            let known = always + parameters
            guard let unknown = pattern.placeholders.map(\.name).first(where: { !known.contains($0) }) else { return (pattern, nil) }
            let diagnostic = RuleSetError.Diagnostic(
                position: position, reason: "unknown placeholder '{\(unknown)}' (there are \(list(known)))",
                suggestion: Suggestion.nearest(to: unknown, in: known))
            return (pattern, diagnostic)
        } catch {
            return (nil, RuleSetError.Diagnostic(position: position, reason: "not a message: \(error)"))
        }
    }

    private static func list(_ names: [String]) -> String {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.map { "{\($0)}" }.joined(separator: ", ")
    }
}
