import ArgumentParser
import Glibc
import Proviso

struct RenderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "render",
        abstract: "Write the findings of stored reports in another language.",
        discussion: """
            Reads what 'check --format json' and '--format ndjson' wrote, and writes what 'check' would have written \
            in the language asked for. Labels and messages of a rule file's own need that file.

            Exit status: 0 all rendered, 2 usage or rule file, 3 a report that cannot be read, or plugin failure.
            """)

    @OptionGroup var language: LanguageOptions

    @Option(help: "The rule file the reports were made with: its labels and messages are used.")
    var rules: String?

    @OptionGroup var plugins: PluginOptions

    @Option(help: "How findings are written.")
    var format = Format.text

    @Argument(help: "Reports; '-' or none for standard input.")
    var reports: [String] = []

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, ndjson
    }

    func run() throws {
        if reports.isEmpty, isatty(STDIN_FILENO) == 1 {
            throw ValidationError("no report: name a file, or pipe one to standard input")
        }
        let loaded = plugins.load()
        let plan = try PlanFile.read(pluginsFailed: loaded.failed) {
            try Plan(
                rules.map { try RuleSet(contentsOf: $0) } ?? RuleSet(), registry: loaded.registry,
                catalogs: language.catalogs())
        }
        var run = try RenderRun(plan: plan, localizer: language.localizer(in: plan.catalogs), format: format)
        for path in reports.isEmpty ? ["-"] : reports { run.render(path) }
        LanguageOptions.reportFallback(of: run.localizer.localizer)
        if run.finish() || loaded.failed { throw ExitCode.failure }
    }
}

/// One run of `render` over its reports.
struct RenderRun: ~Copyable {
    let localizer: ReportLocalizer
    private let plan: Plan
    private let format: RenderCommand.Format
    private let record: Record
    private var output = Output(descriptor: STDOUT_FILENO)
    private var hasFailed = false

    private static let places = ["file", "line", "column", "record"]

    init(plan: Plan, localizer: Localizer, format: RenderCommand.Format) throws {
        self.plan = plan
        self.localizer = plan.localizer(localizer)
        self.format = format
        // A report is a record like any other.
        record = Record(
            for: try Plan(RuleSet(), attributes: ["violations", "summary"] + Self.places + Plan.violationMembers))
    }

    mutating func render(_ path: String) {
        do throws(SystemError) {
            // Lines of JSON are texts one after the other too.
            let source = try RecordSource(path: path, form: .texts)
            do throws(SourceError) {
                while let raw = try source.next() { render(raw, from: source.name) }
            } catch {
                fail("\(source.name):\(error.line): \(error.reason)")
            }
        } catch {
            fail("\(path): \(error.reason)")
        }
    }

    /// Whether anything failed; nothing can be written any more.
    consuming func finish() -> Bool {
        output.flush()
        if let failure = output.failure { fail("cannot write: \(failure.reason)") }
        return hasFailed
    }

    private mutating func render(_ raw: RecordSource.RawRecord, from file: String) {
        do throws(InputError) {
            try record.fill(json: raw.bytes, capacity: raw.capacity)
        } catch {
            let place = SourcePlace(of: error.offset, in: raw)
            return fail("\(file):\(place.line):\(place.column): \(error)")
        }
        if case .list(let violations)? = record["violations"] {
            for violation in violations { render(violation, at: "\(file):\(raw.line)") }
        } else {
            let members = (Self.places + Plan.violationMembers).compactMap { name in
                record[name].map { AnyValue.Member(name, $0) }
            }
            render(.object(members), at: "\(file):\(raw.line)")
        }
    }

    private mutating func render(_ stored: AnyValue, at place: String) {
        guard let violation = plan.violation(stored: stored) else {
            return fail("\(place): no violation as 'check --format json' writes them")
        }
        let finding = Finding(
            violation: violation, file: Self.text("file", of: stored) ?? "",
            place: SourcePlace(line: Self.number("line", of: stored), column: Self.number("column", of: stored)),
            record: Self.number("record", of: stored), localizer: localizer)
        output.write(format == .text ? finding.line : finding.json + "\n")
    }

    private mutating func fail(_ text: String) {
        output.flush()
        hasFailed = true
        Messages.error(text)
    }

    private static func member(_ name: String, of stored: AnyValue) -> AnyValue? {
        guard case .object(let members) = stored else { return nil }
        return members.first { $0.key == name }?.value
    }

    private static func text(_ name: String, of stored: AnyValue) -> String? {
        guard case .text(let text)? = member(name, of: stored) else { return nil }
        return text
    }

    private static func number(_ name: String, of stored: AnyValue) -> Int {
        guard case .integer(let number)? = member(name, of: stored) else { return 0 }
        return Int(number)
    }
}
