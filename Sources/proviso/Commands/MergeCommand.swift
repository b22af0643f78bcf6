import CommandTable
import Glibc
import Proviso
import ProvisoBulk

struct MergeCommand: TakesRules, TakesPlugins, TakesLanguage, TakesVerdict {
    var rules = RuleOptions()
    var plugins = PluginOptions()
    var language = LanguageOptions()
    var format = ReportFormat.text
    var limit: Int?
    var writeProfile: String?
    var verdict = VerdictOptions()
    var data: [String] = []

    static let name = "merge"
    static let summary = "Merge the outputs of 'shard' into the report of one run."

    static var page: CommandPage {
        CommandPage(
            """
            Files appear in the order in which their first parts were given. The parts of a file can be in any order.

            The exit status is that of 'check' for the same files. Only rule files with 'dataset' are needed again: then \
            give 'merge' the rules, plugins and language that 'shard' had.
            """,
            examples: [
                ("proviso merge part1 part2", "Write one report of both parts."),
                (
                    "cat part* | proviso merge --format json > report.json",
                    "Merge the parts from standard input into a report in JSON."
                ),
            ],
            statuses: [
                ("0", "all valid"), ("1", "invalid data"),
                ("2", "a mistake on the command line"),
                (
                    "3",
                    "an input could not be read or does not belong to the others, or the report could not be written"
                ),
                ("4", "nothing was checked: there is no record, or no rule ran (see --fail-on)"),
            ])
    }

    static var options: [Option<Self>] {
        [
            .choice(
                "--format", "-f", value: "format", of: ReportFormat.self, usual: "text",
                help: "The format of the report."
            ) { $0.format = $1 }, OutputOptions.limit { $0.limit = $1 },
            OutputOptions.writeProfile { $0.writeProfile = $1 },
        ] + VerdictOptions.options() + RuleOptions.options() + PluginOptions.options() + LanguageOptions.options()
    }

    static var operands: Operands<Self>? {
        Operands("data", .any, help: "Outputs of 'shard'; '-' or none for standard input.") { $0.data.append($1) }
    }

    func validate() throws {
        try StandardStreams.refuseTwice(data)
        try language.validate()
        try rules.validate(inputs: data)
        if format == .problem { throw UsageError("--format problem is for one record, not for parts of files") }
        if limit != nil, !format.takesLimit {
            throw UsageError("--limit is for text, html and github: \(format.rawValue) lists all findings")
        }
    }

    func run() throws {
        if data.isEmpty, StandardStreams.isInputMissing {
            throw UsageError("no data: name a file, or pipe the output of 'shard' to standard input")
        }
        try FileConflicts.check(data.isEmpty ? ["-"] : data, rules, plugins, language, profile: writeProfile)
        let output = Output(descriptor: STDOUT_FILENO)
        let merge: Merge
        do {
            var all = try Merge(data.isEmpty ? ["-"] : data)
            let writer = format.writer(limit: limit)
            let job = try job(for: all, writer)
            let profile = try openProfile(job)
            try all.write(to: output, by: writer, job)
            if let profile {
                profile.write(all.profile ?? "")
                try StandardOutput.finish(profile)
            }
            merge = all
        } catch let failure as Merge.Failure {
            output.flush()
            throw ExitCode.failure.because(failure.reason)
        }
        try StandardOutput.finish(output)
        for line in merge.summary.lines(merge.words) { StandardError.line(line) }
        for note in merge.summary.notes { StandardError.line(note) }
        if let note = merge.note { StandardError.line(note) }
        if merge.summary.unreadable > 0 { throw ExitCode.failure }
        try verdict.end(merge.summary)
    }

    /// Opens the file of `--write-profile`; reports one that cannot be opened on standard error.
    private func openProfile(_ job: Job?) throws -> Output? {
        guard let writeProfile else { return nil }
        if job == nil { throw UsageError("--write-profile: the shards have measured nothing") }
        do throws(SystemError) {
            return try Output(path: writeProfile, resumedAt: nil)
        } catch {
            throw ExitCode.failure.because("\(writeProfile): \(error.reason)")
        }
    }

    /// The rules about all records, for shards that have measured them; `nil` for others.
    private func job(for merge: Merge, _ writer: any ReportWriter) throws -> Job? {
        guard merge.isMeasured else { return nil }
        if rules.shown.isEmpty {
            throw UsageError(
                "the rule file has rules about all records: give 'merge' the options of 'shard' too, such as "
                    + "--rules rules.yaml")
        }
        let settings = Run.Settings(jobs: 1, progress: .none)
        let loaded = try rules.load(settings, plugins, language.writing(nil), comparesRecords: false)
        if loaded.pluginsFailed { throw ExitCode.failure }
        let identity = RunIdentity.text(try RunIdentity.of(rules, language.writing(nil), loaded.plugins))
        guard merge.run == identity || merge.run.hasPrefix("\(identity); ") else {
            throw UsageError("the shards were validated with other rules, plugins, collections, scenario or language")
        }
        var job = try loaded.job([writer], uniqueValues: nil)
        job.expected = try loaded.expectations(settings, writing: writeProfile)
        return job
    }
}
