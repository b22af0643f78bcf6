import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoEditing
import ProvisoPlugins

/// The command that writes what rules require, for people.
struct DocCommand: TakesRules, TakesPlugins, TakesLanguage {
    enum Format: String, CaseIterable { case markdown, html }

    var plugins = PluginOptions()
    var language = LanguageOptions()
    var rules = RuleOptions()
    /// `nil` if the name of the output says it.
    var format: Format?
    var output: String?

    static let name = "doc"
    static let summary = "Write what the rules require, for people, in their language."

    static var page: CommandPage {
        CommandPage(
            """
            For each attribute: its label and hint, whether it is required, and what its rules require, with conditions and \
            scenarios. The sentences are the messages that a violation has, so that help and errors never disagree. Several \
            rule files are read as if one file included them.
            """,
            examples: [
                ("proviso doc rules.yaml --locale de", "Write the page in German, as Markdown."),
                ("proviso doc rules.yaml -o rules.html", "Write a page for a browser."),
            ],
            statuses: [
                ("0", "the page is written"), ("2", "a mistake on the command line or in a rule file"),
                ("3", "a plugin or an output failed"),
            ])
    }

    static var options: [Option<Self>] {
        PluginOptions.options() + LanguageOptions.options()
            + [
                .choice(
                    "--format", "-f", value: "format", of: Format.self, usual: "markdown",
                    help: "Markdown or HTML; an output that ends in .html is HTML."
                ) {
                    $0.format = $1
                },
                .text(
                    "--output", "-o", value: "file", kind: .file,
                    help: "The file to write; by default standard output."
                ) { $0.output = $1 },
            ] + RuleOptions.reading()
    }

    static var operands: Operands<Self>? {
        Operands("rules", .atLeastOne, help: "Rule files, or JSON Schemas.") { $0.rules.files.append($1) }
    }

    func validate() throws { try language.validate() }

    private var isHTML: Bool {
        if let format { return format == .html }
        return output.map { $0.hasSuffix(".html") || $0.hasSuffix(".htm") } ?? false
    }

    func run() throws {
        try FileConflicts.check([], rules, plugins, language, output: output)
        var rules = rules
        rules.schemas.writingOut = WrittenOutSchemas.rules
        let loaded = try rules.load(Run.Settings(progress: .none), plugins, language, readsCollections: false)
        if loaded.pluginsFailed { throw ExitCode.failure }
        LanguageOptions.reportFallback(of: loaded.localizer)
        let words = ReportWords(loaded.localizer)
        let maker = RulePageMaker(
            loaded.plan, loaded.plan.localizer(loaded.localizer),
            known: try KnownValues(rules).values, severity: words.heading)
        let page = maker.page(title: rules.shown)
        let text = isHTML ? page.html(style: PageStyle.text) : page.markdown
        if let output { try NewFile.write(text, to: output) } else { try StandardOutput.write(text) }
        if FaultLedger.hasQuarantined { throw ExitCode.failure }
    }
}
