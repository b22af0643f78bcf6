import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Validate records by a rule set.",
        discussion: """
            Reads NDJSON, JSON, arrays of records, CSV and TSV, also compressed by gzip or zstd. Writes one line a \
            violation to standard output and a summary to standard error.

            Exit status: 0 all valid, 1 invalid data, 2 usage or rule file, 3 input or plugin failure, 130 interrupted.
            """)

    @OptionGroup var rules: RuleArguments
    @OptionGroup var plugins: PluginArguments
    @OptionGroup var language: LanguageArguments
    @OptionGroup var reading: RunArguments
    @OptionGroup var writing: OutputArguments
    @OptionGroup var verdict: VerdictArguments

    @Option(
        help: ArgumentHelp(
            "Write to this file how far the run is, and go on from there when it was killed.", valueName: "file"),
        completion: .file())
    var checkpoint: String?

    @Option(help: ArgumentHelp("How many seconds lie between two checkpoints.", valueName: "seconds"))
    var checkpointInterval = CheckRun.usualInterval

    @Argument(help: "Files; '-' or none for standard input.", completion: .file())
    var data: [String] = []

    private var check: CheckRun {
        CheckRun(
            rules: rules.options, plugins: plugins.options, language: language.options, reading: reading.options,
            writing: writing.options, verdict: verdict.options,
            checkpoint: checkpoint, checkpointInterval: checkpointInterval, data: data)
    }

    func validate() throws { try check.validate() }

    func run() throws { try check.run() }
}
