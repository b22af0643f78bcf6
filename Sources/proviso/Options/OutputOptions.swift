import CommandTable
import Glibc
import Proviso
import ProvisoBulk

/// A command that writes reports.
protocol TakesOutputs: Command {
    var writing: OutputOptions { get set }
}

/// The outputs of a run.
struct OutputOptions {
    /// The requested format; `nil` derives it from the name of the output.
    var format: ReportFormat?
    var output: String?
    var report: [String] = []
    var limit: Int?
    var quiet = false
    var summary = false
    var terminal = TerminalOptions()
    var valid: String?
    var invalid: String?
    var normalized: String?
    var maxErrors: Int?
    var showValues = false
    var baseline: String?
    var writeBaseline: String?
    var writeProfile: String?

    static func options<Taker: TakesOutputs>() -> [Option<Taker>] { (forms() + files() + limits()).grouped(.report) }

    private static func forms<Taker: TakesOutputs>() -> [Option<Taker>] {
        [
            .choice(
                "--format", "-f", value: "format", of: ReportFormat.self,
                help: "The format of the report; by default that of the file extension of --output, else text."
            ) { $0.writing.format = $1 },
            .text(
                "--output", "-o", value: "file", kind: .file,
                help: "Write findings to this file instead of standard output."
            ) { $0.writing.output = $1 },
            .text(
                "--report", value: "format=file", kind: .file, need: .repeated,
                help: "Write another report, such as html=report.html."
            ) { $0.writing.report.append($1) },
            limit { $0.writing.limit = $1 },
            .flag("--quiet", "-q", help: "Write no findings and no summary, and only set the exit status.") {
                $0.writing.quiet = true
            },
            .flag("--summary", help: "Write the summary alone, to standard output; with --format json as JSON.") {
                $0.writing.summary = true
            },
            .choice(
                "--color", value: "when", of: TerminalOptions.Color.self, usual: "auto",
                help:
                    "When to use the terminal form, with groups and colors: auto uses it if standard output is a terminal."
            ) { $0.writing.terminal.color = $1 },
            .flag("--no-source", help: "Do not show source lines on a terminal, because they show values.") {
                $0.writing.terminal.showsSource = false
            },
        ]
    }

    /// The same option for all commands that write findings.
    static func limit<Target>(_ set: @escaping (inout Target, Int) -> Void) -> Option<Target> {
        .number(
            "--limit", in: 1...Int.max,
            help: "The maximum number of findings for each rule, attribute and code in text, HTML and GitHub reports.",
            set)
    }

    /// The same option for all commands that measure all records.
    static func writeProfile<Target>(_ set: @escaping (inout Target, String) -> Void) -> Option<Target> {
        .text(
            "--write-profile", value: "file", kind: .file,
            help:
                "Write to this file how the values are spread that 'drift' measures, so that later runs compare with it.",
            set)
    }

    private static func files<Taker: TakesOutputs>() -> [Option<Taker>] {
        [
            .text("--valid", value: "file", kind: .file, help: "Write the valid records to this file, unchanged.") {
                $0.writing.valid = $1
            },
            .text("--invalid", value: "file", kind: .file, help: "Write all other records to this file, unchanged.") {
                $0.writing.invalid = $1
            },
            .text(
                "--normalized", value: "file", kind: .file,
                help: """
                    Write the valid records to this file as JSON lines, with the changes of trim, default and filter.
                    """
            ) { $0.writing.normalized = $1 },
        ]
    }

    private static func limits<Taker: TakesOutputs>() -> [Option<Taker>] {
        [
            .number(
                "--max-errors", in: 1...Int.max,
                help: "Stop after the record that brings the number of errors to this one."
            ) { $0.writing.maxErrors = $1 },
            .flag("--show-values", help: "Show the values in findings, which may be personal data.") {
                $0.writing.showValues = true
            },
            .text(
                "--baseline", value: "file", kind: .file,
                help: "Omit the findings that this file from --write-baseline accepts."
            ) { $0.writing.baseline = $1 },
            .text(
                "--write-baseline", value: "file", kind: .file,
                help:
                    "Write the fingerprints of all findings of records to this file, so that later runs accept them."
            ) { $0.writing.writeBaseline = $1 },
            writeProfile { $0.writing.writeProfile = $1 },
        ]
    }

    /// The format of the main report.
    var mainFormat: ReportFormat { format ?? output.flatMap(ReportFormat.init(path:)) ?? .text }

    private struct Target {
        let option: String
        /// `nil` for standard output.
        let path: String?
        let writer: any ReportWriter
    }

    private var all: [Target] {
        var all = [Target(option: "--output", path: output, writer: mainWriter)]
        for (format, path) in reports {
            let writer = format.writer(showsValues: showValues, limit: limit)
            all.append(Target(option: "--report", path: path, writer: writer))
        }
        if let valid { all.append(Target(option: "--valid", path: valid, writer: RecordsReport(valid: true))) }
        if let invalid { all.append(Target(option: "--invalid", path: invalid, writer: RecordsReport(valid: false))) }
        if let normalized { all.append(Target(option: "--normalized", path: normalized, writer: NormalizedReport())) }
        if let writeBaseline {
            all.append(Target(option: "--write-baseline", path: writeBaseline, writer: BaselineReport()))
        }
        if let writeProfile {
            all.append(Target(option: "--write-profile", path: writeProfile, writer: ProfileReport()))
        }
        return all
    }

