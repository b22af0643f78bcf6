import ArgumentParser
import Glibc
import Proviso
import ProvisoBulk

struct OutputArguments: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "How findings are written; the ending of --output says it by default, else text.", valueName: "format"),
        completion: .list(ReportFormat.allCases.map(\.rawValue)))
    var format: ReportFormat?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write findings to this file instead of standard output.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Write another report, such as html=report.html; may be given more than once.", valueName: "format=file"),
        completion: .file())
    var report: [String] = []

    @Option(
        help: ArgumentHelp(
            "Show so many findings of each rule and attribute in text, HTML and GitHub's form.", valueName: "number"))
    var limit: Int?

    @Flag(name: .shortAndLong, help: "Write no findings and no summary: the exit status says it all.")
    var quiet = false

    @Flag(help: "Write the summary alone, to standard output; with --format json as JSON.")
    var summary = false

    @Option(
        help: ArgumentHelp(
            "Colours and groups for a terminal: when standard output is one, always, or never.", valueName: "when"),
        completion: .list(TerminalOptions.Color.allCases.map(\.rawValue)))
    var color = TerminalOptions.Color.auto

    @Flag(help: "Leave the lines of the source out on a terminal: they show values.")
    var noSource = false

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

    @Option(
        help: ArgumentHelp(
            "Leave out the findings that this file accepts, from --write-baseline.", valueName: "file"),
        completion: .file())
    var baseline: String?

    @Option(
        help: ArgumentHelp(
            "Accept all findings of this run in later ones: write their fingerprints to this file.", valueName: "file"),
        completion: .file())
    var writeBaseline: String?

    var options: OutputOptions {
        var options = OutputOptions()
        (options.format, options.output, options.report, options.limit) = (format, output, report, limit)
        (options.quiet, options.summary, options.showValues) = (quiet, summary, showValues)
        options.terminal = TerminalOptions(color: color, showsSource: !noSource)
        (options.valid, options.invalid, options.normalized) = (valid, invalid, normalized)
        (options.maxErrors, options.baseline, options.writeBaseline) = (maxErrors, baseline, writeBaseline)
        return options
    }
}

/// What a run writes, and where.
struct OutputOptions {
    /// As it was asked for; nil leaves it to the name of the output.
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

    /// The format of the main report.
    var mainFormat: ReportFormat { format ?? output.flatMap(ReportFormat.init(path:)) ?? .text }

    private struct Target {
        let option: String
        /// Nil for standard output.
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

    /// The reports beside the main one.
    private var reports: [(format: ReportFormat, path: String)] {
        report.compactMap { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 ? ReportFormat(rawValue: parts[0]).map { ($0, parts[1]) } : nil
        }
    }

    var writers: [any ReportWriter] { all.map(\.writer) }

    /// The files that are written, with the options that name them.
    var files: [(option: String, path: String)] {
        all.compactMap { target in target.path.map { (target.option, $0) } }
    }

    /// Refuses options that contradict each other.
    func validate(inputs: [String], _ reading: RunOptions) throws {
        if let maxErrors, maxErrors < 1 { throw ValidationError("--max-errors is a number from 1 on") }
        try validateReports()
        if maxErrors != nil, baseline != nil { throw ValidationError("--max-errors and --baseline: give one of them") }
        guard valid != nil || invalid != nil else { return }
        let areTables = Set(inputs.map { reading.isTable($0) })
        if areTables.count > 1 { throw ValidationError("--valid and --invalid take either tables or JSON, not both") }
    }

    private func validateReports() throws {
        if reports.count < report.count {
            let known = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--report: write FORMAT=FILE, such as html=report.html; the formats are \(known)")
        }
        if reports.contains(where: { $0.format == .problem }) {
            throw ValidationError("--report problem: it is for one record; use --format problem")
        }
        if quiet, summary { throw ValidationError("--quiet and --summary: give one of them") }
        if summary, ![.text, .json].contains(mainFormat) {
            throw ValidationError("--summary is written as text or json, not as \(mainFormat.rawValue)")
        }
        guard let limit else { return }
        if limit < 1 { throw ValidationError("--limit is a number from 1 on") }
        if !([mainFormat] + reports.map(\.format)).contains(where: \.takesLimit) {
            throw ValidationError("--limit is for text, html and github: \(mainFormat.rawValue) has all findings")
        }
    }

    /// The findings that do not count; a file that is no baseline ends the tool.
    func accepted() throws -> Baseline? {
        do throws(Baseline.Failure) {
            guard let baseline else { return nil }
            return try Baseline(path: baseline)
        } catch {
            Messages.error(error.reason)
            throw ExitCode.usage
        }
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
            ("--format", mainFormat.rawValue), ("--output", output ?? ""), ("--valid", valid ?? ""),
            ("--invalid", invalid ?? ""), ("--normalized", normalized ?? ""),
            ("--max-errors", maxErrors.map(String.init) ?? ""), ("--show-values", String(showValues)),
            ("--report", report.joined(separator: "\n")), ("--limit", limit.map(String.init) ?? ""),
            ("--summary", String(summary)), ("--write-baseline", writeBaseline ?? ""),
            ("--baseline", baseline.map { FileIdentity.checksum($0) } ?? ""),
        ]
    }
}
