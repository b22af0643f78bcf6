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
    static let summary = "Validate parts of files, for 'merge' to put together."

    static var page: CommandPage {
        CommandPage(
            """
            Reads lines of 'path start end' from standard input: a file with a record a line, and the bytes to take of \
            it. A record belongs to the part its first byte lies in. A file of any other form that 'check' reads, such \
            as a compressed one, is taken as one part: 0 to its size. Writes the findings of each part and a summary \
            as lines of JSON.
            """,
            statuses: [
                ("0", "whatever the records are like"), ("2", "usage or rule file"),
                ("3", "failure of the tool or a file"),
            ])
    }

    static var options: [Option<Self>] {
        RuleOptions.options() + PluginOptions.options()
            + LanguageOptions.options()
            + [RunOptions.processJobs { $0.jobs = $1 }] + RunOptions.forms()
    }

    func validate() throws {
        try language.validate()
        try rules.validate(inputs: ["-"])
        guard reading.delimiter != nil, ![.auto, .csv, .tsv].contains(reading.inputFormat) else { return }
        throw UsageError("--delimiter is for tables, and --input-format \(reading.inputFormat.rawValue) is none")
    }

    func run() throws {
        if StandardStreams.isInputMissing {
            throw UsageError("no data: pipe lines of 'path start end' to standard input")
        }
        try FileConflicts.check(["-"], rules, plugins, language)
        let settings = Run.Settings(
            jobs: jobs, format: reading.inputFormat, delimiter: reading.delimiter?.byte, progress: .none)
        let loaded = try rules.load(settings, plugins, language, comparesRecords: false)
        if loaded.pluginsFailed { throw ExitCode.failure }
        for remark in loaded.remarks { Messages.line(remark) }
        let job = try loaded.job([ShardReport()], claims: nil, mode: .shard)
        let identity = (try RunIdentity.of(rules, language, loaded.plugins) + reading.formIdentity)
            .map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        let output = Output(descriptor: STDOUT_FILENO)
        while let line = readLine() {
            if line.isEmpty { continue }
            guard let shard = Shard(line) else {
                Messages.error("'\(line)' is no 'path start end'")
                throw ExitCode.usage
            }
            if let place = FilePlace(shard.path), place == FilePlace(descriptor: STDOUT_FILENO) {
                throw UsageError("standard output is the file of an input, too")
            }
            let result: Run.Result
            do throws(SystemError) {
                result = try job(shard, settings: settings, to: output, run: identity)
            } catch {
                try StandardOutput.finish(output)
                Messages.error("\(shard.path): \(error.reason)")
                throw ExitCode.failure
            }
            if result.isRefused { throw ExitCode.usage }
            if let signal = result.signal { throw ExitCode(128 + signal) }
            if result.hasFailed { throw ExitCode.failure }
        }
    }
}

struct MergeCommand: TakesVerdict {
    var format = ReportFormat.text
    var limit: Int?
    var verdict = VerdictOptions()
    var data: [String] = []

    static let name = "merge"
    static let summary = "Put the outputs of 'shard' together to the report of one run."

    static var page: CommandPage {
        CommandPage(
            """
            Files come in the order they are first named in; the parts of each may come in any order.

            The exit status is that of 'check' over the same files.
            """)
    }

    static var options: [Option<Self>] {
        [
            .choice(
                "--format", "-f", value: "format", of: ReportFormat.self, usual: "text",
                help: "How findings are written."
            ) { $0.format = $1 }, OutputOptions.limit { $0.limit = $1 },
        ] + VerdictOptions.options()
    }

    static var operands: Operands<Self>? {
        Operands("data", .any, help: "Outputs of 'shard'; '-' or none for standard input.") { $0.data.append($1) }
    }

    func validate() throws {
        if format == .problem { throw UsageError("--format problem is for one record, not for parts of files") }
        if limit != nil, !format.takesLimit {
            throw UsageError("--limit is for text, html and github: \(format.rawValue) has all findings")
        }
    }

    func run() throws {
        if data.isEmpty, StandardStreams.isInputMissing {
            throw UsageError("no data: name a file, or pipe the output of 'shard' to standard input")
        }
        var conflicts = FileConflicts()
        conflicts.reads(data.isEmpty ? ["-"] : data, as: "an input")
        try conflicts.writesStandardOutput()
        let output = Output(descriptor: STDOUT_FILENO)
        let merge: Merge
        do {
            var all = try Merge(data.isEmpty ? ["-"] : data)
            try all.write(to: output, by: format.writer(limit: limit))
            merge = all
        } catch let failure as Merge.Failure {
            output.flush()
            Messages.error(failure.reason)
            throw ExitCode.failure
        }
        try StandardOutput.finish(output)
        for line in merge.summary.lines() { Messages.line(line) }
        for remark in merge.summary.remarks { Messages.line(remark) }
        if let remark = merge.remark { Messages.line(remark) }
        if merge.summary.unreadable > 0 { throw ExitCode.failure }
        try verdict.end(merge.summary)
    }
}
