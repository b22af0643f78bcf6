import ProvisoBulk

/// How findings are written.
enum ReportFormat: String, CaseIterable {
    case text, json, ndjson, csv, junit, sarif, github, problem, html

    /// The format that the name of an output file asks for, nil when it asks for none.
    init?(path: String) {
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

    /// Those that `--report` writes: all but the one that is for one record.
    static let beside = allCases.filter { $0 != .problem }

    /// Whether a report of this format may leave findings out.
    var takesLimit: Bool { [.text, .github, .html].contains(self) }

    func writer(showsValues: Bool = false, limit: Int? = nil) -> any ReportWriter {
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
