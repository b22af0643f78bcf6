internal import Proviso

/// A page for people: counts, charts and the first findings.
///
/// It loads nothing from elsewhere.
package struct HTMLReport: ReportWriter {
    /// How many bars a chart has at most.
    private static let bars = 15

    package init() {}

    package var wantsTally: Bool { true }

    /// Nothing: counters and a sample are all that the page shows.
    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {}

    package func tail(_ ending: Ending) -> String {
        let (summary, tally) = (ending.summary, ending.tally)
        var page = Self.start
        page += "<header>\n<h1>Validation report</h1>\n<p>\(Self.verdict(ending))</p>\n</header>\n"
        page += Self.tiles(summary)
        if summary.findings > 0 {
            page += "<div class=\"charts\">\n"
            let codes = summary.byCode.map { (name: $0.key.rawValue, count: $0.value) }
            page += HTMLChart.bars("Violations by code", codes, limit: Self.bars)
            let attributes = tally.byAttribute.map { (name: $0.key, count: $0.value) }
            page += HTMLChart.bars("Violations by attribute", attributes, limit: Self.bars)
            page += "</div>\n"
            page += HTMLChart.timeline(tally.timeline.stretched(to: summary.records), records: summary.records)
            page += Self.table(tally.sample, of: summary.findings)
        }
        return page + "</main>\n</body>\n</html>\n"
    }

    private static func verdict(_ ending: Ending) -> String {
        var text = ending.summary.lines().first ?? ""
        if let limit = ending.summary.limit { text += ". Stopped at --max-errors \(limit)" }
        if ending.hasFailed { text += ". Some of the data could not be read." }
        return Markup.escape(text)
    }

    private static func tiles(_ summary: Summary) -> String {
        let valid = summary.records - summary.invalid - summary.unreadable
        var tiles = [
            ("records", summary.records, ""), ("valid", valid, "valid"), ("invalid", summary.invalid, "error"),
        ]
        if summary.unreadable > 0 { tiles.append(("unreadable", summary.unreadable, "warning")) }
        for severity in Severity.allCases where summary.bySeverity[severity] > 0 {
            let count = summary.bySeverity[severity]
            tiles.append((severity == .info ? "info" : severity.rawValue + "s", count, severity.rawValue))
        }
        return "<dl class=\"tiles\">\n"
            + tiles.map { name, count, kind in
                "<div class=\"\(kind)\"><dt>\(name)</dt><dd>\(HTMLChart.grouped(count))</dd></div>\n"
            }.joined() + "</dl>\n"
    }

    private static func table(_ sample: [Finding], of count: Int) -> String {
        let showsValues = sample.contains { $0.value != nil }
        let title = sample.count < count ? "The first \(sample.count) violations" : "All violations"
        var text = "<section>\n<h2>\(title)</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>Place</th>"
        text += "<th class=\"number\">Record</th><th>Attribute</th><th>Message</th><th>Code</th><th>Severity</th>"
        text += showsValues ? "<th>Value</th></tr></thead>\n<tbody>\n" : "</tr></thead>\n<tbody>\n"
        for finding in sample { text += row(finding, showsValues: showsValues) }
        return text + "</tbody>\n</table></div>\n</section>\n"
    }

    private static func row(_ finding: Finding, showsValues: Bool) -> String {
        let violation = finding.violation
        let place = Markup.escape("\(finding.file):\(finding.place.line):\(finding.place.column)")
        let severity = violation.severity.rawValue
        var row = "<tr><td class=\"code\">\(place)</td><td class=\"number\">\(HTMLChart.grouped(finding.record))</td>"
        row += "<td><bdi>\(Markup.escape(finding.label))</bdi>"
        row += "<span class=\"path\">\(Markup.escape(finding.words.pointer))</span></td>"
        row += "<td dir=\"auto\">\(Markup.escape(shown: finding.words.shownMessage))</td>"
        row += "<td class=\"code\">\(Markup.escape(violation.code.rawValue))</td>"
        row += "<td><span class=\"badge \(severity)\">\(severity)</span></td>"
        if showsValues { row += "<td class=\"code\"><bdi>\(Markup.escape(finding.valueText ?? ""))</bdi></td>" }
        return row + "</tr>\n"
    }

    private static let start = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="color-scheme" content="light dark">
        <title>Validation report</title>
        <style>
        \(HTMLStyle.text)
        </style>
        </head>
        <body>
        <main>

        """
}

/// Charts as HTML and SVG.
enum HTMLChart {
    /// A number with its digits in groups of three.
    static func grouped(_ number: Int) -> String {
        let digits = Array(String(number))
        return digits.enumerated().reduce(into: "") { text, next in
            if next.offset > 0, (digits.count - next.offset) % 3 == 0 { text += "\u{202F}" }
            text.append(next.element)
        }
    }

    /// A bar for each of the largest counts, and one for all others together.
    static func bars(_ title: String, _ counts: [(name: String, count: Int)], limit: Int) -> String {
        let sorted = counts.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
        var shown = sorted.count > limit ? Array(sorted.prefix(limit - 1)) : sorted
        let rest = sorted.dropFirst(shown.count)
        if !rest.isEmpty { shown.append(("\(rest.count) others", rest.reduce(0) { $0 + $1.count })) }
        let largest = shown.map(\.count).max() ?? 1
        var text = "<section>\n<h2>\(title)</h2>\n<table class=\"bars\">\n"
        for (name, count) in shown {
            text += "<tr><th scope=\"row\"><bdi>\(Markup.escape(name))</bdi></th>"
            text += "<td class=\"bar\"><div style=\"width:\(hundredths(count, of: largest))%\"></div></td>"
            text += "<td class=\"number\">\(grouped(count))</td></tr>\n"
        }
        return text + "</table>\n</section>\n"
    }

    /// Per cent with two digits behind the point.
    private static func hundredths(_ count: Int, of whole: Int) -> String {
        let number = count * 10_000 / max(whole, 1)
        let fraction = String(number % 100)
        return "\(number / 100).\(fraction.count == 1 ? "0" : "")\(fraction)"
    }

    /// Bars over the length of the data.
    static func timeline(_ timeline: Timeline, records: Int) -> String {
        let (step, height) = (16, 140)
        let width = step * timeline.bins.count
        let largest = max(timeline.bins.max() ?? 1, 1)
        let unit = timeline.width == 1 ? "a record" : "\(grouped(timeline.width)) records"
        var text = "<section>\n<h2>Violations over the length of the data</h2>\n"
        text += "<p class=\"caption\">at most \(grouped(largest)) in \(unit)</p>\n"
        text += "<svg viewBox=\"0 0 \(width) \(height)\" preserveAspectRatio=\"none\" role=\"img\""
        text += " aria-label=\"Violations by record\">\n"
        text += "<line x1=\"0\" y1=\"\(height)\" x2=\"\(width)\" y2=\"\(height)\"/>\n"
        for (bin, count) in timeline.bins.enumerated() where count > 0 {
            let bar = max(2, count * height / largest)
            let (first, last) = (bin * timeline.width + 1, min((bin + 1) * timeline.width, records))
            let title = "records \(grouped(first)) to \(grouped(last)): \(grouped(count))"
            text += "<rect x=\"\(bin * step)\" y=\"\(height - bar)\" width=\"\(step - 2)\" height=\"\(bar)\">"
            text += "<title>\(title)</title></rect>\n"
        }
        text += "</svg>\n<p class=\"caption\"><span>record 1</span><span>\(grouped(records))</span></p>\n"
        return text + "</section>\n"
    }
}
