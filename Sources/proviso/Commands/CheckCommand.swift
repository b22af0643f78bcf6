import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// The command that validates files.
struct CheckCommand: TakesRules, TakesPlugins, TakesLanguage, TakesInputs, TakesVerdict, TakesOutputs, TakesStatistics {
    var rules = RuleOptions()
    var plugins = PluginOptions()
    var language = LanguageOptions()
    var reading = RunOptions()
    var writing = OutputOptions()
    var verdict = VerdictOptions()
    var checkpoint: String?
    var checkpointInterval: Double?
    var stats = StatisticsOptions()
    var data: [String] = []

    static let name = "check"
    static let summary = "Validate files against a rule file."

    static var page: CommandPage {
        CommandPage(
            """
            Reads NDJSON, JSON, arrays of records, YAML, TOML, CSV and TSV, also compressed by gzip or zstd. Writes one line per \
            violation to standard output and a summary to standard error.
            """,
            examples: [
                ("proviso check --rules rules.yaml data.csv", "Validate a table."),
                (
                    "proviso check --rules rules.yaml --locale de --format json - < data.ndjson",
                    "Validate standard input, and write German messages as JSON."
                ),
            ],
            statuses: [
                ("0", "all valid"), ("1", "invalid data"),
                ("2", "a mistake on the command line or in the rule file"),
                (
                    "3",
                    "an input could not be read, an output could not be written, a plugin failed, or a value could "
                        + "not be validated"
                ),
                ("4", "nothing was checked: there is no record, or no rule ran (see --fail-on)"),
                ("130", "interrupted by SIGINT"), ("143", "interrupted by SIGTERM"),
            ],
            usual: [
                "--rules", "--scenario", "--locale", "--format", "--output", "--report", "--invalid", "--quiet",
                "--show-values", "--fail-on",
            ])
    }

    static var options: [Option<Self>] {
        RuleOptions.options() + PluginOptions.options() + [PluginOptions.auditOption()].grouped(.plugins)
            + LanguageOptions.options() + RunOptions.options()
            + OutputOptions.options() + VerdictOptions.options() + StatisticsOptions.options()
            + [
                .text(
                    "--checkpoint", value: "file", kind: .file,
                    help: "Save the state of the run in this file, and resume from it if the run was killed."
                ) { $0.checkpoint = $1 },
                .parsed(
                    "--checkpoint-interval", value: "seconds", usual: "5",
                    help: "The number of seconds between checkpoints; 0 writes one after every chunk.",
                    expected: "a number of seconds, such as 5 or 0.5", NumberText.decimal
                ) { $0.checkpointInterval = $1 },
            ].grouped(.run)
    }

    static var operands: Operands<Self>? {
        Operands("data", .any, help: "Files; '-' or none for standard input.") { $0.data.append($1) }
    }
}
