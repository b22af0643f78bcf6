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

/// The findings on the page of `HTMLReport`: a group for each kind, errors first.
struct HTMLTable {
    private let ending: Ending
    private let limit: Int
    private let showsValues: Bool
    /// If there is only one file, its name is in the title and not in each row.
    private let showsFile: Bool

    init(_ ending: Ending, limit: Int) {
        self.ending = ending
        self.limit = limit
        showsValues = ending.tally.samples.values.joined().contains { $0.value != nil }
        showsFile = ending.context.inputs.count != 1
    }

    var text: String {
        let groups = ending.tally.findings(limit: limit)
        var text = "<section>\n<div class=\"scroll\"><table class=\"findings\">\n<thead><tr>"
        for name in columns.map({ words.heading($0) }) { text += "<th scope=\"col\">\(Markup.escape(name))</th>" }
        text += "</tr></thead>\n"
        for (kind, findings) in groups { text += group(kind, findings) }
        return text + "</table></div>\n</section>\n"
    }

    private var columns: [String] {
        ["place", "records", "attribute", "message"] + (showsValues ? ["value"] : [])
    }

    private var words: ReportWords { ending.context.words }

    private func group(_ kind: ViolationKind, _ findings: [LocatedViolation]) -> String {
        let count = ending.summary.kinds[kind] ?? findings.count
        var text = "<tbody>\n<tr class=\"kind\"><th scope=\"rowgroup\" colspan=\"\(columns.count)\">"
        text += "<span class=\"badge \(kind.severity)\">\(kind.severity)</span> "
        text += "<code>\(HTMLChart.breakable(kind.code.rawValue))</code> "
        text += "<bdi>\(HTMLChart.breakable(kind.attribute))</bdi> "
        text += "<span class=\"number\">\(HTMLChart.grouped(count))</span>"
        if let place = kind.place { text += " <span class=\"path\">\(Markup.escape(place))</span>" }
        if let expected = findings.first?.expected {
            text += " <span class=\"path\">→ <bdi>\(Markup.escape(expected))</bdi></span>"
        }
        text += "</th></tr>\n"
        for finding in findings { text += row(finding) }
        if count > findings.count {
            let rest = HTMLChart.grouped(count - findings.count)
            text += "<tr class=\"more\"><td colspan=\"\(columns.count)\">… +\(rest)</td></tr>\n"
        }
        return text + "</tbody>\n"
    }

    /// The heading of a cell, for narrow screens.
    private func name(_ column: String) -> String { "data-name=\"\(Markup.escape(words.heading(column)))\"" }

    private func row(_ finding: LocatedViolation) -> String {
        let language = "lang=\"\(Markup.escape(ending.context.locale))\""
        let lines = "\(finding.place.line):\(finding.place.column)"
        let place = showsFile ? finding.placeText : finding.isOfTable ? "" : lines
        let record = finding.isOfTable ? "" : HTMLChart.grouped(finding.record)
        let (text, pointer) = (finding.text, HTMLChart.breakable(finding.text.pointer))
        var row = "<tr><td class=\"code\" \(name("place"))><bdi>\(Markup.escape(place))</bdi></td>"
        let first = text.firstRecord.map { "<span class=\"path\">↑ \(HTMLChart.grouped($0))</span>" } ?? ""
        row += "<td class=\"number\" \(name("records"))>\(record)\(first)</td>"
        row += "<td \(name("attribute"))><bdi \(language)>\(Markup.escape(finding.label))</bdi>"
        row += "<span class=\"path\"><bdi>\(pointer)</bdi></span></td>"
        row += "<td \(name("message")) \(language) dir=\"auto\">\(Markup.escape(shown: text.shownMessage))</td>"
        guard showsValues else { return row + "</tr>\n" }
        let value = Markup.escape(finding.valueText ?? "")
        return row + "<td class=\"code\" \(name("value"))><bdi>\(value)</bdi></td></tr>\n"
    }
}

/// Draws charts as HTML and SVG.
enum HTMLChart {
    /// A number with narrow no-break spaces between groups of three digits.
    static func grouped(_ number: Int) -> String { number.grouped(by: "\u{202F}") }

    /// A bar for each of the largest counts, and one bar for all others; all have the same severity.
    static func bars(
        _ title: String, _ counts: [String: Int], _ severity: Severity, limit: Int
    ) -> String {
        let counts = counts.map { (name: $0.key, count: $0.value) }
        let sorted = counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        var shown = sorted.count > limit ? Array(sorted.prefix(limit - 1)) : sorted
        let rest = sorted.dropFirst(shown.count)
        if !rest.isEmpty { shown.append(("… +\(rest.count)", rest.reduce(0) { $0 + $1.count })) }
        let largest = shown.map(\.count).max() ?? 1
        var text = "<section>\n<h3>\(Markup.escape(title))</h3>\n<table class=\"bars \(severity)\">\n"
        for (name, count) in shown {
            text += "<tr><th scope=\"row\"><bdi>\(breakable(name))</bdi></th>"
            text += "<td class=\"bar\"><div style=\"width:\(hundredths(count, of: largest))%\"></div></td>"
            text += "<td class=\"number\">\(grouped(count))</td></tr>\n"
        }
        return text + "</table>\n</section>\n"
    }

    /// A name in which a line can break only after dots.
    static func breakable(_ name: String) -> String { Markup.escape(name).replaced(".", by: ".<wbr>") }

