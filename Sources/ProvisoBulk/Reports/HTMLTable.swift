internal import Proviso

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
