package import Proviso
import ProvisoLocales

extension LocaleCheck {
    /// The messages and labels of a rule set.
    package mutating func check(_ ruleSet: RuleSet, file: String) {
        let codes = Self.parameters(rules.definitions.flatMap(\.codes) + Code.ofEveryRuleSet)
        for (locale, texts) in ruleSet.messages.sorted(by: { $0.key < $1.key }) {
            for (code, text) in texts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                let position = ruleSet.positions[.message(code, locale: locale)]
                var contract = contract(code.rawValue, parameters: codes[code.rawValue] ?? [])
                if locale != "en" {
                    contract.english = ruleSet.messages["en"]?[code].flatMap { try? MessagePattern($0) }
                }
                check(text, locale: locale, contract, file: file, position: position)
            }
        }
        for rule in ruleSet.rules { check(rule, file: file, codes: codes) }
        checkLabels(ruleSet, file: file)
    }

    private mutating func check(_ rule: Rule, file: String, codes: [String: [String]]) {
        let described = rules[rule.constraint.type]?.codes ?? []
        let all = described.flatMap(\.parameters)
        if let override = rule.messages.all { check(override, "message", parameters: all, file: file) }
        for (problem, override) in rule.messages.byProblem.sorted(by: { $0.key < $1.key }) {
            let parameters = described.first { $0.code.problem == problem[...] }?.parameters ?? all
            check(override, problem, parameters: parameters, file: file)
        }
    }

    private mutating func check(_ override: MessageOverride, _ name: String, parameters: [String], file: String) {
        let english = (override.byLocale["en"] ?? override.text).flatMap { try? MessagePattern($0) }
        for (locale, text) in override.byLocale.sorted(by: { $0.key < $1.key }) {
            var contract = contract(name, parameters: parameters)
            if locale != "en" { contract.english = english }
            check(text, locale: locale, contract, file: file, position: override.positions[locale] ?? override.position)
        }
    }

    /// The arguments of an override: the code's parameters, with the types of the embedded English catalog.
    private func contract(_ code: String, parameters: [String]) -> MessageContract {
        let builtIn = EmbeddedCatalogs.english
        var contract = MessageContract(code: code, parameters: parameters, english: builtIn)
        contract.english = nil
        contract.arguments["value"] = contract.arguments["value"] ?? .some(nil)
        for name in MessagePattern.ownArguments { contract.arguments[name] = .some(.text) }
        return contract
    }

    private mutating func check(
        _ text: String, locale: String, _ contract: MessageContract, file: String, position: SourcePosition?
    ) {
        func finding(_ problem: String, _ advice: String) -> LocaleFinding {
            LocaleFinding(
                file: position?.file ?? file, line: position?.line ?? 0, column: position?.column ?? 0,
                key: "\(locale) \(contract.code)", problem: problem, advice: advice)
        }
        do throws(MessageSyntaxError) {
            let pattern = try MessagePattern(text)
            var checker = MessageChecker(pattern: pattern, contract: contract, orthography: .of(locale))
            checker.check()
            add(checker.findings.map { finding($0.problem, $0.advice) })
        } catch {
            add([finding("\(error)", "")])
        }
    }

    /// If one attribute has a label in a language, all attributes need one.
    private mutating func checkLabels(_ ruleSet: RuleSet, file: String) {
        let locales = Set(ruleSet.labels.values.flatMap(\.keys)).subtracting([""]).sorted()
        for attribute in ruleSet.ruledAttributes {
            let labels = ruleSet.labels[attribute] ?? [:]
            guard labels[""] == nil else { continue }
            let missing = locales.filter { labels[$0] == nil }
            guard !missing.isEmpty else { continue }
            let position =
                ruleSet.positions[.label(attribute)]
                ?? ruleSet.rules.lazy.compactMap { $0.attributePositions[attribute] }.first
            add([
                LocaleFinding(
                    file: position?.file ?? file, line: position?.line ?? 0, column: position?.column ?? 0,
                    key: attribute, problem: "it has no label for \(missing.joined(separator: ", "))",
                    advice: "add it under 'labels', where other attributes have one")
            ])
        }
    }
}
