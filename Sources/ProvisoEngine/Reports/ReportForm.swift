internal import ProvisoBulk

/// The formats of a report.
enum ReportForm: String, CaseIterable {
    case json, ndjson, text, csv, junit, sarif, github, html, problem

    func writer(showsValues: Bool = false) -> any ReportWriter {
        switch self {
        case .json: JSONReport()
        case .ndjson: NDJSONReport()
        case .text: TextReport()
        case .csv: CSVReport(showsValues: showsValues)
        case .junit: JUnitReport()
        case .sarif: SARIFReport()
        case .github: GitHubReport(limit: nil)
        case .html: HTMLReport(limit: HTMLReport.usualLimit)
        case .problem: ProblemReport()
        }
    }
}
