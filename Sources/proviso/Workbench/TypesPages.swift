import Proviso
import ProvisoBulk
import ProvisoLocales
import ProvisoPlugins
import ProvisoProof

/// The manual pages of rule types, with messages in one language.
struct TypePages {
    private let known: KnownTypes
    private let localizer: Localizer
    /// Whether records are validated by the sample rules.
    private let triesSamples: Bool

    init(_ known: KnownTypes, _ localizer: Localizer, triesSamples: Bool) {
        (self.known, self.localizer, self.triesSamples) = (known, localizer, triesSamples)
    }

    private func messages(_ code: CodeDescription) -> [TypeMessages.Shown] {
        TypeMessages(localizer, known.catalogs).shown(code)
    }

    private func trials(_ manual: RuleManual) -> [TypeTrials.Trial] {
        triesSamples ? TypeTrials(known, localizer).trials(manual) : []
    }

    /// A message on a terminal: a plugin may steer the direction only where the language needs that.
    private func shown(_ text: String, _ definition: RuleDefinition) -> String {
        let keeps = definition.origin == .builtIn || LocaleTag.isRightToLeft(localizer.locale)
        return text.visible(keepsDirections: keeps)
    }

    func text(_ manual: RuleManual) -> String {
        let definition = manual.definition
        var text = "\(definition.type)  (\(definition.origin))".visible + "\n"
        let options = definition.options ?? []
        let width = options.map(\.name.count).max() ?? 0
        for option in options {
            let usual = TypeDefaults.note(definition, option)
            let line = "    \(option.name.padded(to: width))  \(option.words)\(usual): \(option.summary)"
            text += line.visible + "\n"
        }
        for code in definition.codes {
            let parameters = code.parameters.map { " {\($0)}" }.joined()
            text += "    → \(code.code)\(parameters)".visible + "\n"
            for message in messages(code) {
                let choice = message.choice.isEmpty ? "" : "   (\(message.choice))"
                text += "          " + (shown(message.text, definition) + choice.visible) + "\n"
            }
        }
        // The lines of a built-in manual are our own; a plugin has only one.
        let description =
            definition.origin == .builtIn ? manual.description : manual.description.visible
        if !description.isEmpty { text += "\n" + Self.indented(description) }
        if !manual.sample.isEmpty { text += "\n" + Self.indented(manual.sample) }
        let trials = trials(manual)
        if !trials.isEmpty {
            text += "\n"
            for trial in trials {
                let verdict = trial.findings.isEmpty ? "passes" : trial.findings.map(\.text).joined(separator: " ")
                text += "    \(trial.record.json.visible)  →  \(shown(verdict, definition))\n"
            }
        }
        if !manual.examples.isEmpty { text += "\n" + manual.examples.text }
        return text
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }

    func json(_ manuals: [RuleManual]) -> String {
        var writer = JSONWriter()
        writer.list { for manual in manuals { write(manual, to: &$0) } }
        return writer.text + "\n"
    }

