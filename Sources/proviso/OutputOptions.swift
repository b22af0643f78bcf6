import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

/// What a run writes, and where.
struct OutputOptions: ParsableArguments {
    @Option(help: "How findings are written.")
    var format = ReportFormat.text

    @Option(name: .shortAndLong, help: "Write findings to this file instead of standard output.")
    var output: String?

    @Option(help: "Write the valid records to this file, as they came.")
    var valid: String?

    @Option(help: "Write all other records to this file, as they came.")
    var invalid: String?

    @Option(
        help: "Write the valid records to this file as JSON lines, with what trim, default and filter made of them.")
    var normalized: String?

    @Option(help: "End the run at the record with which there are so many errors.")
    var maxErrors: Int?

    @Flag(help: "Show the values in findings. They may be personal data.")
    var showValues = false

    /// What is written, with the file it goes to; nil for standard output.
    private var all: [(option: String, path: String?, writer: any ReportWriter)] {
        var all: [(String, String?, any ReportWriter)] = [
            ("--output", output, format.writer(showsValues: showValues))
        ]
        if let valid { all.append(("--valid", valid, RecordsReport(valid: true))) }
        if let invalid { all.append(("--invalid", invalid, RecordsReport(valid: false))) }
        if let normalized { all.append(("--normalized", normalized, NormalizedReport())) }
        return all
    }

    var writers: [any ReportWriter] { all.map(\.writer) }

    /// Refuses what would write over an input or one file twice.
    func validate(inputs: [String], _ reading: RunOptions) throws {
        if let maxErrors, maxErrors < 1 { throw ValidationError("--max-errors is a number from 1 on") }
        var taken: [String: String] = [:]
        for input in inputs { taken[FileIdentity.number(input) ?? input] = "an input" }
        for (option, path, _) in all {
            guard let path else { continue }
            let number = FileIdentity.number(path) ?? path
            if let other = taken[number] { throw ValidationError("\(option) \(path) is the file of \(other), too") }
            taken[number] = option
        }
        guard valid != nil || invalid != nil else { return }
        let areTables = Set(inputs.map { reading.isTable($0) })
        if areTables.count > 1 { throw ValidationError("--valid and --invalid take either tables or JSON, not both") }
    }

    /// Opens the files; one that cannot be opened is said on standard error.
    func open(resumedAt lengths: [Int]?) throws -> [Output] {
        try all.enumerated().map { index, next in
            guard let path = next.path else { return Output(descriptor: STDOUT_FILENO) }
            do throws(SystemError) {
                return try Output(path: path, resumedAt: lengths?[index])
            } catch {
                Messages.error("\(path): \(error.reason)")
                throw ExitCode.failure
            }
        }
    }

    /// What a run that goes on must have the same.
    var identity: Checkpoint.Identity {
        [
            ("--format", format.rawValue), ("--output", output ?? ""), ("--valid", valid ?? ""),
            ("--invalid", invalid ?? ""), ("--normalized", normalized ?? ""),
            ("--max-errors", maxErrors.map(String.init) ?? ""), ("--show-values", String(showValues)),
        ]
    }
}
