internal import Proviso

/// Writes an HTML page with counts, charts and the first findings of each kind, errors first.
///
/// The page loads no other files.
package struct HTMLReport: ReportWriter {
    /// The default number of findings of each kind.
    package static let usualLimit = 20
    /// The maximum number of bars in a chart.
    private static let bars = 15

    private let limit: Int

    package init(limit: Int = Self.usualLimit) {
        self.limit = limit
    }

    package var sampleSize: Int { limit }

    /// Writes nothing: the page only shows counts and the findings of the tally.
    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {}

    package func tail(_ ending: Ending) -> String {
        let (summary, tally) = (ending.summary, ending.tally)
        var page = Self.start(ending.context)
        let words = ending.context.words
        page += "<header>\n<h1>\(words.text("title"))</h1>\n"
        page += "<p class=\"subject\">\(Markup.escape(ending.context.subject))</p>\n"
        page += "<p>\(Self.verdict(ending))</p>\n</header>\n"
        page += Self.tiles(summary, words)
        for severity in Severity.allCases where summary.bySeverity[severity] > 0 {
            let title = words.heading(severity)
            let kinds = summary.kinds.filter { $0.key.severity == severity }
            let codes = kinds.reduce(into: [:]) { $0[$1.key.code.rawValue, default: 0] += $1.value }
            let attributes = kinds.reduce(into: [:]) { $0[$1.key.attribute, default: 0] += $1.value }
            page += "<h2>\(Markup.escape(title))</h2>\n<div class=\"charts\">\n"
            page += HTMLChart.bars(words.heading("byCode"), codes, severity, limit: Self.bars)
            page += HTMLChart.bars(words.heading("byAttribute"), attributes, severity, limit: Self.bars)
            page += "</div>\n"
            let found = tally.timelines[severity, default: Timeline()]
            // A page made from stored findings counts only records with findings.
            let records = summary.records < found.end - found.width ? found.end : summary.records
            page += HTMLChart.timeline(
                words.heading("byPlace"), words, found.stretched(to: records), severity, records: records
            )
        }
        if summary.findings > 0 { page += HTMLTable(ending, limit: limit).text }
        let plugins = summary.audit.map { "<p>\(Markup.escape($0))</p>" }.joined()
        return page + "<footer><p>proviso \(Version.current)</p>\(plugins)</footer>\n</main>\n</body>\n</html>\n"
    }

    private static func verdict(_ ending: Ending) -> String {
        let (summary, words) = (ending.summary, ending.context.words)
        var texts = [summary.totals(words)]
        if let limit = summary.limit { texts.append(words.count("stopped", limit, as: "limit")) }
        if summary.faults > 0 { texts.append(words.count("faults", summary.faults)) }
        if ending.hasFailed { texts.append(words.text("incomplete")) }
        texts += summary.notes
        return texts.map { "<span>\(Markup.escape($0))</span>" }.joined(separator: "<br>")
    }

    private static func tiles(_ summary: Summary, _ words: ReportWords) -> String {
        let valid = summary.records - summary.invalid - summary.unreadable
        var tiles = [
            (words.heading("records"), summary.records, ""), (words.heading("valid"), valid, "valid"),
            (words.heading("invalid"), summary.invalid, "error"),
        ]
        if summary.unreadable > 0 { tiles.append((words.heading("unreadable"), summary.unreadable, "warning")) }
        for severity in Severity.allCases where summary.bySeverity[severity] > 0 {
            let count = summary.bySeverity[severity]
            tiles.append((words.heading(severity), count, severity.rawValue))
        }
        return "<dl class=\"tiles\">\n"
            + tiles.map { name, count, kind in
                "<div class=\"\(kind)\"><dt>\(Markup.escape(name))</dt><dd>\(HTMLChart.grouped(count))</dd></div>\n"
            }.joined() + "</dl>\n"
    }

    /// The page is in the language of the messages: its words come from the same catalogs.
    private static func start(_ context: ReportContext) -> String {
        let direction = context.isRightToLeft ? "rtl" : "ltr"
        return """
            <!DOCTYPE html>
            <html lang="\(Markup.escape(context.locale))" dir="\(direction)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="color-scheme" content="light dark">
            <meta name="generator" content="proviso \(Version.current)">
            <title>\(context.subject.isEmpty ? "" : "\(Markup.escape(context.subject)) – ")proviso</title>
            <style>
            \(HTMLStyle.text)
            </style>
            </head>
            <body>
            <main>

            """
    }
}
