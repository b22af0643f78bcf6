internal import Proviso

/// The totals of a shard: the last line of its output.
struct ShardSummary {
    let path: String
    /// The bytes of its lines: from the first line that starts in the shard to the first one after it.
    let bytes: Range<Int>
    /// The size of the file, which shows whether shards are missing.
    let size: Int
    let lines: Int
    let summary: Summary
    /// The files and options that must be the same for all shards: rules, scenario, language.
    let run: String
    /// A note about the language.
    let note: String?
    /// What was measured for the rules about all records; `nil` if there are none.
    let dataset: AnyValue?
    /// The context for the titles of reports.
    let context: ReportContext

    static let mark = Array("{\"shard\":".utf8)

    init(
        path: String, bytes: Range<Int>, size: Int, lines: Int, summary: Summary, run: String, note: String?,
        dataset: AnyValue?, context: ReportContext
    ) {
        self.dataset = dataset
        self.context = context
        self.path = path
        self.bytes = bytes
        self.size = size
        self.lines = lines
        self.summary = summary
        self.run = run
        self.note = note
    }

    init?(_ root: AnyValue) {
        guard let value = root["shard"], let path = value["path"]?.string, let from = value["from"]?.count,
            let to = value["to"]?.count, from <= to, let size = value["size"]?.count, let lines = value["lines"]?.count,
            let run = value["run"]?.string, let summary = Summary(value["summary"] ?? .absent)
        else { return nil }
        var context = ReportContext()
        context.rules = value["rules"]?.string ?? ""
        context.locale = value["locale"]?.string ?? "en"
        context.isRightToLeft = value["isRightToLeft"] == .boolean(true)
        context.words = ReportWords(Localizer(preferring: [context.locale]))
        self.init(
            path: path, bytes: from..<to, size: size, lines: lines, summary: summary, run: run,
            note: value["note"]?.string, dataset: value["dataset"], context: context)
    }

    var json: String {
        var writer = JSONWriter()
        writer.object {
            $0.member("shard") {
                $0.object {
                    $0.member("path", path)
                    $0.member("from", bytes.lowerBound)
                    $0.member("to", bytes.upperBound)
                    $0.member("size", size)
                    $0.member("lines", lines)
                    $0.member("run", run)
                    if let note { $0.member("note", note) }
                    $0.member("rules", context.rules)
                    $0.member("locale", context.locale)
                    $0.member("isRightToLeft", context.isRightToLeft)
                    if let dataset { $0.member("dataset") { $0.value(dataset) } }
                    $0.member("summary") { summary.write(to: &$0, isPart: true) }
                }
            }
        }
        return writer.text
    }
}
