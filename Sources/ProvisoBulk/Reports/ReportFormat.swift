/// The formats of reports.
package enum ReportFormat: String, CaseIterable, Sendable {
    case text, json, ndjson, csv, junit, sarif, github, problem, html

    /// The format for the ending of an output file, or `nil` if there is none.
    package init?(path: String) {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        switch name[dot...].lowercased() {
        case ".json": self = .json
        case ".ndjson", ".jsonl": self = .ndjson
        case ".csv": self = .csv
        case ".xml": self = .junit
        case ".sarif": self = .sarif
        case ".html", ".htm": self = .html
        default: return nil
        }
    }

    /// The formats of `--report`: all except the one for a single record.
    package static let beside = allCases.filter { $0 != .problem }

    /// Whether a report of this format can omit findings.
    package var takesLimit: Bool { [.text, .github, .html].contains(self) }

    /// Whether a report of this format has the summary, which otherwise goes to standard error only.
    package var hasSummary: Bool { [.json, .junit, .sarif, .html].contains(self) }

    package func writer(showsValues: Bool = false, limit: Int? = nil) -> any ReportWriter {
        switch self {
        case .text: limit.map { LimitedTextReport(limit: $0) } ?? TextReport()
        case .json: JSONReport()
        case .ndjson: NDJSONReport()
        case .csv: CSVReport(showsValues: showsValues)
        case .junit: JUnitReport()
        case .sarif: SARIFReport()
        case .github: GitHubReport(limit: limit)
        case .problem: ProblemReport()
        case .html: HTMLReport(limit: limit ?? HTMLReport.usualLimit)
        }
    }
}
