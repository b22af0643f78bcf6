import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoContracts
import ProvisoEditing
import ProvisoPlugins

/// The command for JSON Schemas: that of rule files, those of rule sets, and rule files from them.
struct SchemaCommand: TakesRules, TakesPlugins {
    /// What is done.
    enum Subject: String, CaseIterable { case rules, export, `import` }
    /// What a rule set is written as.
    enum Form: String, CaseIterable {
        case jsonSchema = "json-schema"
        case openAPI = "openapi"
        case tableSchema = "table-schema"
    }

    var plugins = PluginOptions()
    var rules = RuleOptions()
    var operands: [String] = []
    var form = Form.jsonSchema
    var output: String?

    static let name = "schema"
    static let summary = "Write rules as a JSON Schema, rules from one, or the one of rule files."

    static var page: CommandPage {
        CommandPage(
            """
            'rules' writes a JSON Schema (draft 7) of rule files, with the rule types of the plugins that are given. An editor with \
            a YAML extension then completes and underlines keys, rule types and options. See Docs/Editors.md.

            'export' writes the rules of a rule file as a JSON Schema (draft 2020-12), an OpenAPI description or a Table Schema. What \
            the schema does not say is named on standard error. 'import' writes a rule file that says the same as a JSON \
            Schema, a Table Schema, a data package, CSV on the Web or an Open Data Contract. See Docs/JSONSchema.md and Docs/Contracts.md.
            """,
            examples: [
                ("proviso schema export rules.yaml -o order.schema.json", "Write the rules as a JSON Schema."),
                ("proviso schema import 'api.yaml#/components/schemas/Order'", "Write a rule file from a schema."),
            ])
    }

    static var options: [Option<Self>] {
        PluginOptions.options()
            + [
                .text(
                    "--rules", "-r", value: "file", kind: .file, need: .repeated,
                    help: "With 'rules': a rule file whose own rule types are added."
                ) { $0.rules.files.append($1) },
                .choice(
                    "--as", value: "form", of: Form.self, usual: Form.jsonSchema.rawValue,
                    help: "With 'export': what the rules are written as."
                ) { $0.form = $1 },
                .text(
                    "--scenario", value: "scenario", usual: RuleSet.defaultScenario,
                    help: "With 'export': the scenario whose rules are written."
                ) { $0.rules.scenario = $1 },
                .text(
                    "--output", "-o", value: "file", kind: .file,
                    help: "The file to write; by default standard output."
                ) { $0.output = $1 },
                .flag("--schema-formats", help: "With 'import': make rules of the 'format' of strings.") {
                    $0.rules.schemas.assertsFormats = true
                },
                .text(
                    "--schema-path", value: "uri=directory", kind: .directory, need: .repeated,
                    help:
                        "With 'import': the directory of the schemas that references to URIs with this beginning lead to."
                ) { $0.rules.schemas.directories.append($1) },
            ] + RuleOptions.reading()
    }

    static var operands: Operands<Self>? {
        Operands("subject", .atLeastOne, help: "'rules', 'export' with rule files, or 'import' with a schema.") {
            $0.operands.append($1)
        }
    }

    func run() throws {
        let words = Subject.allCases.map { "'\($0.rawValue)'" }
        guard let subject = Subject(rawValue: operands[0]) else {
            throw UsageError(
                "expected \(words.dropLast().joined(separator: ", ")) or \(words.last ?? ""), not '\(operands[0])'"
                    + Suggestion.hint(Suggestion.nearest(to: operands[0], in: Subject.allCases.map(\.rawValue))))
        }
        let files = Array(operands.dropFirst())
        try FileConflicts.check(files.map { JSONSchema.split($0).path }, rules, plugins, output: output)
        switch subject {
        case .rules:
            if let extra = files.first { throw UsageError("'schema rules' takes no '\(extra)': see --rules") }
            try ofRuleFiles()
        case .export:
            if files.isEmpty { throw UsageError("'schema export' needs a rule file") }
            try export(files)
        case .import:
            guard files.count == 1 else { throw UsageError("'schema import' needs one schema, found \(files.count)") }
            try importing(files[0])
        }
    }

    private func write(_ text: String) throws {
        if let output { try NewFile.write(text, to: output) } else { try StandardOutput.write(text) }
    }

    private func ofRuleFiles() throws {
        let known = try KnownTypes(plugins, rules)
        let schema = RuleFileSchema(
            KnownTypes.pages(known.registry, known.plugins), knowsOwnTypes: !rules.files.isEmpty)
        try write(schema.document.json + "\n")
        if known.failed { throw ExitCode.failure }
    }

    private func export(_ files: [String]) throws {
        var rules = rules
        rules.files += files
        let loaded = try rules.load(
            Run.Settings(progress: .none), plugins, LanguageOptions(), readsCollections: false)
        if loaded.pluginsFailed { throw ExitCode.failure }
        let name = files[0].split(separator: "/").last.map(String.init) ?? files[0]
        let title = name.split(separator: ".").first.map(String.init) ?? name
        let made = SchemaExport(loaded.plan, scenario: rules.scenario, title: title)
        for loss in made.losses { StandardError.line("note: not said: \(loss.text)") }
        switch form {
        case .jsonSchema: try write(made.schema.json + "\n")
        case .openAPI: try write(made.openAPI.json + "\n")
        case .tableSchema:
            let (schema, losses) = made.tableSchema
            for loss in losses { StandardError.line("note: not said: \(loss)") }
            try write(schema.json + "\n")
        }
    }

    private func importing(_ file: String) throws {
        let options = try rules.schemas.options()
        let made: (text: String, notes: [String])
        do throws(RuleSetError) {
            made = try Contract.recognizes(file) ? ofContract(file) : ofSchema(file, options)
        } catch {
            throw error.reported()
        }
        for note in made.notes { StandardError.line(note) }
        try write(made.text)
    }

    private func ofSchema(_ file: String, _ options: JSONSchema.Options) throws(RuleSetError) -> (String, [String]) {
        let made = try SchemaImport(contentsOf: file, options: options)
        return (made.text, made.warnings.map { $0.text(kind: "warning: ") } + made.notes.map { "note: \($0)" })
    }

    private func ofContract(_ file: String) throws(RuleSetError) -> (String, [String]) {
        let made = try Contract(contentsOf: file)
        let needed = made.collections.sorted { $0.key < $1.key }.map {
            "note: a foreign key needs --collection \($0.key)=\($0.value)"
        }
        return (try RuleFileFormat.formatted(made.text), made.notes.map { $0.text(kind: "note: ") } + needed)
    }
}
