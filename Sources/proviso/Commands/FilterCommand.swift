import CommandTable
import Glibc
import ProvisoBulk

struct FilterCommand: TakesRules, TakesPlugins, TakesLanguage {
    var rules = RuleOptions()
    var plugins = PluginOptions()
    var language = LanguageOptions()
    var jobs = 1

    static let name = "filter"
    static let summary = "Write a verdict for each record on standard input."

    static var page: CommandPage {
        CommandPage(
            """
            One line of JSON in, one line of JSON out, in the same order: {"valid":true}, or {"valid":false} with the \
            violations or with the reason why the line could not be read. For Spark's rdd.pipe and similar engines.
            """,
            examples: [
                (
                    "proviso filter --rules rules.yaml < data.ndjson > verdicts.ndjson",
                    "Write a verdict for each line."
                ),
                (
                    "proviso filter --rules rules.yaml --locale de < data.ndjson",
                    "Write the messages of the violations in German."
                ),
            ],
            statuses: [
                ("0", "done, also if records are invalid"),
                ("2", "a mistake on the command line or in the rule file"),
                ("3", "standard input could not be read, standard output could not be written, or a plugin failed"),
            ])
    }

    static var options: [Option<Self>] {
        RuleOptions.options() + PluginOptions.options()
            + LanguageOptions.options()
            + [RunOptions.processJobs { $0.jobs = $1 }]
    }

    func validate() throws {
        try language.validate()
        try rules.validate(inputs: ["-"])
    }

    func run() throws {
        if StandardStreams.isInputMissing { throw UsageError("no data: pipe records to standard input") }
        try FileConflicts.check(["-"], rules, plugins, language)
        let settings = Run.Settings(jobs: jobs, format: .ndjson, progress: .none)
        let loaded = try rules.load(settings, plugins, language.writing(nil))
        if loaded.pluginsFailed { throw ExitCode.failure }
        for note in loaded.notes { StandardError.line(note) }
        let uniqueValues = try loaded.uniqueValues(settings)
        let job = try loaded.job([VerdictReport()], uniqueValues: uniqueValues, mode: .filter)
        let result = Run(job, inputs: ["-"], settings: settings, outputs: [Output(descriptor: STDOUT_FILENO)])()
        if let signal = result.signal { throw ExitCode(128 + signal) }
        if result.hasFailed { throw ExitCode.failure }
        // Engines give many filters no line at all, which is nothing to speak of.
        if result.summary.records > 0, let nothing = result.summary.nothingChecked {
            StandardError.line("warning: nothing was checked: \(nothing)")
        }
        try VerdictOptions.refuseFaults(of: result.summary)
    }
}
