import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

struct FilterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "filter",
        abstract: "Answer each record on standard input with a verdict.",
        discussion: """
            One line of JSON in, one line of JSON out, in the same order: {"valid":true}, or {"valid":false} with the \
            violations or with the reason why the line could not be read. For Spark's rdd.pipe and the like.

            Exit status: 0 whatever the records are like, 2 usage or rule file, 3 failure of the tool itself.
            """)

    @OptionGroup var rules: RuleArguments
    @OptionGroup var plugins: PluginArguments
    @OptionGroup var language: LanguageArguments

    @Option(help: "How many threads check; 1 by default, since engines start a process a processor.")
    var jobs = 1

    func run() throws {
        if StandardStreams.isInputMissing { throw ValidationError("no data: pipe records to standard input") }
        try FileConflicts.check(["-"], rules.options, plugins.options, language.options)
        let settings = Run.Settings(jobs: max(1, jobs), format: .ndjson, progress: .none)
        let loaded = try rules.options.load(settings, plugins.options, language.options)
        if loaded.pluginsFailed { throw ExitCode.failure }
        let claims = try Claimed.make(for: loaded.plan, nil, settings)
        let job = try loaded.job([VerdictReport()], claims: claims, mode: .filter)
        let result = Run(job, inputs: ["-"], settings: settings, outputs: [Output(descriptor: STDOUT_FILENO)])()
        if let signal = result.signal { throw ExitCode(128 + signal) }
        if result.hasFailed { throw ExitCode.failure }
    }
}
