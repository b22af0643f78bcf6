import CommandTable
import Glibc
import Proviso
import ProvisoBulk

struct FilterCommand: TakesRules, TakesPlugins, TakesLanguage {
    var rules = RuleOptions()
    var plugins = PluginOptions()
    var language = LanguageOptions()
    var jobs = 1

    static let name = "filter"
    static let summary = "Answer each record on standard input with a verdict."

    static var page: CommandPage {
        CommandPage(
            """
            One line of JSON in, one line of JSON out, in the same order: {"valid":true}, or {"valid":false} with the \
            violations or with the reason why the line could not be read. For Spark's rdd.pipe and the like.
            """,
            statuses: [
                ("0", "whatever the records are like"), ("2", "usage or rule file"),
                ("3", "failure of the tool itself"),
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
        let loaded = try rules.load(settings, plugins, language)
        if loaded.pluginsFailed { throw ExitCode.failure }
        for remark in loaded.remarks { Messages.line(remark) }
        let claims = try Claimed.make(for: loaded.plan, nil, settings)
        let job = try loaded.job([VerdictReport()], claims: claims, mode: .filter)
        let result = Run(job, inputs: ["-"], settings: settings, outputs: [Output(descriptor: STDOUT_FILENO)])()
        if let signal = result.signal { throw ExitCode(128 + signal) }
        if result.hasFailed { throw ExitCode.failure }
    }
}
