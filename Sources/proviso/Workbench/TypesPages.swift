import Proviso
import ProvisoBulk
import ProvisoPlugins

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
            let padding = String(repeating: " ", count: width - option.name.count)
            let usual = TypeDefaults.note(definition, option)
            let line = "    \(option.name)\(padding)  \(option.words)\(usual): \(option.summary)"
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
