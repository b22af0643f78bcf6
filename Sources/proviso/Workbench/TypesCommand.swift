import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

struct TypesCommand: TakesRules, TakesPlugins, TakesLanguage {
    var language = LanguageOptions()
    var plugins = PluginOptions()
    var json = false
    var rules = RuleOptions()
    var names: [String] = []

    static let name = "types"
    static let summary = "List the rule types, or show their manuals."

    static var page: CommandPage {
        CommandPage(
            """
            Without names it writes a line for each rule type, also of plugins. With names it writes their manuals: options \
            with their defaults, sample rules with records that pass and fail, and each message as a reader sees it, with \
            sample values.
            """,
            examples: [
                ("proviso types", "List all rule types."),
                (
                    "proviso types required match --locale de",
                    "Show the manuals of two rule types, with German messages."
                ),
            ])
    }

    static var options: [Option<Self>] {
        PluginOptions.options() + LanguageOptions.options()
            + [
                .flag("--json", help: "Write a JSON array.") { $0.json = true },
                .text(
                    "--rules", "-r", value: "file", kind: .file, need: .repeated,
                    help: "A rule file whose own rule types are listed, too."
                ) { $0.rules.files.append($1) },
            ] + RuleOptions.reading()
    }

    static var operands: Operands<Self>? {
        Operands("names", .any, kind: .lines(of: "proviso types | cut -d \" \" -f 1"), help: "Only these rule types.") {
            $0.names.append($1)
        }
    }

    func validate() throws { try language.validate() }

    func run() throws {
        let loaded = try KnownTypes(plugins, rules) { try language.catalogs() }
        for name in names where loaded.registry[RuleType(rawValue: name)] == nil {
            let near = loaded.registry.suggestion(for: RuleType(rawValue: name))
            throw ExitCode.usage.because("unknown rule type '\(name)'\(Suggestion.hint(near))")
        }
        let manuals = loaded.manuals.filter {
            names.isEmpty || names.contains($0.definition.type.rawValue)
        }
        let output = Output(descriptor: STDOUT_FILENO)
        let localizer = language.writing(json ? .json : .text).localizer(in: loaded.catalogs)
        let pages = TypePages(loaded, localizer, triesSamples: !names.isEmpty)
        if json {
            output.write(pages.json(manuals))
        } else if names.isEmpty {
            output.write(Self.list(manuals))
        } else {
            output.write(manuals.map(pages.text).joined(separator: "\n"))
        }
        if json || !names.isEmpty { LanguageOptions.reportFallback(of: localizer) }
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
            let line = name.padded(to: width) + "  " + text
            return String(line.visible.reversed().drop { $0 == " " }.reversed()) + "\n"
        }.joined()
    }

    /// The manual of a type for editors.
    static func markdown(_ definition: RuleDefinition, _ plugins: [LoadedPlugin]) -> String {
        let rule = plugins.lazy.flatMap(\.manifest.rules).first { $0.type == definition.type }
        let manual = RuleManual(definition, rule)
        var text = "**\(definition.type)** (\(definition.origin))"
        if !manual.description.isEmpty { text += "\n\n" + manual.description }
        let options = (definition.options ?? []).map { option in
            "- `\(option.name)` (\(option.words)\(option.isRequired ? ", needed" : "")): \(option.summary)"
        }
        if !options.isEmpty { text += "\n\n" + options.joined(separator: "\n") }
        if !manual.sample.isEmpty { text += "\n\n```yaml\n\(manual.sample)\n```" }
        return text
    }
}