    private func write(_ manual: RuleManual, to writer: inout JSONWriter) {
        let definition = manual.definition
        writer.object {
            $0.member("type", definition.type.rawValue)
            $0.member("origin", definition.origin.description)
            $0.member("summary", manual.summary)
            $0.member("description", manual.description)
            $0.member("sample", manual.sample)
            $0.member("options") {
                $0.list {
                    for option in definition.options ?? [] {
                        $0.option(option, usual: TypeDefaults.usual(definition, option))
                    }
                }
            }
            $0.member("locale", localizer.locale)
            $0.member("codes") { $0.list { for code in definition.codes { $0.code(code, shown: messages(code)) } } }
            let trials = trials(manual)
            if !trials.isEmpty { $0.member("records") { $0.list { for trial in trials { $0.trial(trial) } } } }
            if !manual.examples.isEmpty {
                $0.member("examples") { $0.list { for example in manual.examples { example.write(to: &$0) } } }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func option(_ option: OptionDescription, usual: String?) {
        object {
            $0.member("name", option.name)
            $0.member("kind", option.kind.rawValue)
            if option.acceptsAttribute { $0.member("acceptsAttribute", true) }
            $0.member("required", option.isRequired)
            if let usual { $0.member("default", usual) }
            $0.member("summary", option.summary)
        }
    }

    fileprivate mutating func code(_ code: CodeDescription, shown: [TypeMessages.Shown]) {
        object {
            $0.member("code", code.code.rawValue)
            $0.member("key", String(code.code.problem))
            $0.member("parameters", code.parameters)
            if let message = RuleManual.message(code.code) { $0.member("message", message) }
            $0.member("rendered") {
                $0.list {
                    for one in shown {
                        $0.object {
                            $0.member("text", one.text)
                            if !one.choice.isEmpty { $0.member("when", one.choice) }
                        }
                    }
                }
            }
        }
    }

    fileprivate mutating func trial(_ trial: TypeTrials.Trial) {
        object {
            $0.member("record") { $0.value(trial.record) }
            $0.member("findings") {
                $0.list {
                    for finding in trial.findings {
                        $0.object {
                            $0.member("code", finding.code)
                            $0.member("text", finding.text)
                        }
                    }
                }
            }
        }
    }
}

/// The messages of codes as readers see them, with the sample values of the catalogs.
struct TypeMessages {
    /// A sentence, and the value of a parameter that chooses it.
    struct Shown {
        let text: String
        let choice: String
    }

    private let localizer: Localizer
    private let catalogs: Catalogs

    init(_ localizer: Localizer, _ catalogs: Catalogs) { (self.localizer, self.catalogs) = (localizer, catalogs) }

    /// The sentences of a code: one, or one for each branch of the English message; none without a message.
    func shown(_ code: CodeDescription) -> [Shown] {
        let name = code.code.rawValue
        let samples = samples(code)
        var shown: [Shown] = []
        for (choice, keyword) in choices(name) {
            let own = samples.filter { $0.name != choice } + [Parameter(name: choice, value: .text(keyword))]
            add("\(choice) = \(keyword)", own)
        }
        if shown.isEmpty { add("", samples) }
        return shown.count == 1 ? shown.map { Shown(text: $0.text, choice: "") } : shown

        func add(_ choice: String, _ parameters: [Parameter]) {
            let text = localizer.text(for: name, parameters: parameters, label: Self.label)
            if text != name, !shown.contains(where: { $0.text == text }) {
                shown.append(Shown(text: text, choice: choice))
            }
        }
    }

    private static let label = "Name"

    /// The values of the parameters: the examples of the English catalog, or the name of the parameter.
    private func samples(_ code: CodeDescription) -> [Parameter] {
        let name = code.code.rawValue
        let own = catalogs.catalog(for: "en")?.details(for: name)?.placeholders ?? []
        let placeholders = own.isEmpty ? EmbeddedCatalogs.english?.details(for: name)?.placeholders ?? [] : own
        let known = placeholders.map { Parameter(name: $0.name, value: Self.value(of: $0)) }
        let others = code.parameters.filter { name in !known.contains { $0.name == name } }
        return known.filter { $0.name != "attribute" } + others.map { Parameter(name: $0, value: .text("{\($0)}")) }
    }

    /// The words that a `select` of the English message has, with its parameter.
    private func choices(_ code: String) -> [(name: String, keyword: String)] {
        let source = catalogs.catalog(for: "en")?.source(for: code) ?? EmbeddedCatalogs.english?.source(for: code) ?? ""
        guard let head = source.place(of: ", select,") else { return [] }
        let name = String(source[..<head.lowerBound].split(separator: "{").last ?? "")
        guard name != MessageRegister.argument else { return [] }
        var (depth, word, words) = (0, "", [String]())
        for character in source[head.upperBound...] where depth >= 0 {
            if character == "{" {
                if depth == 0 { words.append(word) }
                depth += 1
            } else if character == "}" {
                depth -= 1
            }
            word = depth == 0 && (character.isLetter || character.isNumber) ? word + String(character) : ""
        }
        return words.map { (name, $0) }
    }

    private static func value(of placeholder: Catalog.Details.Placeholder) -> ParameterValue {
        let example = placeholder.example ?? "{\(placeholder.name)}"
        switch placeholder.type {
        case "int": return Int64(example).map { .integer($0) } ?? .text(example)
        case "num", "double", "Object": return Double(example).map { .number($0) } ?? .text(example)
        case "List":
            return .list(example.split(separator: ",").map { .text(String($0.drop { $0 == " " })) })
        default: return .text(example)
        }
    }
}

/// Records that pass and fail the sample rules of a manual.
struct TypeTrials {
    struct Trial {
        let record: AnyValue
        /// The codes with their messages; empty if the record passes.
        let findings: [(code: String, text: String)]
    }

    private let known: KnownTypes
    private let localizer: Localizer

    init(_ known: KnownTypes, _ localizer: Localizer) { (self.known, self.localizer) = (known, localizer) }

    /// One record that passes, and one for each of the first rules that only this rule rejects.
    func trials(_ manual: RuleManual) -> [Trial] {
        var text = manual.sample
        if text.hasPrefix("- ") { text = "rules:\n" + text }
        var registry = known.registry
        registry.services.comparesRecords = true
        // A plan that cannot be made here, such as one with a store, has no records to show.
        guard let ruleSet = try? RuleSet(parsing: text),
            let plan = try? Plan(ruleSet, registry: registry, catalogs: known.catalogs),
            let maker = try? SampleMaker(plan, seed: 1, patience: 400)
        else { return [] }
        let messages = plan.localizer(localizer)
        func trial(_ sample: Sample) -> Trial {
            Trial(record: sample.record, findings: sample.findings.map { ($0.code.rawValue, messages.text($0)) })
        }
        var trials: [Trial] = []
        for target in maker.targets.prefix(4) {
            let samples = maker.samples(of: target)
            if trials.isEmpty, let sample = samples.valid.first, sample.before.isEmpty { trials.append(trial(sample)) }
            // A record for each code that the rule reports.
            var codes: Set<Code> = []
            for sample in samples.invalid where sample.before.isEmpty {
                guard let code = sample.findings.first?.code, codes.insert(code).inserted else { continue }
                if !trials.contains(where: { $0.record == sample.record }) { trials.append(trial(sample)) }
            }
        }
        return trials
    }
}

/// What an option is if a rule does not set it.
enum TypeDefaults {
    /// Defaults that the summaries of options do not say; other Booleans are false.
    private static let table: [String: String] = [
        "base32.padding": "required", "base64.padding": "required", "compare.type": "string",
        "each.allowMessageFromRule": "true", "each.stopOnFirstError": "true", "hash.encoding": "hex",
        "mac.bits": "48 and 64", "mac.separators": "':' and '-'", "string.strict": "true", "string.unit": "codePoints",
    ]

    /// The default for the line of an option whose summary does not say it.
    static func note(_ definition: RuleDefinition, _ option: OptionDescription) -> String {
        if option.isRequired { return ", needed" }
        if said(option.summary) != nil { return "" }
        return usual(definition, option).map { ", \($0) by default" } ?? ""
    }

    /// The default; `nil` for an option that does nothing unless it is set.
    static func usual(_ definition: RuleDefinition, _ option: OptionDescription) -> String? {
        if option.isRequired { return nil }
        if let said = said(option.summary) { return said }
        if let known = table["\(definition.type).\(option.name)"] { return known }
        // What a plugin does is for the plugin to say.
        return option.kind == .boolean && definition.origin == .builtIn ? "false" : nil
    }

    /// The default in the words of a summary: `5 by default`, `2, the default`, `by default the name`.
    private static func said(_ summary: String) -> String? {
        for part in summary.parts(between: "; ") {
            if part.hasPrefix("by default ") { return String(part.dropFirst("by default ".count)) }
        }
        for phrase in [" by default", ", the default"] {
            guard let end = summary.place(of: phrase)?.lowerBound else { continue }
            let before = summary[..<end].parts(between: "; ").last ?? ""
            return String(before).parts(between: ", ").last?.parts(between: ": ").last.map(String.init)
        }
        return nil
    }
}
