import CommandTable
import Glibc
import Proviso
import ProvisoBulk

struct RenderCommand: TakesPlugins, TakesLanguage {
    var language = LanguageOptions()
    var rules = RuleOptions()
    var plugins = PluginOptions()
    var format = ReportFormat.text
    var reports: [String] = []

    static let name = "render"
    static let summary = "Write stored reports in another language."

    static var page: CommandPage {
        CommandPage(
            """
            Reads reports of 'check --format json' and '--format ndjson', and writes them in the requested language, \
            in any format. Use --rules to include the labels and messages of a rule file. NDJSON reports have no counts \
            of records, so the summary counts only records with findings.
            """,
            examples: [
                ("proviso render --locale de report.json", "Write the findings of a report with German messages."),
                (
                    "proviso render --locale ar --rules rules.yaml --format html report.json > report.html",
                    "Write an Arabic page with the labels of the rule file."
                ),
            ],
            statuses: [
                ("0", "done"), ("2", "a mistake on the command line or in the rule file"),
                ("3", "a report could not be read, a plugin failed, or a value could not be validated"),
            ])
    }

    static var options: [Option<Self>] {
        LanguageOptions.options()
            + [
                .text(
                    "--rules", "-r", value: "file", kind: .file, need: .repeated,
                    help: "The rule file of the reports, for its labels and messages."
                ) { $0.rules.files.append($1) },
                .text(
                    "--set", value: "name=value", need: .repeated, help: "The value of a variable of the rule file."
                ) { $0.rules.variables.append($1) },
            ] + PluginOptions.options()
            + [
                .choice(
                    "--format", "-f", value: "format", of: ReportFormat.self, usual: "text",
                    help: "The format of the report."
                ) { $0.format = $1 }
            ]
    }

    static var operands: Operands<Self>? {
        Operands("reports", .any, help: "Reports; '-' or none for standard input.") { $0.reports.append($1) }
    }

    func validate() throws {
        try StandardStreams.refuseTwice(reports)
        try language.validate()
    }

    func run() throws {
        if reports.isEmpty, StandardStreams.isInputMissing {
            throw UsageError("no report: name a file, or pipe one to standard input")
        }
        try FileConflicts.check(
            reports.isEmpty ? ["-"] : reports, rules, plugins, language)
        var loaded = try plugins.load()
        // This command looks nothing up, but accepts all rules that `check` accepts.
        loaded.registry.services.comparesRecords = true
        loaded.registry.services.store = FileStore([:], memoryLimit: 0)
        // Without rules, any plugin may have reported the violations.
        if rules.files.isEmpty { loaded.registry.loadCatalogs() }
        let plan = try PlanFile.read(pluginsFailed: loaded.failed) {
            try Plan(
                RuleSet(contentsOf: rules.files, typed: rules.typed()), registry: loaded.registry,
                catalogs: language.catalogs())
        }
        let run = RenderRun(
            plan: plan, localizer: language.writing(format).localizer(in: plan.catalogs), format: format,
            rules: rules.shown)
        for path in reports.isEmpty ? ["-"] : reports { run.render(path) }
        let hasFailed = run.finish()
        LanguageOptions.reportFallback(of: run.localizer.localizer)
        if format == .problem, run.recordCount > 1 {
            StandardError.error("--format problem is for one record, but there are findings of \(run.recordCount)")
            throw ExitCode.usage
        }
        if hasFailed || loaded.failed { throw ExitCode.failure }
        try VerdictOptions.refuseFaults(of: run.summary)
    }
}

/// Renders reports in another language.
final class RenderRun {
    let localizer: ReportLocalizer
    private let plan: Plan
    private let format: ReportFormat
    private let rules: String
    private let output = Output(descriptor: STDOUT_FILENO)
    private var stored: StoredViolationWriter?
    private var hasFailed = false

    init(plan: Plan, localizer: Localizer, format: ReportFormat, rules: String) {
        self.plan = plan
        self.localizer = plan.localizer(localizer)
        self.format = format
        self.rules = rules
    }

    /// The number of records with findings.
    var recordCount: Int { stored?.recordCount ?? 0 }

    /// The totals of the reports.
    var summary: Summary { stored?.summary ?? Summary() }

    /// Reads a whole report: one JSON document, or one on each line.
    func render(_ path: String) {
        let name = path == "-" ? "<stdin>" : path
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path == "-" ? "/dev/stdin" : path, limit: 1 << 31)
        } catch {
            return fail("\(name): \(error.reason)")
        }
        if let report = try? AnyValue(json: bytes) { return render(report, at: "\(name):1") }
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !line.allSatisfy({ $0 <= 0x20 }) {
            guard let report = try? AnyValue(json: Array(line)) else {
                fail("\(name):\(index + 1): not valid JSON")
                if index > 0 { continue }
                // A file whose first line is not JSON is another kind of file, and its other lines would say the same.
                return fail("\(name) is not a report: give an output of 'check --format json' or '--format ndjson'")
            }
            render(report, at: "\(name):\(index + 1)")
        }
    }

    /// Writes the end of the output; returns true if anything failed.
    func finish() -> Bool {
        // An output that is one document is also written if there are no findings.
        if !hasFailed || stored != nil {
            findings(showingValues: false).finish(rules: rules, locale: localizer.localizer)
        }
        output.flush()
        if let failure = output.failureText { fail(failure) }
        return hasFailed
    }

    private func render(_ report: AnyValue, at place: String) {
        guard case .list(let violations)? = report["violations"] else { return render(violation: report, at: place) }
        for violation in violations { render(violation: violation, at: place) }
        let all = findings(showingValues: false)
        if let summary = report["summary"].flatMap({ Summary($0) }) { all.end(with: summary) }
    }

    private func render(violation stored: AnyValue, at place: String) {
        guard let violation = plan.violation(stored: stored) else {
            return fail("\(place): expected a violation as 'check --format json' writes it")
        }
        let value = stored["value"]
        var finding = LocatedViolation(
            violation: violation, file: stored["file"]?.string ?? "",
            place: SourcePlace(line: stored["line"]?.int ?? 0, column: stored["column"]?.int ?? 0),
            record: stored["record"]?.int ?? 0, text: ViolationText(violation, in: localizer), value: value)
        finding.readMore(stored)
        findings(showingValues: value != nil).add(finding)
    }

    /// The first finding decides whether a table has a column for values.
    private func findings(showingValues: Bool) -> StoredViolationWriter {
        if let stored { return stored }
        let made = StoredViolationWriter(by: format.writer(showsValues: showingValues), to: output)
        stored = made
        return made
    }

    private func fail(_ text: String) {
        stored?.flush()
        output.flush()
        hasFailed = true
        StandardError.error(text)
    }
}
