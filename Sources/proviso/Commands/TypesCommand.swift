import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct TypesCommand: TakesPlugins {
    var plugins = PluginOptions()
    var json = false
    var rules = RuleOptions()
    var names: [String] = []

    static let name = "types"
    static let summary = "List the rule types, or show their manuals."

    static var page: CommandPage {
        CommandPage(
            "Without names it writes a line for each rule type, also of plugins; with names the options, codes and samples.",
            examples: [
                ("proviso types", "List all rule types."),
                ("proviso types required match", "Show the manuals of two rule types."),
            ])
    }

    static var options: [Option<Self>] {
        PluginOptions.options()
            + [
                .flag("--json", help: "Write a JSON array.") { $0.json = true },
                .text(
                    "--rules", "-r", value: "file", kind: .file, need: .repeated,
                    help: "A rule file whose own rule types are listed, too."
                ) { $0.rules.files.append($1) },
                .text(
                    "--set", value: "name=value", need: .repeated, help: "The value of a variable of the rule file."
                ) { $0.rules.variables.append($1) },
            ]
    }

    static var operands: Operands<Self>? {
        Operands("names", .any, kind: .lines(of: "proviso types | cut -d \" \" -f 1"), help: "Only these rule types.") {
            $0.names.append($1)
        }
    }

    func run() throws {
        let loaded = try KnownTypes(plugins, rules)
        for name in names where loaded.registry[RuleType(rawValue: name)] == nil {
            let near = loaded.registry.suggestion(for: RuleType(rawValue: name))
            StandardError.error("unknown rule type '\(name)'\(Suggestion.hint(near))")
            throw ExitCode.usage
        }
        let manuals = loaded.manuals.filter {
            names.isEmpty || names.contains($0.definition.type.rawValue)
        }
        let output = Output(descriptor: STDOUT_FILENO)
        if json {
            output.write(Self.json(manuals))
        } else if names.isEmpty {
            output.write(Self.list(manuals))
        } else {
            output.write(manuals.map(Self.manual).joined(separator: "\n"))
        }
        try StandardOutput.finish(output)
        if loaded.failed { throw ExitCode.failure }
    }

    /// A line with the name and the first sentence of each type.
    private static func list(_ manuals: [RuleManual]) -> String {
        let width = manuals.map(\.definition.type.rawValue.count).max() ?? 0
        return manuals.map { manual in
            let (definition, summary) = (manual.definition, manual.summary)
            let text = definition.origin == .builtIn ? summary : "(\(definition.origin)) \(summary)"
            let name = definition.type.rawValue
            let line = name + String(repeating: " ", count: width - name.count) + "  " + text
            return String(line.visible.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    private static func manual(_ manual: RuleManual) -> String {
        var text = manual.definition.text
        // The lines of a built-in manual are our own; a plugin has only one.
        let isOwn = manual.definition.origin == .builtIn
        let description = isOwn ? manual.description : manual.description.visible
        if !description.isEmpty { text += "\n" + indented(description) }
        if !manual.sample.isEmpty { text += "\n" + indented(manual.sample) }
        if !manual.examples.isEmpty { text += "\n" + manual.examples.text }
        return text
    }

    /// The manual of a type for editors.
    static func markdown(_ definition: RuleDefinition, _ plugins: [LoadedPlugin]) -> String {
        let rule = plugins.lazy.flatMap(\.manifest.rules).first { $0.type == definition.type }
        let manual = RuleManual(definition, pluginSummary: rule?.summary ?? "")
        var text = "**\(definition.type)** (\(definition.origin))"
        if !manual.description.isEmpty { text += "\n\n" + manual.description }
        let options = (definition.options ?? []).map { option in
            "- `\(option.name)` (\(option.kind.words)\(option.isRequired ? ", needed" : "")): \(option.summary)"
        }
        if !options.isEmpty { text += "\n\n" + options.joined(separator: "\n") }
        if !manual.sample.isEmpty { text += "\n\n```yaml\n\(manual.sample)\n```" }
        return text
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }

    private static func json(_ manuals: [RuleManual]) -> String {
        var writer = JSONWriter()
        writer.list { for manual in manuals { $0.manual(manual) } }
        return writer.text + "\n"
    }
}

extension JSONWriter {
    fileprivate mutating func manual(_ manual: RuleManual) {
        let definition = manual.definition
        object {
            $0.member("type", definition.type.rawValue)
            $0.member("origin", definition.origin.description)
            $0.member("summary", manual.summary)
            $0.member("description", manual.description)
            $0.member("sample", manual.sample)
            $0.member("options") { $0.list { for option in definition.options ?? [] { $0.option(option) } } }
            $0.member("codes") { $0.list { for code in definition.codes { $0.code(code) } } }
            if !manual.examples.isEmpty {
                $0.member("examples") { $0.list { for example in manual.examples { example.write(to: &$0) } } }
            }
        }
    }
}
