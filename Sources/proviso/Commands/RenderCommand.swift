import CommandTable
import Glibc
import Proviso
import ProvisoBulk

struct RenderCommand: TakesRules, TakesPlugins, TakesLanguage {
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
                ) { $0.rules.files.append($1) }
            ] + RuleOptions.reading() + PluginOptions.options()
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
                rules.ruleSet(), registry: loaded.registry,
                catalogs: language.catalogs())
        }
        let run = RenderRun(
            plan: plan, localizer: language.writing(format).localizer(in: plan.catalogs), format: format,
            rules: rules.shown)
        run.render(reports.isEmpty ? ["-"] : reports)
        let hasFailed = run.finish()
        LanguageOptions.reportFallback(of: run.localizer.localizer)
        if format == .problem, run.recordCount > 1 {
            throw ExitCode.usage.because(
                "--format problem is for one record, but there are findings of \(run.recordCount)")
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
    /// Whether a table has a column for values.
    private var showsValues = false

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

    /// Renders reports one after the other.
    func render(_ paths: [String]) {
        let files = paths.map { path in
            (name: path == "-" ? "<stdin>" : path, bytes: Result { () throws(SystemError) in try Self.read(path) })
        }
        // A table has its columns before its rows.
        if format == .csv { showsValues = files.contains { Self.hasValues((try? $0.bytes.get()) ?? []) } }
        for file in files {
            switch file.bytes {
            case .success(let bytes): render(bytes, file.name)
            case .failure(let error): fail("\(file.name): \(error.reason)")
            }
        }
    }

    private static func read(_ path: String) throws(SystemError) -> [UInt8] {
        let limit = 1 << 31
        return path == "-"
            ? try SmallFile.read(descriptor: STDIN_FILENO, limit: limit)
            : try SmallFile.read(path, limit: limit, mayBePipe: true)
    }

    /// Whether a finding of a report has a value.
    private static func hasValues(_ bytes: [UInt8]) -> Bool {
        func holdsValue(_ report: AnyValue) -> Bool {
            guard case .list(let violations)? = report["violations"] else { return report["value"] != nil }
            return violations.contains { $0["value"] != nil }
        }
        if let report = try? AnyValue(json: bytes) { return holdsValue(report) }
        return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
            (try? AnyValue(json: Array(line))).map(holdsValue) ?? false
        }
    }

    /// Renders a whole report: one JSON document, or one on each line.
    private func render(_ bytes: [UInt8], _ name: String) {
        if let report = try? AnyValue(json: bytes) {
            render(report, at: "\(name):1")
            return
        }
        for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        where !line.allSatisfy({ $0 <= 0x20 }) {
            guard let report = try? AnyValue(json: Array(line)) else {
                fail("\(name):\(index + 1): not valid JSON")
                if index == 0 { return refuse(name) }
                continue
            }
            if !render(report, at: "\(name):\(index + 1)"), index == 0 { return refuse(name) }
        }
    }

    /// Refuses a file whose first line is not of a report: its other lines would say the same.
    private func refuse(_ name: String) {
        fail("\(name) is not a report: give an output of 'check --format json' or '--format ndjson'")
    }

    /// Writes the end of the output; returns true if anything failed.
    func finish() -> Bool {
        // An output that is one document is also written if there are no findings.
        if !hasFailed || stored != nil {
            findings.finish(rules: rules, locale: localizer.localizer)
        }
        output.flush()
        if let failure = output.failureText { fail(failure) }
        return hasFailed
    }

    /// Returns false if it is not the report of a run or a record, and no violation either.
    @discardableResult
    private func render(_ report: AnyValue, at place: String) -> Bool {
        guard case .list(let violations)? = report["violations"] else { return render(violation: report, at: place) }
        for violation in violations { render(violation: violation, at: place) }
        let all = findings
        if let summary = report["summary"].flatMap({ Summary($0) }) { all.end(with: summary) }
        return true
    }

    @discardableResult
    private func render(violation stored: AnyValue, at place: String) -> Bool {
        guard let violation = plan.violation(stored: stored) else {
            fail("\(place): expected a violation as 'check --format json' writes it")
            return false
        }
        let record = stored["record"]
        guard record == nil || (1...LocatedViolation.largestRecord).contains(record?.int ?? 0) else {
            fail("\(place): expected the number of a record, from 1, found \(record?.json ?? "")")
            return true
        }
        let value = stored["value"]
        var finding = LocatedViolation(
            violation: violation, file: stored["file"]?.string ?? "",
            place: SourcePlace(line: stored["line"]?.int ?? 0, column: stored["column"]?.int ?? 0),
            record: record?.int ?? 0, text: ViolationText(violation, in: localizer), value: value)
        finding.readMore(stored)
        findings.add(finding)
        return true
    }

    private var findings: StoredViolationWriter {
        if let stored { return stored }
        let made = StoredViolationWriter(by: format.writer(showsValues: showsValues), to: output)
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
