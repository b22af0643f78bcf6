package import ProvisoMessages

/// The messages of rules that a plan has so far: a message that many rules have, by an alias, is compiled once.
package final class KnownMessages {
    private struct Key: Hashable {
        let text: String
        let codes: [CodeDescription]?
    }

    private var patterns: [Key: MessagePattern] = [:]

    /// The message, or what `compile` gives: one with a mistake is compiled again, for its place.
    func find(
        _ text: String, _ codes: [CodeDescription]?,
        compile: () -> (pattern: MessagePattern?, diagnostic: RuleSetError.Diagnostic?)
    ) -> (pattern: MessagePattern?, diagnostic: RuleSetError.Diagnostic?) {
        let key = Key(text: text, codes: codes)
        if let known = patterns[key] { return (known, nil) }
        let made = compile()
        if made.diagnostic == nil { patterns[key] = made.pattern }
        return made
    }
}

/// Compiles the messages of a rule set, and checks that they use only the parameters of their codes.
package struct MessageCompiler {
    let ruleSet: RuleSet
    let registry: Registry

    /// The parameters that every message may use.
    private static let listed = [MessagePattern.labelName, "value"]
    /// Those that it may use too, though errors do not list them.
    private static let unlisted = MessagePattern.ownArguments + [Violation.itemName]
    /// All of these.
    package static let always = listed + unlisted

    /// The catalogs a plan renders with: the rule set's messages, then those added to `base`, then the plugins' and the library's.
    func catalogs(over base: Catalogs, _ report: (RuleSetError.Diagnostic) -> Void) -> Catalogs {
        var catalogs = base
        for catalog in registry.catalogs { catalogs = catalogs.adding(catalog) }
        // Who adds a catalog rewords the messages of plugins too.
        if !registry.catalogs.isEmpty { for catalog in base.added { catalogs = catalogs.adding(catalog) } }
        if ruleSet.messages.isEmpty, base.added.isEmpty { return catalogs }
        let known =
            registry.knownDefinitions.flatMap(\.codes) + registry.propertyCodes + Code.ofEveryPlan
            + ruleSet.ownCodes + DatasetRule.codes
        base.added.forEach { check($0, known, report) }
        for (locale, messages) in ruleSet.messages.sorted(by: { $0.key < $1.key }) {
            var texts: [String: String] = [:]
            for (code, text) in messages.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                if let diagnostic = fault(in: text, for: code, locale: locale, known: known) {
                    report(diagnostic)
                } else {
                    texts[code.rawValue] = text
                }
            }
            guard TextLocale.canonical(locale) != nil else {
                report(
                    RuleSetError.Diagnostic(
                        reason: "messages: \(TextLocale.reason(locale))", suggestion: TextLocale.suggestion(for: locale)
                    ))
                continue
            }
            // A reader of `pt` also reads `pt-BR`, so messages for either apply.
            let same = catalogs.locale(meaning: locale).flatMap { ruleSet.messages[$0] == nil ? $0 : nil }
            do throws(CatalogError) {
                catalogs = catalogs.adding(try Catalog(locale: locale, messages: texts))
                if let same { catalogs = catalogs.adding(try Catalog(locale: same, messages: texts)) }
            } catch {
                report(RuleSetError.Diagnostic(reason: "\(error)"))
            }
        }
        return catalogs
    }

    /// Finds unknown placeholders in an added catalog.
    ///
    /// Codes that no rule type lists may belong to other plans and are not reported.
    private func check(
        _ catalog: Catalog, _ known: [CodeDescription], _ report: (RuleSetError.Diagnostic) -> Void
    ) {
        let parameters = Dictionary(known.map { ($0.code.rawValue, $0.parameters) }) { $0 + $1 }
        for code in catalog.codes {
            guard let names = parameters[code], let pattern = catalog.pattern(for: code) else { continue }
            let allowed =
                Self.always + names + (code == Code.fault.rawValue ? ["reason"] : [])
            guard let unknown = pattern.placeholders.map(\.name).first(where: { !allowed.contains($0) }) else {
                continue
            }
            let place = catalog.place(of: code).flatMap { place in
                place.line > 0 ? SourcePosition(file: place.file, line: place.line, column: place.column) : nil
            }
            report(
                RuleSetError.Diagnostic(
                    position: place,
                    reason: "the catalog for '\(catalog.locale)', message for '\(code)': unknown placeholder "
                        + "'{\(unknown)}' (expected one of \(Self.list(Self.listed + names)))",
                    suggestion: Suggestion.nearest(to: unknown, in: allowed)))
        }
    }

    /// The code of a plugin with its vendor, which is easily forgotten, or else a similar one.
    private func suggestion(for code: String, in known: [String]) -> String? {
        known.first { $0.hasSuffix("/" + code) } ?? Suggestion.nearest(to: code, in: known)
    }

    private func fault(
        in text: String, for code: Code, locale: String, known: [CodeDescription]
    ) -> RuleSetError.Diagnostic? {
        let position = ruleSet.positions[.message(code, locale: locale)]
        guard let description = known.first(where: { $0.code == code }) else {
            return RuleSetError.Diagnostic(
                position: ruleSet.positions[.code(code, locale: locale)], reason: "unknown code '\(code)'",
                suggestion: suggestion(for: code.rawValue, in: known.map(\.code.rawValue)))
        }
        return Self.pattern(text, of: [description], position: position).diagnostic
    }

    /// Compiles a rule's messages: `message`, and the options that are named after its codes, such as `tooShort`.
    ///
    /// A name that `isOption` is not a message: the rule type has an option of that name.
    package static func compile(
        _ messages: RuleMessages, of body: Constraint, codes: [CodeDescription]?, known: KnownMessages? = nil,
        isOption: (String) -> Bool = { _ in false }
    ) throws(RuleSetError) -> CompiledMessages {
        var compiled = CompiledMessages()
        // A method that lists no codes may report any, with any parameters.
        let codes = codes?.isEmpty ?? true ? nil : codes
        for description in codes ?? [] where Code.isOfEveryPlan(description.code) {
            compiled.own.insert(description.code)
        }
        // Most rules have no messages of their own.
        if messages.all == nil, messages.byProblem.isEmpty, !body.options.keys.contains(where: { isProblem($0, codes) })
        {
            return compiled
        }
        var diagnostics: [RuleSetError.Diagnostic] = []
        func compile(_ override: MessageOverride, of codes: [CodeDescription]?) -> CompiledMessages.Message {
            var message = CompiledMessages.Message()
            if let text = override.text { message.pattern = pattern(text, at: override.position) }
            for (locale, text) in override.byLocale.sorted(by: { $0.key < $1.key }) {
                let place = override.positions[locale] ?? override.position
                if let tag = TextLocale.canonical(locale) {
                    message.byLocale[tag] = pattern(text, at: place)
                } else {
                    diagnostics.append(
                        RuleSetError.Diagnostic(
                            position: place, reason: TextLocale.reason(locale),
                            suggestion: TextLocale.suggestion(for: locale)))
                }
            }
            return message
            func pattern(_ text: String, at position: SourcePosition?) -> MessagePattern? {
                let (pattern, diagnostic) =
                    known?.find(text, codes) { Self.pattern(text, of: codes, position: position) }
                    ?? Self.pattern(text, of: codes, position: position)
                if let diagnostic { diagnostics.append(diagnostic) }
                return pattern
            }
        }
        var problems = Dictionary(grouping: codes ?? []) { String($0.code.problem) }
        problems[Code.fault.rawValue] = [CodeDescription(.fault, "reason")]
        if let all = messages.all {
            compiled.all = compile(all, of: codes.map { possible($0, of: body) })
            compiled.constants = constants(of: body, in: compiled.all?.patterns ?? [])
        }
        var byProblem = messages.byProblem
        for name in byProblem.keys.sorted() where codes != nil && problems[name] == nil {
            diagnostics.append(
                RuleSetError.Diagnostic(
                    position: byProblem[name]?.position,
                    reason: "'\(body.type)' has no violation '\(name)' for a message",
                    suggestion: Suggestion.nearest(to: name, in: problems.keys)))
        }
        for name in body.options.keys.sorted() where problems[name] != nil && !isOption(name) {
            byProblem[name] = override(body, option: name) { diagnostics.append($0) }
        }
        diagnostics += unreportable(byProblem, of: body, codes ?? [])
        for (problem, override) in byProblem.sorted(by: { $0.key < $1.key }) {
            compiled.byProblem[problem] = compile(override, of: codes == nil ? nil : problems[problem] ?? [])
        }
        if !diagnostics.isEmpty { throw RuleSetError(diagnostics) }
        return compiled
    }

    /// The options of a rule that its message names.
    private static func constants(of body: Constraint, in patterns: [MessagePattern]) -> [Parameter] {
        Set(patterns.flatMap { $0.placeholders.map(\.name) }).subtracting(always).sorted().compactMap { name in
            guard case .value(let value)? = body.options[name] else { return nil }
            switch value.kind {
            case .integer, .unsigned, .double, .decimal, .text:
                return Parameter(name: name, value: ParameterValue(value))
            case .object: return value["attribute"]?.text.map { Parameter(name: name, value: .attribute($0)) }
            default: return nil
            }
        }
    }

    /// The codes that a rule can report with its options.
    ///
    /// A rule written in Swift holds its options, and one of a type of the rule set has those of that type.
    private static func possible(_ codes: [CodeDescription], of body: Constraint) -> [CodeDescription] {
        guard body.check == nil, Registry.standard[body.type] != nil else { return codes }
        return codes.filter { $0.options.isEmpty || $0.options.contains { body.options[$0] != nil } }
    }

    /// Errors for messages of violations that need an option which the rule does not have.
    private static func unreportable(
        _ byProblem: [String: MessageOverride], of body: Constraint, _ codes: [CodeDescription]
    ) -> [RuleSetError.Diagnostic] {
        if byProblem.isEmpty { return [] }
        let reported = possible(codes, of: body)
        return byProblem.sorted { $0.key < $1.key }.compactMap { problem, override in
            let needed = codes.filter { $0.code.problem == problem }.flatMap(\.options)
            guard !needed.isEmpty, !reported.contains(where: { $0.code.problem == problem }) else { return nil }
            let others = reported.filter { !$0.options.isEmpty }
            return RuleSetError.Diagnostic(
                position: body.positions[problem] ?? override.position,
                reason: "'\(body.type)' without '\(needed[0])' never has the violation '\(problem)', "
                    + "so its message is never shown",
                suggestion: others.count == 1 ? String(others[0].code.problem) : nil)
        }
    }

    private static func isProblem(_ option: String, _ codes: [CodeDescription]?) -> Bool {
        option == Code.fault.rawValue || codes?.contains { $0.code.problem == option } ?? false
    }

    /// The message for one code in an option such as `tooShort`: a string, or strings by locale.
    private static func override(
        _ body: Constraint, option name: String, _ report: (RuleSetError.Diagnostic) -> Void
    ) -> MessageOverride? {
        let position = body.positions[Constraint.value(of: name)]
        var override = MessageOverride(position: position)
        guard case .value(let value)? = body.options[name] else { return nil }
        switch value {
        case .text(let text): override.text = text
        case .object(let members):
            for member in members {
                if let tag = TextLocale.canonical(member.key), case .text(let text) = member.value {
                    override.byLocale[tag] = text
                } else {
                    let reason =
                        "option '\(name)' of '\(body.type)': '\(member.key)' must be a language tag with a string"
                    let suggestion =
                        TextLocale.canonical(member.key) == nil ? TextLocale.suggestion(for: member.key) : nil
                    report(RuleSetError.Diagnostic(position: position, reason: reason, suggestion: suggestion))
                }
            }
        default:
            let reason = "option '\(name)' of '\(body.type)': must be a string, or strings by locale"
            report(RuleSetError.Diagnostic(position: position, reason: reason))
        }
        return override
    }

    /// Compiles a message of some codes; `nil` means codes of which nothing is known.
    private static func pattern(
        _ text: String, of codes: [CodeDescription]?, position: SourcePosition?
    ) -> (pattern: MessagePattern?, diagnostic: RuleSetError.Diagnostic?) {
        do throws(MessageSyntaxError) {
            let pattern = try MessagePattern(checkingQuotes: text)
            if let (reason, suggestion) = idleBranch(of: pattern, words(of: codes ?? [])) {
                return (
                    nil, RuleSetError.Diagnostic(position: position, reason: reason, suggestion: suggestion)
                )
            }
            guard let codes else { return (pattern, nil) }
            let known = listed + codes.flatMap(\.parameters)
            if let (foreign, meant) = foreignPlaceholder(in: text, known: known) {
                let diagnostic = RuleSetError.Diagnostic(
                    position: position,
                    reason: "'\(foreign)' would be shown unchanged: a placeholder is a name in braces",
                    suggestion: "{\(meant)}")
                return (nil, diagnostic)
            }
            let allowed = known + unlisted
            guard let unknown = pattern.placeholders.map(\.name).first(where: { !allowed.contains($0) }) else {
                return (pattern, nil)
            }
            let diagnostic = RuleSetError.Diagnostic(
                position: position, reason: "unknown placeholder '{\(unknown)}' (expected one of \(list(known)))",
                suggestion: Suggestion.nearest(to: unknown, in: allowed)
                    ?? allowed.first { $0.utf8.count > 2 && unknown.hasPrefix($0) })
            return (pattern, diagnostic)
        } catch {
            return (nil, RuleSetError.Diagnostic(position: position, reason: "not a message: \(error)"))
        }
    }

    /// The placeholders of other libraries, such as `%s`, `:attribute` and `${attribute}`, with the name that is meant.
    ///
    /// A `$` in front of another placeholder may be a dollar sign.
    private static func foreignPlaceholder(in text: String, known: [String]) -> (String, String)? {
        let label = MessagePattern.labelName
        if text.holds("${\(label)}") { return ("${\(label)}", label) }
        for name in known where text.holds("%{\(name)}") { return ("%{\(name)}", name) }
        if text.holds("%s") { return ("%s", label) }
        for name in known where text.hasPrefix(":\(name)") || text.holds(" :\(name)") { return (":\(name)", name) }
        return nil
    }

    /// The words that a parameter can be in any of the codes, of parameters of which all codes say that.
    private static func words(of codes: [CodeDescription]) -> [String: [String]] {
        var words: [String: [String]] = [:]
        for code in codes { words.merge(code.words) { $0 + $1 } }
        return words.filter { name, _ in codes.allSatisfy { !$0.parameters.contains(name) || $0.words[name] != nil } }
            .mapValues { $0.withoutRepetition() }
    }

    /// The first branch that is never chosen: of a plural category that no language has, of a gender that no label has,
    /// or of a word that its parameter never is.
    private static func idleBranch(
        of pattern: MessagePattern, _ words: [String: [String]]
    ) -> (reason: String, suggestion: String?)? {
        func find(_ parts: [MessagePattern.Part]) -> (reason: String, suggestion: String?)? {
            for part in parts {
                switch part {
                case .plural(let plural):
                    for branch in plural.branches {
                        if case .unknown(let word) = branch.selector {
                            let known = PluralCategory.allCases.map(\.keyword)
                            let meant = ["single": "one", "singular": "one", "plural": "other"][word.lowercased()]
                            return (
                                "no language has the plural category '\(word)' "
                                    + "(expected one of \(known.joined(separator: ", ")), or a number such as =0)",
                                meant ?? Suggestion.nearest(to: word, in: known)
                            )
                        }
                        if let found = find(branch.parts) { return found }
                    }
                    if let found = find(plural.other) { return found }
                case .select(let select):
                    let isGender = pattern.names[select.argument] == LabelForm.gender.argument
                    for (word, parts) in select.branches {
                        let name = pattern.names[select.argument]
                        if let known = words[name], !known.contains(word) {
                            return (
                                "'{\(name)}' is never '\(word)' (expected one of \(known.joined(separator: ", ")), or other)",
                                Suggestion.nearest(to: word, in: known)
                            )
                        }
                        if isGender, !LabelForm.genders.contains(word) {
                            return (
                                "no label has the gender '\(word)' "
                                    + "(expected one of \(LabelForm.genders.joined(separator: ", ")), or other)",
                                ["female": "feminine", "f": "feminine", "male": "masculine", "m": "masculine"][word]
                                    ?? Suggestion.nearest(to: word, in: LabelForm.genders)
                            )
                        }
                        if let found = find(parts) { return found }
                    }
                    if let found = find(select.other) { return found }
                default: break
                }
            }
            return nil
        }
        return find(pattern.parts)
    }

    private static func list(_ names: [String]) -> String {
        var seen: Set<String> = []
        return names.filter { seen.insert($0).inserted }.map { "{\($0)}" }.joined(separator: ", ")
    }
}
