import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

struct OutputArguments: ParsableArguments {
    @Option(
        name: .shortAndLong, help: ArgumentHelp("How findings are written.", valueName: "format"),
        completion: .list(ReportFormat.allCases.map(\.rawValue)))
    var format = OutputOptions().format

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write findings to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp("Write the valid records to this file, as they came.", valueName: "file"),
        completion: .file())
    var valid: String?

    @Option(
        help: ArgumentHelp("Write all other records to this file, as they came.", valueName: "file"),
        completion: .file())
    var invalid: String?

    @Option(
        help: ArgumentHelp(
            "Write the valid records to this file as JSON lines, with what trim, default and filter made of them.",
            valueName: "file"), completion: .file())
    var normalized: String?

    @Option(
        help: ArgumentHelp(
            "Stop after the record that brings the number of errors to this one.", valueName: "number"))
    var maxErrors: Int?

    @Flag(help: "Show the values in findings. They may be personal data.")
    var showValues = false

    var options: OutputOptions {
        OutputOptions(
            format: format, output: output, valid: valid, invalid: invalid, normalized: normalized,
            maxErrors: maxErrors, showValues: showValues)
    }
}

/// What a run writes, and where.
struct OutputOptions {
    var format = ReportFormat.text
    var output: String?
    var valid: String?
    var invalid: String?
    var normalized: String?
    var maxErrors: Int?
    var showValues = false

    private struct Target {
        let option: String
        /// Nil for standard output.
        let path: String?
        let writer: any ReportWriter
    }

    private var all: [Target] {
        var all = [Target(option: "--output", path: output, writer: format.writer(showsValues: showValues))]
        if let valid { all.append(Target(option: "--valid", path: valid, writer: RecordsReport(valid: true))) }
        if let invalid { all.append(Target(option: "--invalid", path: invalid, writer: RecordsReport(valid: false))) }
        if let normalized { all.append(Target(option: "--normalized", path: normalized, writer: NormalizedReport())) }
        return all
    }

    var writers: [any ReportWriter] { all.map(\.writer) }

    /// The files that are written, with the options that name them.
    var files: [(option: String, path: String)] {
        all.compactMap { target in target.path.map { (target.option, $0) } }
    }

    func validate(inputs: [String], _ reading: RunOptions) throws {
        if let maxErrors, maxErrors < 1 { throw ValidationError("--max-errors is a number from 1 on") }
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
