import CommandTable
import Glibc
import Proviso
import ProvisoBulk

struct ShardCommand: TakesRules, TakesPlugins, TakesLanguage, TakesInputs {
    var rules = RuleOptions()
    var plugins = PluginOptions()
    var language = LanguageOptions()
    var reading = RunOptions()
    var jobs = 1

    static let name = "shard"
    static let summary = "Validate parts of files, for 'merge'."

    static var page: CommandPage {
        CommandPage(
            """
            Reads lines of 'path start end' from standard input: a file with one record per line, and a range of its \
            bytes. A record belongs to the part that has its first byte. A file of another format that 'check' reads, \
            such as a compressed one, must be one part: 0 to its size. Writes the findings of each part and a summary \
            as lines of JSON.
            """,
            examples: [
                (
                    "echo 'data.ndjson 0 1000000' | proviso shard --rules rules.yaml > part1",
                    "Validate the lines that start in the first million bytes."
                ),
                (
                    "echo 'data.csv.gz 0 5000000' | proviso shard --rules rules.yaml > part2",
                    "Validate a compressed file of 5,000,000 bytes as one part."
                ),
            ],
            statuses: [
                ("0", "done, also if records are invalid"),
                ("2", "a mistake on the command line or in the rule file"),
                ("3", "an input could not be read, standard output could not be written, or a plugin failed"),
            ])
    }

    static var options: [Option<Self>] {
        RuleOptions.options() + PluginOptions.options() + [PluginOptions.auditOption()].grouped(.plugins)
            + LanguageOptions.options()
            + [RunOptions.processJobs { $0.jobs = $1 }] + RunOptions.forms()
    }

    func validate() throws {
        try language.validate()
        try rules.validate(inputs: ["-"])
        guard reading.delimiter != nil, ![.auto, .csv, .tsv].contains(reading.inputFormat) else { return }
        throw UsageError("--delimiter is for tables, and not for --input-format \(reading.inputFormat.rawValue)")
    }

    func run() throws {
        if StandardStreams.isInputMissing {
            throw UsageError("no data: pipe lines of 'path start end' to standard input")
        }
        try FileConflicts.check(["-"], rules, plugins, language)
        let settings = Run.Settings(
            jobs: jobs, format: reading.inputFormat, delimiter: reading.delimiter?.byte, progress: .none)
        let loaded = try rules.load(settings, plugins, language.writing(nil), comparesRecords: false)
        if loaded.pluginsFailed { throw ExitCode.failure }
        for note in loaded.notes { StandardError.line(note) }
        let job = try loaded.job([ShardReport()], uniqueValues: nil, mode: .shard)
        let identity = RunIdentity.text(
            try RunIdentity.of(rules, language.writing(nil), loaded.plugins) + reading.formIdentity)
        let output = Output(descriptor: STDOUT_FILENO)
        var total = Summary()
        while let line = readLine() {
            if line.isEmpty { continue }
            guard let shard = Shard(line) else {
                throw ExitCode.usage.because("expected a line 'path start end', found '\(line)'")
            }
            if let place = FilePlace(shard.path), place == FilePlace(descriptor: STDOUT_FILENO) {
                throw UsageError("standard output is also an input: name another file")
            }
            let result: Run.Result
            do throws(SystemError) {
                result = try job(shard, settings: settings, to: output, run: identity)
            } catch {
                try StandardOutput.finish(output)
                throw ExitCode.failure.because("\(shard.path): \(error.reason)")
            }
            if result.isRefused { throw ExitCode.usage }
            if let signal = result.signal { throw ExitCode(128 + signal) }
            if result.hasFailed { throw ExitCode.failure }
            total.add(result.summary)
        }
        try VerdictOptions.refuseFaults(of: total)
    }
}
