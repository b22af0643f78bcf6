internal import Proviso
internal import ProvisoBulk
internal import Synchronization

/// One run over a file, by the pipeline of the tool.
struct FileCheck {
    private let scenario: String?
    private let locale: String?
    private let report: ReportFormat
    private let showsValues: Bool
    private let maxErrors: Int?
    private var settings: Run.Settings
    private var host = RunHost()

    /// Takes the options of a run.
    init(_ options: inout CallOptions) throws(EngineFault) {
        scenario = try options.text("scenario")
        locale = try options.text("locale")
        report = try options.choice("report", ReportFormat.self, CallOptions.formats) ?? .ndjson
        showsValues = try options.flag("showValues") ?? false
        maxErrors = try options.number("maxErrors", in: 1...Int.max)
        settings = Run.Settings(
            jobs: try options.number("jobs", in: 1...1024),
            memory: try options.number("memory", in: (8 << 20)...(1 << 46)),
            format: try options.choice("format", InputFormat.self) ?? .auto, progress: .none)
        if let delimiter = try options.text("delimiter") {
            guard delimiter.utf8.count == 1, let byte = delimiter.utf8.first, byte < 0x80, byte != 0x0A, byte != 0x0D,
                byte != UInt8(ascii: "\"")
            else { throw .argument("option 'delimiter': expected one ASCII character, such as \";\"") }
            settings.data.table.delimiter = byte
        }
        if let records = try options.text("records") {
            guard records.hasPrefix("/") else {
                throw .argument("option 'records': expected a JSON Pointer, such as /data/items, found '\(records)'")
            }
            settings.data.records = records
        }
    }

    /// Names the data; a name with a known ending decides how it is read.
    mutating func name(_ name: String) {
        host.inputName = name
        if settings.format == .auto { settings.format = .named(name) }
    }

    /// Validates a file; returns the totals as JSON, and whether all records are valid.
    mutating func run(
        _ rules: EngineRules, _ path: String, _ sink: FindingSink
    ) throws(EngineFault) -> (summary: String, isValid: Bool) {
        let generation = rules.current
        let lines = Lines()
        host.catchesSignals = false
        host.isCancelled = { sink.isCancelled }
        host.tell = { lines.add($0) }
        settings.host = host
        let plan = generation.plan
        let job = Job(
            plan: plan, steps: try generation.steps(scenario), localizer: try generation.localizer(locale),
            writers: [report.writer(showsValues: showsValues)],
            uniqueValues: plan.comparesRecords ? UniqueValues(memoryLimit: settings.tableMemory) : nil, locale: locale,
            maxErrors: maxErrors, showsValues: showsValues, rules: plan.ruleSet.files.joined(separator: ", "))
        let output = Output { sink.take($0) }
        let result = Run(job, inputs: [path], settings: settings, outputs: [output])()
        if sink.isCancelled { throw .cancelled }
        if result.isRefused || result.hasFailed {
            var fault = EngineFault.unreadable(lines.all.first ?? "the data could not be read")
            fault.notes = Array(lines.all.dropFirst())
            if !result.isRefused { fault.summary = result.summary }
            throw fault
        }
        return (Self.json(result.summary, notes: lines.all), result.summary.isValid)
    }

    static func json(_ summary: Summary, notes: [String]) -> String {
        var writer = JSONWriter()
        writer.object {
            $0.member("summary") { summary.write(to: &$0) }
            $0.member("notes", notes + summary.notes)
        }
        return writer.text
    }

    /// What a run tells people.
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        /// Each unreadable record is a line: of millions, the first ones are enough.
        func add(_ line: String) {
            let text = line.hasPrefix("error: ") ? String(line.dropFirst(7)) : line
            lines.withLock { if $0.count < 100 { $0.append(text) } }
        }
    }
}
