import ArgumentParser
import ProvisoBulk

/// How findings are written.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, ndjson, csv, junit, sarif, github, problem, html

    func writer(showsValues: Bool = false) -> any ReportWriter {
        switch self {
        case .text: TextReport()
        case .json: JSONReport()
        case .ndjson: NDJSONReport()
        case .csv: CSVReport(showsValues: showsValues)
        case .junit: JUnitReport()
        case .sarif: SARIFReport()
        case .github: GitHubReport()
        case .problem: ProblemReport()
        case .html: HTMLReport()
        }
    }
}