    /// A percentage with two decimals.
    private static func hundredths(_ count: Int, of whole: Int) -> String {
        let number = count * 10_000 / max(whole, 1)
        let fraction = String(number % 100)
        return "\(number / 100).\(fraction.count == 1 ? "0" : "")\(fraction)"
    }

    /// Bars over the length of the data.
    static func timeline(
        _ title: String, _ words: ReportWords, _ timeline: Timeline, _ severity: Severity, records: Int
    ) -> String {
        let (step, height) = (16, 140)
        let width = step * timeline.bins.count
        let largest = max(timeline.bins.max() ?? 1, 1)
        var text = "<section>\n<h3>\(Markup.escape(title))</h3>\n"
        text += "<p class=\"caption\">≤ \(grouped(largest)) / \(grouped(timeline.width))</p>\n"
        text +=
            "<svg class=\"\(severity)\" viewBox=\"0 0 \(width) \(height)\" preserveAspectRatio=\"none\" role=\"img\""
        text += " aria-label=\"\(Markup.escape(title))\">\n"
        text += "<line x1=\"0\" y1=\"\(height)\" x2=\"\(width)\" y2=\"\(height)\"/>\n"
        for (bin, count) in timeline.bins.enumerated() where count > 0 {
            let bar = max(2, count * height / largest)
            let (first, last) = (bin * timeline.width + 1, min((bin + 1) * timeline.width, records))
            let title = "\(grouped(first))–\(grouped(last)): \(grouped(count))"
            text += "<rect x=\"\(bin * step)\" y=\"\(height - bar)\" width=\"\(step - 2)\" height=\"\(bar)\">"
            text += "<title>\(title)</title></rect>\n"
        }
        text += "</svg>\n<p class=\"caption\"><span>1</span><span>\(grouped(records))</span></p>\n"
        return text + "</section>\n"
    }
}

/// The styles of the page of `HTMLReport`, for light and dark mode, print and small screens.
enum HTMLStyle {
    static let text = """
        :root { --paper: #fbfbfa; --card: #fff; --ink: #1c1e21; --soft: #5d6570; --line: #dfe2e6;
          --error: #b3261e; --warning: #8a5a00; --info: #3d6fb4; --valid: #1d7a46; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #15171a; --card: #1d2024; --ink: #e8eaed; --soft: #a0a8b3; --line: #343a41;
            --error: #ff8a80; --warning: #f0b95a; --info: #7aa7e8; --valid: #6bcf95; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
        main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
        h1 { font-size: 1.6rem; margin: 0; }
        h2, h3 { font-size: 1rem; margin: 0 0 .75rem; }
        header p { color: var(--soft); margin: .25rem 0 1.5rem; }
        header .subject { color: var(--ink); margin-block-end: 0; overflow-wrap: anywhere; }
        footer { color: var(--soft); font-size: .85em; }
        section, .tiles div { background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
        section { padding: 1rem 1.25rem; margin: 0 0 1rem; min-width: 0; }
        .tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 1rem; margin: 0 0 1rem; }
        .tiles div { padding: .75rem 1.25rem; }
        dt { color: var(--soft); }
        dd { margin: 0; font-size: 1.5rem; font-weight: 600; }
        .error dd { color: var(--error); } .warning dd { color: var(--warning); }
        .info dd { color: var(--info); } .valid dd { color: var(--valid); }
        .charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 0 1rem; }
        table { border-collapse: collapse; width: 100%; }
        th { text-align: start; font-weight: 500; }
        .number, dd { font-variant-numeric: tabular-nums; }
        .number { text-align: end; white-space: nowrap; }
        .bars th { padding: .15rem .75rem .15rem 0; overflow-wrap: break-word; width: 45%; }
        .bars .number { padding-inline-start: .75rem; }
        .bars td { padding-block: .15rem; } .bar { width: 50%; }
        .bar div { height: .8rem; min-width: 2px; border-radius: 2px; }
        .bars.error .bar div { background: var(--error); } .bars.warning .bar div { background: var(--warning); }
        .bars.info .bar div { background: var(--info); }
        svg { display: block; width: 100%; height: 8.5rem; } svg line { stroke: var(--line); }
        svg.error rect { fill: var(--error); } svg.warning rect { fill: var(--warning); } svg.info rect { fill: var(--info); }
        .caption { display: flex; justify-content: space-between; color: var(--soft); font-size: .85em; margin: .25rem 0; }
        .scroll { overflow-x: auto; }
        thead th { color: var(--soft); border-bottom: 1px solid var(--line); padding: .3rem .75rem .3rem 0; }
        .findings td, .findings .kind th { border-bottom: 1px solid var(--line); padding: .4rem .75rem .4rem 0; vertical-align: top; }
        .findings .kind th { padding-block-start: 1rem; } .more td { color: var(--soft); }
        .findings td.number { padding-inline-end: 1.25rem; }
        code, .code, .path { font-family: ui-monospace, monospace; font-size: .9em; overflow-wrap: break-word; }
        td .path { display: block; } .path { color: var(--soft); }
        .badge.error { color: var(--error); } .badge.warning { color: var(--warning); } .badge.info { color: var(--info); }
        @media (max-width: 40rem) {
          .findings thead { position: absolute; clip-path: inset(50%); }
          .findings tr, .findings td { display: block; border: 0; padding: .1rem 0; text-align: start; }
          .findings tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
          .findings td[data-name]::before { content: attr(data-name) ": "; color: var(--soft); }
          main { padding-inline: .75rem; } }
        @media print { body { background: none; } section { break-inside: avoid-page; } }
        """
}
