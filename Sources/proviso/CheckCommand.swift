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

    @OptionGroup var rules: RuleOptions
    @OptionGroup var plugins: PluginOptions
    @OptionGroup var language: LanguageOptions
    @OptionGroup var reading: RunOptions
    @OptionGroup var writing: OutputOptions

    @Option(help: "Write to this file how far the run is, and go on from there when it was killed.")
    var checkpoint: String?

    @Option(help: "How many seconds lie between two checkpoints.")
    var checkpointInterval = 5.0

    @Argument(help: "Files; '-' or none for standard input.")
    var data: [String] = []

    private var check: CheckRun {
        CheckRun(
            rules: rules, plugins: plugins, language: language, reading: reading, writing: writing,
            checkpoint: checkpoint, checkpointInterval: checkpointInterval, data: data)
    }

    func validate() throws { try check.validate() }

    func run() throws { try check.run() }
}
