internal import Proviso

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
