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
    /// The file with names of inputs.
    var filesFrom: String?
    /// The project file, as typed.
    var project: String?
    var watches = false

    static let name = "check"
    static let summary = "Validate files against a rule file."

    static var page: CommandPage {
        CommandPage(
            """
            Reads NDJSON, JSON, arrays of records, YAML, TOML, CSV and TSV, also compressed by gzip or zstd. Writes one line per \
            violation to standard output and a summary to standard error. Without rules it checks what proviso.yaml says, \
            here or above in the same repository; with files, those of them.
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
                .flag("--watch", help: "Run again when a rule file, the project file or a file of data changes.") {
                    $0.watches = true
                },
            ].grouped(.run)
            + [
                .text(
                    "--files-from", value: "file", kind: .file,
                    help: "A file with names of further files, one a line or each before a NUL; '-' for standard input."
                ) { $0.filesFrom = $1 }
            ].grouped(.input)
            + [
                .text(
                    "--project", value: "file", kind: .file,
                    help: "The project file, by default proviso.yaml here or above in the same repository."
                ) { $0.project = $1 }
            ].grouped(.rules)
    }

    static var operands: Operands<Self>? {
        Operands("data", .any, help: "Files and directories; '-' or none for standard input.") { $0.data.append($1) }
    }
}

extension CheckCommand {
    func validate() throws {
        try language.validate()
        if plugins.audit, writing.quiet, !writing.writesSummary {
            throw UsageError(
                "--audit and --quiet: no report names the plugins; add one, such as --report json=run.json")
        }
        try stats.validate(checkpoint: checkpoint)
        if watches, checkpoint != nil { throw UsageError("--watch and --checkpoint: give one of them") }
        if watches, filesFrom == "-" || data.contains(where: StandardStreams.isInput) {
            throw UsageError("--watch needs files: standard input cannot be read again")
        }
        guard checkpoint != nil else {
            if checkpointInterval == nil { return }
            throw UsageError("--checkpoint-interval is for --checkpoint, which is missing")
        }
        if writing.output == nil {
            throw UsageError(
                "--checkpoint needs --output: with '>' the shell would empty the report before the run resumes")
        }
    }

    /// Refuses options that do not fit the files.
    private func validate(_ parts: [CheckPart]) throws {
        try writing.validate(inputs: parts.flatMap(\.inputs), reading)
        try refuseConflicts(parts)
        for part in parts {
            try part.validate()
        }
        let inputs = parts.flatMap(\.inputs)
        try StandardStreams.refuseTwice(inputs + (filesFrom.map { [$0] } ?? []).filter(StandardStreams.isInput))
        if checkpoint != nil, inputs.contains("-") {
            throw UsageError("--checkpoint needs files: standard input cannot be read again")
        }
        if watches, inputs.contains(where: StandardStreams.isInput) {
            throw UsageError("--watch needs files: standard input cannot be read again")
        }
        if inputs == ["-"], data.isEmpty, StandardStreams.isInputMissing {
            throw UsageError("no data: name a file, or pipe records to standard input")
        }
    }

    /// Refuses to write to a file that the run reads, or twice to one file.
    private func refuseConflicts(_ parts: [CheckPart]) throws {
        let isRedirected = FilePlace(descriptor: STDOUT_FILENO) != nil
        if writing.files.isEmpty, checkpoint == nil, stats.output == nil, !isRedirected { return }
        var conflicts = FileConflicts()
        for part in parts {
            conflicts.reads(part.inputs, as: "an input")
            conflicts.reads(part.command.rules, plugins, language)
            if let baseline = part.command.writing.baseline { conflicts.reads(baseline, as: "--baseline") }
        }
        if let filesFrom { conflicts.reads(filesFrom, as: "--files-from") }
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
        var files: [String] = []
        guard watches else { return try runOnce(&files) }
        files = rules.files + data + [try projectFile()].compactMap { $0 }
        try FileWatch.run(files) { watched in
            do {
                try runOnce(&watched)
            } catch let error as UsageError {
                StandardError.error(error.reason)
            }
        }
    }

    /// Checks everything once, and registers the files that were read.
    private func runOnce(_ files: inout [String]) throws {
        let (parts, project) = try self.parts()
        files = watched(parts, [], project)
        try validate(parts)
        let found = try plugins.load()
        let ready = try parts.map { try $0.ready(found) }
        files = watched(parts, ready.flatMap(\.loaded.plan.ruleSet.files), project)
        let outputs = try writing.open(resumedAt: ready[0].checkpoint?.marks)
        var joined = project.map { _ in JoinedReport() }
        var last: Run.Result?
        for (index, part) in ready.enumerated() {
            let result = Run(
                part.job, inputs: part.inputs, settings: part.settings, outputs: outputs, checkpoint: part.checkpoint,
                joining: joined, isLast: index == ready.count - 1)()
            if result.isRefused { throw ExitCode.usage }
            (joined, last) = (result.joined, result)
            if result.signal != nil || result.summary.hasStopped { break }
        }
        guard let last else { return }
        let summary = joined?.summary ?? last.summary
        try end(last, summary, hasFailed: joined?.hasFailed ?? last.hasFailed, ready) {
            guard let project, !writing.quiet else { return }
            // Only a run over the whole project knows what an exception is not needed for.
            let isWhole = data.isEmpty && filesFrom == nil && !summary.hasStopped && last.signal == nil
            let mistakes = isWhole ? project.mistakes(in: zip(parts, ready.map(\.loaded.plan))) : [:]
            for warning in project.warnings(named: isWhole ? summary.excepted : nil, mistakes) {
                StandardError.line(warning.text(kind: "warning: "))
            }
        }
    }

    /// Writes what comes after the report, and ends the tool with the exit status.
    private func end(
        _ last: Run.Result, _ summary: Summary, hasFailed: Bool, _ parts: [CheckPart.Ready], _ warn: () -> Void
    ) throws {
        report(last, summary, hasFailed: hasFailed, parts[0].job.localizer.localizer)
        warn()
        if stats.isWanted, last.signal == nil { try stats.write(last.statistics, parts[0].loaded) }
        if writing.mainFormat == .problem, summary.records > 1 {
            throw ExitCode.usage.because("--format problem is for one record, but there are \(summary.records)")
        }
        if let signal = last.signal { throw ExitCode(128 + signal) }
        if hasFailed || parts.contains(where: \.loaded.pluginsFailed) { throw ExitCode.failure }
        if writing.writeBaseline != nil {
            if !writing.quiet { noteUnaccepted(summary) }
            return try VerdictOptions.refuseFaults(of: summary, isQuiet: writing.quiet)
        }
        try verdict.end(summary, isQuiet: writing.quiet)
    }

    /// Notes which findings a baseline does not accept.
    private func noteUnaccepted(_ summary: Summary) {
        let (faults, ofTable) = (summary.faults, summary.tableFindings)
        if faults > 0 {
            StandardError.line(
                "--write-baseline: \(faults) \(faults == 1 ? "value" : "values") could not be validated "
                    + "(\(Code.fault)); a baseline cannot accept them")
        }
        if ofTable > 0 {
            StandardError.line(
                "--write-baseline: \(ofTable) \(ofTable == 1 ? "finding" : "findings") about all records "
                    + "\(ofTable == 1 ? "is" : "are") not in it: a baseline accepts findings about single records")
        }
    }

    func openCheckpoint(
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

    private func report(_ result: Run.Result, _ summary: Summary, hasFailed: Bool, _ localizer: Localizer) {
        if result.signal != nil {
            StandardError.line("interrupted" + (result.isResumable ? ": the same command resumes the run" : ""))
        }
        // No record was read, and the reason is already reported.
        if hasFailed, summary.records == 0 { return }
        if !writing.quiet, !writing.summary {
            for line in summary.lines(ReportWords(localizer)) { StandardError.line(line) }
        }
        if !writing.quiet { for note in summary.notes { StandardError.line(note) } }
        if let note = localizer.note { StandardError.line(note) }
    }
}
