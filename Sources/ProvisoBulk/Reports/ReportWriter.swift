package import Proviso

/// A format of reports: many threads write pieces, which are joined in the order of the data.
///
/// A writer keeps no state between calls, so that the output does not depend on the division of the data.
package protocol ReportWriter: Sendable {
    /// Whether the writer needs records without findings too.
    var wantsAll: Bool { get }
    /// How many findings of each kind the tail shows; 0 if it needs no tally.
    var sampleSize: Int { get }
    /// Whether the writer needs fingerprints.
    var wantsFingerprints: Bool { get }
    /// Whether the writer needs the traces of findings.
    var wantsTrace: Bool { get }
    /// Whether the tail needs source lines.
    var wantsSource: Bool { get }
    /// Whether the header of a table is written before its rows.
    var wantsHeader: Bool { get }
    /// Whether the piece for a record can be many times larger than the record.
    var isWordy: Bool { get }
    /// Whether findings about all records are written, after those of each.
    var takesTable: Bool { get }
    /// The beginning of every piece except the first one in the output.
    var separator: String { get }
    /// The beginning of the output, before the first piece.
    var head: String { get }
    /// Appends the piece for a record, or nothing: some reports are complete only at the end.
    func write(_ outcome: borrowing Outcome, to output: inout [UInt8])
    /// The end of the output, after the last piece.
    func tail(_ ending: Ending) -> String
}

extension ReportWriter {
    package var wantsAll: Bool { false }
    package var sampleSize: Int { 0 }
    package var wantsSource: Bool { false }
    package var wantsFingerprints: Bool { false }
    package var wantsTrace: Bool { false }
    package var wantsHeader: Bool { false }
    package var isWordy: Bool { false }
    package var takesTable: Bool { true }
    package var separator: String { "" }
    package var head: String { "" }
    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {}
    package func tail(_ ending: Ending) -> String { "" }
}

/// The totals of a run, for the end of a report.
package struct Ending {
    package let summary: Summary
    /// Empty unless a writer needs it.
    package let tally: Tally
    /// Whether some of the data could not be read.
    package let hasFailed: Bool
    package let context: ReportContext
    /// What was measured of all records; `nil` unless rules are about them and all were read.
    package var dataset: Dataset?
}

/// The rules, inputs and language of a run, for the titles of reports.
package struct ReportContext: Sendable, Equatable {
    /// The rule file; empty if it is not known.
    package var rules = ""
    /// The language of the messages.
    package var locale = "en"
    package var isRightToLeft = false
    /// The words around the findings.
    package var words = ReportWords.english
    package var inputs: [String] = []

    package init() {}

    /// The inputs and the rule file, such as `a.csv, b.csv and 3 more by rules.yaml`.
    var subject: String {
        let names = inputs.prefix(3).map { $0 == "-" ? "standard input" : $0 }.joined(separator: ", ")
        // A stored report without findings does not say what it is about.
        if inputs.isEmpty { return rules }
        let rest = inputs.count > 3 ? " and \(inputs.count - 3) more" : ""
        return names + rest + (rules.isEmpty ? "" : " by \(rules)")
    }
}
