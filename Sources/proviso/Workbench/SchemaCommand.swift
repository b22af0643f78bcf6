import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoEditing
import ProvisoPlugins

/// The command that writes the JSON Schema of rule files.
struct SchemaCommand: TakesRules, TakesPlugins {
    var plugins = PluginOptions()
    var rules = RuleOptions()
    var subject = ""

    static let name = "schema"
    static let summary = "Write a JSON Schema of rule files, for editors."

    static var page: CommandPage {
        CommandPage(
            """
            Writes a JSON Schema (draft 7) of rule files, with the rule types of the plugins that are given. An editor with a YAML \
            extension then completes and underlines keys, rule types and options. See Docs/Editors.md.
            """,
            examples: [
                ("proviso schema rules > rules.schema.json", "Write the schema."),
                (
                    "proviso schema rules --plugins plugins --rules rules.yaml",
                    "Add rule types of plugins and of a file."
                ),
            ])
    }

    static var options: [Option<Self>] {
        PluginOptions.options()
            + [
                .text(
                    "--rules", "-r", value: "file", kind: .file, need: .repeated,
                    help: "A rule file whose own rule types are added."
                ) { $0.rules.files.append($1) }
            ] + RuleOptions.reading()
    }

    static var operands: Operands<Self>? {
        Operands("rules", .one, help: "The word 'rules'.") { $0.subject = $1 }
    }

    func run() throws {
        guard subject == "rules" else {
            throw UsageError("expected 'rules', not '\(subject)': there is a schema of rule files only")
        }
        let known = try KnownTypes(plugins, rules)
        let schema = RuleFileSchema(
            KnownTypes.pages(known.registry, known.plugins), knowsOwnTypes: !rules.files.isEmpty)
        try StandardOutput.write(schema.document.json + "\n")
        if known.failed { throw ExitCode.failure }
    }
}
