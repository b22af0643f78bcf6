import CommandTable
import Glibc
import Proviso
import ProvisoBulk

struct MergeCommand: TakesVerdict {
    var format = ReportFormat.text
    var limit: Int?
    var verdict = VerdictOptions()
    var data: [String] = []

    static let name = "merge"
    static let summary = "Merge the outputs of 'shard' into the report of one run."

    static var page: CommandPage {
        CommandPage(
            """
            Files appear in the order in which their first parts were given. The parts of a file can be in any order.

            The exit status is that of 'check' for the same files.
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
        ] + VerdictOptions.options()
    }

    static var operands: Operands<Self>? {
        Operands("data", .any, help: "Outputs of 'shard'; '-' or none for standard input.") { $0.data.append($1) }
    }

    func validate() throws {
        try StandardStreams.refuseTwice(data)
        if format == .problem { throw UsageError("--format problem is for one record, not for parts of files") }
        if limit != nil, !format.takesLimit {
            throw UsageError("--limit is for text, html and github: \(format.rawValue) lists all findings")
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
            StandardError.error(failure.reason)
            throw ExitCode.failure
        }
        try StandardOutput.finish(output)
        for line in merge.summary.lines(merge.words) { StandardError.line(line) }
        for note in merge.summary.notes { StandardError.line(note) }
        if let note = merge.note { StandardError.line(note) }
        if merge.summary.unreadable > 0 { throw ExitCode.failure }
        try verdict.end(merge.summary)
    }
}
