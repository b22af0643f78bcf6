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
        let shown = groups.reduce(0) { $0 + $1.findings.count }
        let title = shown < ending.summary.findings ? "The first findings of each rule" : "All findings"
        var text = "<section>\n<h2>\(title)</h2>\n<div class=\"scroll\"><table class=\"findings\">\n<thead><tr>"
        for name in columns { text += "<th scope=\"col\">\(name)</th>" }
        text += "</tr></thead>\n"
        for (kind, findings) in groups { text += group(kind, findings) }
        return text + "</table></div>\n</section>\n"
    }

    private var columns: [String] {
        ["Place", "Record", "Attribute", "Message"] + (showsValues ? ["Value"] : [])
    }

    private func group(_ kind: ViolationKind, _ findings: [LocatedViolation]) -> String {
        let count = ending.summary.kinds[kind] ?? findings.count
        var text = "<tbody>\n<tr class=\"kind\"><th scope=\"rowgroup\" colspan=\"\(columns.count)\">"
        text += "<span class=\"badge \(kind.severity)\">\(kind.severity)</span> "
        text += "<code>\(HTMLChart.breakable(kind.code.rawValue))</code> "
        text += "<bdi>\(HTMLChart.breakable(kind.attribute))</bdi> "
        text += "<span class=\"number\">\(HTMLChart.grouped(count))</span>"
        if let place = kind.place { text += " <span class=\"path\">\(Markup.escape(place))</span>" }
        if let expected = findings.first?.expected {
            text += " <span class=\"path\">expected: <bdi>\(Markup.escape(expected))</bdi></span>"
        }
        text += "</th></tr>\n"
        for finding in findings { text += row(finding) }
        if count > findings.count {
            let rest = HTMLChart.grouped(count - findings.count)
            text += "<tr class=\"more\"><td colspan=\"\(columns.count)\">… and \(rest) more</td></tr>\n"
        }
        return text + "</tbody>\n"
    }

    private func row(_ finding: LocatedViolation) -> String {
        let language = "lang=\"\(Markup.escape(ending.context.locale))\""
        let place = "\(showsFile ? "\(finding.file):" : "")\(finding.place.line):\(finding.place.column)"
        let (words, pointer) = (finding.text, HTMLChart.breakable(finding.text.pointer))
        var row = "<tr><td class=\"code\" data-name=\"Place\"><bdi>\(Markup.escape(place))</bdi></td>"
        let first = words.firstRecord.map { "<span class=\"path\">first in \(HTMLChart.grouped($0))</span>" } ?? ""
        row += "<td class=\"number\" data-name=\"Record\">\(HTMLChart.grouped(finding.record))\(first)</td>"
        row += "<td data-name=\"Attribute\"><bdi \(language)>\(Markup.escape(finding.label))</bdi>"
        row += "<span class=\"path\"><bdi>\(pointer)</bdi></span></td>"
        row += "<td data-name=\"Message\" \(language) dir=\"auto\">\(Markup.escape(shown: words.shownMessage))</td>"
        guard showsValues else { return row + "</tr>\n" }
        let value = Markup.escape(finding.valueText ?? "")
        return row + "<td class=\"code\" data-name=\"Value\"><bdi>\(value)</bdi></td></tr>\n"
    }
}