    private var mainWriter: any ReportWriter {
        if summary { return SummaryReport(isJSON: mainFormat == .json) }
        if output == nil {
            if quiet { return QuietReport() }
            if mainFormat == .text, terminal.isTerminal { return terminal.writer(limit: limit) }
        }
        return mainFormat.writer(showsValues: showValues, limit: limit)
    }

    /// The reports in addition to the main one.
    private var reports: [(format: ReportFormat, path: String)] {
        report.compactMap { Self.target(of: $0) }
    }

    private static func target(of report: String) -> (format: ReportFormat, path: String)? {
        let parts = report.split(separator: "=", maxSplits: 1).map(String.init)
        return parts.count == 2 ? ReportFormat(rawValue: parts[0]).map { ($0, parts[1]) } : nil
    }

    var writers: [any ReportWriter] { all.map(\.writer) }

    /// The files to write, with the options that name them.
    var files: [(option: String, path: String)] {
        all.compactMap { target in target.path.map { (target.option, $0) } }
    }

    /// Refuses options that contradict each other.
    func validate(inputs: [String], _ reading: RunOptions) throws {
        try validateReports()
        if maxErrors != nil, baseline != nil { throw UsageError("--max-errors and --baseline: give one of them") }
        if maxErrors != nil, writeBaseline != nil {
            throw UsageError("--max-errors and --write-baseline: give one of them, or the baseline would be incomplete")
        }
        if maxErrors != nil, writeProfile != nil {
            throw UsageError("--max-errors and --write-profile: give one of them, or the profile would be incomplete")
        }
        guard valid != nil || invalid != nil else { return }
        let kinds = RunOptions.Kind.allCases.filter { kind in inputs.contains { reading.kind(of: $0) == kind } }
        if kinds.count > 1 {
            throw UsageError(
                "--valid and --invalid take either \(kinds[0].rawValue) or \(kinds[1].rawValue), not both")
        }
        if kinds == [.toml], inputs.count > 1 {
            throw UsageError("--valid and --invalid: TOML has one document in a file; validate one file at a time")
        }
    }

    /// Whether a report in a file has the summary.
    var writesSummary: Bool {
        ((output == nil ? [] : [mainFormat]) + reports.map(\.format)).contains(where: \.hasSummary)
    }

    private func validateReports() throws {
        if let wrong = report.first(where: { Self.target(of: $0) == nil }) {
            let known = ReportFormat.beside.map(\.rawValue).joined(separator: ", ")
            throw UsageError(
                "--report: expected FORMAT=FILE, such as html=report.html, found '\(wrong)'; the formats are \(known)")
        }
        if reports.contains(where: { $0.format == .problem }) {
            throw UsageError("--report problem: it is for one record; use --format problem")
        }
        if quiet, summary { throw UsageError("--quiet and --summary: give one of them") }
        if summary, ![.text, .json].contains(mainFormat) {
            throw UsageError("--summary is written as text or json, not as \(mainFormat.rawValue)")
        }
        if limit != nil, !([mainFormat] + reports.map(\.format)).contains(where: \.takesLimit) {
            throw UsageError("--limit is for text, html and github: \(mainFormat.rawValue) lists all findings")
        }
    }

    /// The accepted findings, which do not count; ends the tool if the file is not a baseline.
    func accepted() throws -> Baseline? {
        do throws(Baseline.Failure) {
            guard let baseline else { return nil }
            return try Baseline(path: baseline)
        } catch {
            throw ExitCode.usage.because(error.reason)
        }
    }

    /// Opens the files; reports one that cannot be opened on standard error.
    func open(resumedAt marks: [Output.Mark]?) throws -> [Output] {
        try all.enumerated().map { index, next in
            guard let path = next.path else { return Output(descriptor: STDOUT_FILENO) }
            do throws(SystemError) {
                return try Output(path: path, resumedAt: marks?[index])
            } catch {
                throw ExitCode.failure.because("\(path): \(error.reason)")
            }
        }
    }

    /// The options that must be the same for a resumed run.
    var identity: Checkpoint.Identity {
        [
            ("--format", mainFormat.rawValue), ("--output", output ?? ""), ("--valid", valid ?? ""),
            ("--invalid", invalid ?? ""), ("--normalized", normalized ?? ""),
            ("--max-errors", maxErrors.map(String.init) ?? ""), ("--show-values", String(showValues)),
            ("--report", report.joined(separator: "\n")), ("--limit", limit.map(String.init) ?? ""),
            ("--summary", String(summary)), ("--write-baseline", writeBaseline ?? ""),
            ("--write-profile", writeProfile ?? ""),
            ("--baseline", baseline.map { FileIdentity.checksum($0) } ?? ""),
        ]
    }
}
