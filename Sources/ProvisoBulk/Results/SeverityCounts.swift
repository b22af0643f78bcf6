package import Proviso

/// A number for each severity.
package struct SeverityCounts: Sendable, Equatable {
    private var errors = 0
    private var warnings = 0
    private var infos = 0

    package subscript(severity: Severity) -> Int {
        get {
            switch severity {
            case .error: errors
            case .warning: warnings
            case .info: infos
            }
        }
        set {
            switch severity {
            case .error: errors = newValue
            case .warning: warnings = newValue
            case .info: infos = newValue
            }
        }
    }

    var total: Int { errors + warnings + infos }

    /// The severities with findings, such as `20 errors, 10 warnings`.
    func text(_ words: ReportWords) -> String {
        Severity.allCases.filter { self[$0] > 0 }.map { words.count($0, self[$0]) }.joined(separator: ", ")
    }

    /// The same after a total: if there is only one severity, its name without a number.
    func kinds(_ words: ReportWords) -> String {
        let found = Severity.allCases.filter { self[$0] > 0 }
        guard found.count == 1, let only = found.first else { return text(words) }
        guard words == .english else { return words.heading(only) }
        return self[only] == 1 || only == .info ? only.rawValue : "\(only.rawValue)s"
    }

    func write(to writer: inout JSONWriter) {
        writer.object { for severity in Severity.allCases { $0.member(severity.rawValue, self[severity]) } }
    }
}
