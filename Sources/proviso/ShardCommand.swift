import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

struct ShardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shard",
        abstract: "Validate parts of files, for 'merge' to put together.",
        discussion: """
            Reads lines of 'path start end' from standard input: a file with a record a line, and the bytes to take of \
            it. A record belongs to the part its first byte lies in. A file of any other form that 'check' reads, such \
            as a compressed one, is taken as one part: 0 to its size. Writes the findings of each part and a summary \
            as lines of JSON.

            Exit status: 0 whatever the records are like, 2 usage or rule file, 3 failure of the tool or a file.
            """)

    @OptionGroup var rules: RuleArguments
    @OptionGroup var plugins: PluginArguments
    @OptionGroup var language: LanguageArguments

    @Option(help: "How many threads check; 1 by default, since engines start a process a processor.")
    var jobs = 1

    func run() throws {
        if StandardStreams.isInputMissing {
            throw ValidationError("no data: pipe lines of 'path start end' to standard input")
        }
        try FileConflicts.check(["-"], rules.options, plugins.options, language.options)
        let settings = Run.Settings(jobs: max(1, jobs), progress: .none)
        let loaded = try rules.options.load(settings, plugins.options, language.options, comparesRecords: false)
        if loaded.pluginsFailed { throw ExitCode.failure }
        let job = try loaded.job([ShardReport()], claims: nil, mode: .shard)
        let identity = try RunIdentity.of(rules.options, language.options, loaded.plugins)
            .map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        let output = Output(descriptor: STDOUT_FILENO)
        while let line = readLine() {
            if line.isEmpty { continue }
            guard let shard = Shard(line) else {
                Messages.error("'\(line)' is no 'path start end'")
                throw ExitCode.usage
            }
            if let place = FilePlace(shard.path), place == FilePlace(descriptor: STDOUT_FILENO) {
                throw ValidationError("standard output is the file of an input, too")
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

struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Put the outputs of 'shard' together to the report of one run.",
        discussion: """
            Files come in the order they are first named in; the parts of each may come in any order.

            Exit status: as 'check' over the same files.
            """)

    @Option(
        name: .shortAndLong, help: "How findings are written.",
        completion: .list(ReportFormat.allCases.map(\.rawValue)))
    var format = ReportFormat.text

    @Option(
        help: ArgumentHelp(
            "Show so many findings of each rule and attribute in text, HTML and GitHub's form.", valueName: "number"))
    var limit: Int?

    @OptionGroup var verdict: VerdictArguments

    @Argument(help: "Outputs of 'shard'; '-' or none for standard input.", completion: .file())
    var data: [String] = []

    func run() throws {
        if format == .problem { throw ValidationError("--format problem is for one record, not for parts of files") }
        if data.isEmpty, StandardStreams.isInputMissing {
            throw ValidationError("no data: name a file, or pipe the output of 'shard' to standard input")
        }
        var conflicts = FileConflicts()
        conflicts.reads(data.isEmpty ? ["-"] : data, as: "an input")
        try conflicts.writesStandardOutput()
        if let limit, limit < 1 || !format.takesLimit {
            throw ValidationError("--limit is a number from 1 on, for text, html and github")
        }
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
        try verdict.options.end(merge.summary)
    }
}
