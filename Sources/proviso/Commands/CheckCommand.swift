import CommandTable
import Glibc
import Proviso
import ProvisoBulk
import ProvisoPlugins

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

extension CheckCommand {
    func validate() throws {
        try language.validate()
        try writing.validate(inputs: data, reading)
        if plugins.audit, writing.quiet, !writing.writesSummary {
            throw UsageError(
                "--audit and --quiet: no report names the plugins; add one, such as --report json=run.json")
        }
        try refuseConflicts()
        try reading.validate(inputs: data)
        try rules.validate(inputs: data)
        try StandardStreams.refuseTwice(data)
        try stats.validate(checkpoint: checkpoint)
        guard checkpoint != nil else {
            if checkpointInterval == nil { return }
            throw UsageError("--checkpoint-interval is for --checkpoint, which is missing")
        }
        if rules.inputs(data).contains("-") {
            throw UsageError("--checkpoint needs files: standard input cannot be read again")
        }
        if writing.output == nil {
            throw UsageError(
                "--checkpoint needs --output: with '>' the shell would empty the report before the run resumes")
        }
    }

    /// Refuses to write to a file that the run reads, or twice to one file.
    private func refuseConflicts() throws {
        let isRedirected = FilePlace(descriptor: STDOUT_FILENO) != nil
        if writing.files.isEmpty, checkpoint == nil, stats.output == nil, !isRedirected { return }
        var conflicts = FileConflicts()
        conflicts.reads(rules.inputs(data), as: "an input")
        conflicts.reads(rules, plugins, language)
        if let baseline = writing.baseline { conflicts.reads(baseline, as: "--baseline") }
        if writing.output == nil { try conflicts.writesStandardOutput() }
        for (option, path) in writing.files { try conflicts.writes(path, as: option) }
        if let path = stats.output { try conflicts.writes(path, as: "--stats-output") }
        guard let checkpoint else { return }
        for path in Checkpoint.files(checkpoint) { try conflicts.writes(path, as: "--checkpoint") }
        for (option, path) in writing.files where !Output.isResumable(path) {
            throw UsageError("--checkpoint needs regular files as outputs: \(option) \(path) is not one")
        }
    }

    func run() throws {
        let inputs = rules.inputs(data)
        if inputs == ["-"], data.isEmpty, StandardStreams.isInputMissing {
            throw UsageError("no data: name a file, or pipe records to standard input")
        }
        var settings = reading.settings
        if writing.quiet { settings.progress = .none }
        let loaded = try rules.load(settings, plugins, language.writing(writing.mainFormat))
        for mistake in CaseCheck.mistakes(in: loaded.plan) { StandardError.line(mistake.text(kind: "warning: ")) }
        if !writing.quiet {
            for note in loaded.notes + [reading.note(on: inputs, loaded.plan)].compactMap({ $0 }) {
                StandardError.line(note)
            }
        }
        let checkpoint = try checkpoint.map { try openCheckpoint($0, inputs, loaded.plugins) }
        let uniqueValues = try loaded.uniqueValues(settings, checkpoint)
        let baseline = try writing.accepted()
        var job = try loaded.job(
            writing.writers, uniqueValues: uniqueValues, maxErrors: writing.maxErrors, showsValues: writing.showValues,
            baseline: baseline)
        job.expected = try loaded.expectations(settings, writing: writing.writeProfile)
        if stats.isWanted { job.watch = .statistics }
        try Run.refuse(job, inputs: inputs, settings: settings)
        let outputs = try writing.open(resumedAt: checkpoint?.marks)
        let result = Run(job, inputs: inputs, settings: settings, outputs: outputs, checkpoint: checkpoint)()
        if result.isRefused { throw ExitCode.usage }
        report(result, job.localizer.localizer)
        if stats.isWanted, result.signal == nil { try stats.write(result.statistics, loaded) }
        if writing.mainFormat == .problem, result.summary.records > 1 {
            throw ExitCode.usage.because("--format problem is for one record, but there are \(result.summary.records)")
        }
        if let signal = result.signal { throw ExitCode(128 + signal) }
        if result.hasFailed || loaded.pluginsFailed { throw ExitCode.failure }
        if writing.writeBaseline != nil {
            let faults = result.summary.faults
            if faults > 0, !writing.quiet {
                StandardError.line(
                    "--write-baseline: \(faults) \(faults == 1 ? "value" : "values") could not be validated "
                        + "(\(Code.fault)); a baseline cannot accept them")
            }
            return try VerdictOptions.refuseFaults(of: result.summary, isQuiet: writing.quiet)
        }
        try verdict.end(result.summary, isQuiet: writing.quiet)
    }

    private func openCheckpoint(
        _ path: String, _ inputs: [String], _ plugins: [LoadedPlugin]
    ) throws -> Checkpoint {
        var identity = try RunIdentity.of(rules, language.writing(writing.mainFormat), plugins)
        identity += writing.identity
        identity += reading.identity
        identity += inputs.map { ($0, FileIdentity.text($0)) }
        do throws(Checkpoint.Failure) {
            return try Checkpoint(
                path: path, identity: identity, inputs: inputs.count, outputs: writing.writers.count,
                interval: checkpointInterval ?? 5)
        } catch {
            switch error {
            case .unreadable(let reason): StandardError.error("\(path): \(reason)")
            case .unwritable(let reason):
                throw ExitCode.failure.because("cannot write the checkpoint \(path): \(reason)")
            case .different(let name):
                StandardError.error(
                    "\(path) is the checkpoint of another run: \(name) has changed; remove the file to start from the beginning"
                )
            }
            throw ExitCode.usage
        }
    }

    private func report(_ result: Run.Result, _ localizer: Localizer) {
        if result.signal != nil {
            StandardError.line("interrupted" + (result.isResumable ? ": the same command resumes the run" : ""))
        }
        // No record was read, and the reason is already reported.
        if result.hasFailed, result.summary.records == 0 { return }
        if !writing.quiet, !writing.summary {
            for line in result.summary.lines(ReportWords(localizer)) { StandardError.line(line) }
        }
        if !writing.quiet { for note in result.summary.notes { StandardError.line(note) } }
        if let note = localizer.note { StandardError.line(note) }
    }
}
