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
        if !ending.context.subject.isEmpty {
            let subject = Markup.escape(ending.context.subject)
            page += "<p class=\"subject soft\" lang=\"en\"><bdi>\(subject)</bdi></p>\n"
        }
        page += Self.verdict(ending) + "</header>\n"
        page += Self.tiles(summary, words)
        let table = HTMLTable(ending, limit: limit)
        for severity in Severity.allCases where summary.bySeverity[severity] > 0 {
            let title = words.heading(severity)
            let kinds = summary.kinds.filter { $0.key.severity == severity }
            let codes = kinds.reduce(into: [:]) { $0[$1.key.code.rawValue, default: 0] += $1.value }
            let attributes = kinds.reduce(into: [:]) { $0[$1.key.attribute, default: 0] += $1.value }
            page += "<h2>\(Markup.escape(title))</h2>\n<div class=\"charts\">\n"
            page += HTMLChart.bars(words.heading("byCode"), words, codes, severity, limit: Self.bars) {
                table.number(severity, code: $0)
            }
            page += HTMLChart.bars(words.heading("byAttribute"), words, attributes, severity, limit: Self.bars) {
                table.number(severity, attribute: $0)
            }
            page += "</div>\n"
            let found = tally.timelines[severity, default: Timeline()]
            // A page made from stored findings counts only records with findings.
            let records = summary.records < found.end - found.width ? found.end : summary.records
            page += HTMLChart.timeline(
                words.heading("byPlace"), words, found.stretched(to: records), severity, records: records
            )
        }
        if summary.findings > 0 { page += table.text }
        let notes = summary.notes.filter(Self.isMinor)
        if !notes.isEmpty {
            let items = notes.map { "<li>\(Markup.escape($0))</li>\n" }.joined()
            page += "<section class=\"notes\" lang=\"en\" dir=\"ltr\">\n<ul>\n\(items)</ul>\n</section>\n"
        }
        let plugins = summary.audit.map { "<p>\(Markup.escape($0))</p>" }.joined()
        return page + "<footer lang=\"en\" dir=\"ltr\"><p>proviso \(Version.current)</p>\(plugins)</footer>\n"
            + "</main>\n</body>\n</html>\n"
    }

    /// Whether a note is written below the findings, because it does not doubt them.
    private static func isMinor(_ note: String) -> Bool { note.hasPrefix("note: ") }

    private static func verdict(_ ending: Ending) -> String {
        let (summary, words) = (ending.summary, ending.context.words)
        var texts = [summary.totals(words)]
        if let limit = summary.limit { texts.append(words.count("stopped", limit, as: "limit")) }
        if summary.faults > 0 { texts.append(words.count("faults", summary.faults)) }
        if ending.hasFailed { texts.append(words.text("incomplete")) }
        return texts.map { "<p class=\"verdict\">\(Markup.escape($0))</p>\n" }.joined()
            + summary.notes.filter { !isMinor($0) }.map {
                "<p class=\"warning\" lang=\"en\" dir=\"ltr\">\(Markup.escape($0))</p>\n"
            }.joined()
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
                "<div class=\"\(kind)\"><dt>\(Markup.escape(name))</dt><dd>\(words.number(count))</dd></div>\n"
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
            \(PageStyle.text)
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
    private let showsValues: Bool
    /// If there is only one file, its name is in the title and not in each row.
    private let showsFile: Bool
    private let groups: [(ViolationKind, [LocatedViolation])]

    init(_ ending: Ending, limit: Int) {
        self.ending = ending
        groups = ending.tally.findings(limit: limit).map { ($0, $1) }
        showsValues = ending.tally.samples.values.joined().contains { $0.value != nil }
        showsFile = ending.context.inputs.count != 1
    }

    /// The number of the first group of a severity with a code or an attribute, for links to it; `nil` if none is shown.
    func number(_ severity: Severity, code: String? = nil, attribute: String? = nil) -> Int? {
        groups.firstIndex { kind, _ in
            kind.severity == severity && kind.code.rawValue == code ?? kind.code.rawValue
                && kind.attribute == attribute ?? kind.attribute
        }
    }

    var text: String {
        var text = "<section>\n<table class=\"findings\">\n<thead><tr>"
        for (name, style) in columns {
            text += "<th scope=\"col\" class=\"\(style)\">\(Markup.escape(words.heading(name)))</th>"
        }
        text += "</tr></thead>\n"
        for (number, (kind, findings)) in groups.enumerated() { text += group(number, kind, findings) }
        return text + "</table>\n</section>\n"
    }

    /// The words of the columns, and their classes.
    private var columns: [(name: String, style: String)] {
        [("place", "place"), ("records", "record"), ("attribute", "attribute"), ("message", "message")]
            + (showsValues ? [("value", "value")] : [])
    }

    private var words: ReportWords { ending.context.words }

    private func group(_ number: Int, _ kind: ViolationKind, _ findings: [LocatedViolation]) -> String {
        let count = ending.summary.kinds[kind] ?? findings.count
        let shown = Markup.escape(words.grouped(kind.severity, count))
        var text = "<tbody>\n<tr class=\"kind\"><th scope=\"rowgroup\" colspan=\"\(columns.count)\" id=\"k\(number)\">"
        text += "<span class=\"badge \(kind.severity)\">\(shown)</span> "
        text += "<bdi>\(HTMLChart.breakable(kind.attribute))</bdi> "
        text += "<code dir=\"ltr\">\(HTMLChart.breakable(kind.code.rawValue))</code>"
        if let place = kind.place { text += " <span class=\"path\"><bdi>\(Markup.escape(place))</bdi></span>" }
        if let expected = findings.first?.expected {
            let arrow = ending.context.isRightToLeft ? "←" : "→"
            text += " <span class=\"path\">\(arrow) <bdi>\(Markup.escape(expected))</bdi></span>"
        }
        text += "</th></tr>\n"
        for finding in findings { text += row(finding) }
        if count > findings.count {
            let rest = words.number(count - findings.count)
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
        let record = finding.isOfTable ? "" : words.number(finding.record)
        let (text, pointer) = (finding.text, HTMLChart.breakable(finding.text.pointer))
        var row = "<tr><td class=\"place code\" \(name("place"))><bdi>\(Markup.escape(place))</bdi></td>"
        let first = text.firstRecord.map { "<span class=\"path\">↑ \(words.number($0))</span>" } ?? ""
        row += "<td class=\"record number\" \(name("records"))>\(record)\(first)</td>"
        row += "<td class=\"attribute\" \(name("attribute"))><bdi \(language)>\(Markup.escape(finding.label))</bdi>"
        row += "<span class=\"path\"><bdi>\(pointer)</bdi></span></td>"
        let message = Self.folded(text.shownMessage)
        row += "<td class=\"message\" \(name("message")) \(language) dir=\"auto\">\(message)</td>"
        guard showsValues else { return row + "</tr>\n" }
        let value = Self.folded((finding.valueText ?? "").visible)
        return row + "<td class=\"value code\" \(name("value"))><bdi>\(value)</bdi></td></tr>\n"
    }

    /// Text in which invisible characters are escaped already; of long text only the beginning, until a reader opens it.
    private static func folded(_ text: String) -> String {
        let whole = Markup.escape(shown: text)
        let beginning = text.prefix(longest)
        if beginning.endIndex == text.endIndex { return whole }
        return "<details><summary>\(Markup.escape(shown: String(beginning)))…</summary>\(whole)</details>"
    }

    /// How many characters of a message or a value are shown.
    private static let longest = 300
}

/// Draws charts as HTML and SVG.
enum HTMLChart {
    /// A bar for each of the largest counts, and one bar for all others; all have the same severity.
    ///
    /// `group` gives the number of the findings that a name leads to.
    static func bars(
        _ title: String, _ words: ReportWords, _ counts: [String: Int], _ severity: Severity, limit: Int,
        group: (String) -> Int?
    ) -> String {
        let counts = counts.map { (name: $0.key, count: $0.value) }
        let sorted = counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        var shown = sorted.count > limit ? Array(sorted.prefix(limit - 1)) : sorted
        let rest = sorted.dropFirst(shown.count)
        if !rest.isEmpty { shown.append(("… +\(words.number(rest.count))", rest.reduce(0) { $0 + $1.count })) }
        let largest = shown.map(\.count).max() ?? 1
        var text = "<section>\n<h3>\(Markup.escape(title))</h3>\n<table class=\"bars \(severity)\">\n"
        for (name, count) in shown {
            let label = "<bdi>\(breakable(name))</bdi>"
            let link = group(name).map { "<a href=\"#k\($0)\">\(label)</a>" } ?? label
            text += "<tr><th scope=\"row\">\(link)</th>"
            text += "<td class=\"bar\"><div style=\"width:\(hundredths(count, of: largest))%\"></div></td>"
            text += "<td class=\"number\">\(words.number(count))</td></tr>\n"
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
        let scale = "\(words.heading("records")): \(words.number(timeline.width))"
        var text = "<section>\n<h3>\(Markup.escape(title))</h3>\n"
        text += "<p class=\"legend\"><span>\(Markup.escape(words.grouped(severity, largest)))</span>"
        text += "<span><span class=\"swatch \(severity)\"></span>\(Markup.escape(scale))</span></p>\n"
        text +=
            "<svg class=\"\(severity)\" viewBox=\"0 0 \(width) \(height)\" preserveAspectRatio=\"none\" role=\"img\""
        text += " aria-label=\"\(Markup.escape(title))\">\n"
        for y in [0, height] { text += "<line x1=\"0\" y1=\"\(y)\" x2=\"\(width)\" y2=\"\(y)\"/>\n" }
        for (bin, count) in timeline.bins.enumerated() where count > 0 {
            let bar = max(2, count * height / largest)
            let (first, last) = (bin * timeline.width + 1, min((bin + 1) * timeline.width, records))
            let title = "\(words.number(first))–\(words.number(last)): \(words.number(count))"
            text += "<rect x=\"\(bin * step)\" y=\"\(height - bar)\" width=\"\(step - 2)\" height=\"\(bar)\">"
            text += "<title>\(title)</title></rect>\n"
        }
        text += "</svg>\n<p class=\"axis\"><span>\(words.number(1))</span>"
        text += "<span>\(Markup.escape(words.heading("records")))</span><span>\(words.number(records))</span></p>\n"
        return text + "</section>\n"
    }
}
