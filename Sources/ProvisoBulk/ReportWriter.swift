package import Proviso

/// One form of output: made in pieces by many threads, and put together in the order of the data.
///
/// A writer keeps nothing between two calls, so that the output is the same however the data is shared out.
package protocol ReportWriter: Sendable {
    /// Whether records without findings are wanted too.
    var wantsAll: Bool { get }
    /// How many findings of each kind the tail shows; 0 where it needs no tally.
    var sampleSize: Int { get }
    /// Whether findings come with their fingerprints.
    var wantsFingerprints: Bool { get }
    /// Whether those findings come with their lines of the source.
    var wantsSource: Bool { get }
    /// Whether the header of a table goes before its rows.
    var wantsHeader: Bool { get }
    /// Whether a record's piece may be many times larger than the record.
    var isWordy: Bool { get }
    /// What every piece begins with, and the very first one in the output does not.
    var separator: String { get }
    /// What stands before the first piece.
    var head: String { get }
    /// Adds the piece for a record, or nothing.
    func write(_ outcome: borrowing Outcome, to output: inout [UInt8])
    /// What stands behind the last piece.
    func tail(_ ending: Ending) -> String
}

extension ReportWriter {
    package var wantsAll: Bool { false }
    package var sampleSize: Int { 0 }
    package var wantsSource: Bool { false }
    package var wantsFingerprints: Bool { false }
    package var wantsHeader: Bool { false }
    package var isWordy: Bool { false }
    package var separator: String { "" }
    package var head: String { "" }
    package func tail(_ ending: Ending) -> String { "" }
}

/// What a run came to, for the last words of a report.
package struct Ending {
    package let summary: Summary
    /// Empty unless a writer wants it.
    package let tally: Tally
    /// Whether some of the data could not be read.
    package let hasFailed: Bool
    package let context: ReportContext
}

/// What a run is about, for the titles of reports.
package struct ReportContext: Sendable, Equatable {
    /// The rule file, empty when it is not known.
    package var rules = ""
    /// The language of the messages.
    package var locale = "en"
    package var isRightToLeft = false
    package var inputs: [String] = []

    package init() {}

    /// Files and rule file: `a.csv, b.csv and 3 more by rules.yaml`.
    var subject: String {
        let names = inputs.prefix(3).map { $0 == "-" ? "standard input" : $0 }.joined(separator: ", ")
        let rest = inputs.count > 3 ? " and \(inputs.count - 3) more" : ""
        return names + rest + (rules.isEmpty ? "" : " by \(rules)")
    }
}

/// What became of one record.
package struct Outcome: ~Copyable {
    package let file: String
    /// The record's number in the run, from 1.
    package let number: Int
    /// Where the record starts.
    package let place: SourcePlace
    /// The record as it stands in the input, good during the call only.
    package let raw: UnsafeRawBufferPointer
    package let findings: [Finding]
    /// All findings with their fingerprints, those too that a baseline accepts; empty unless a writer wants them.
    let fingerprints: [FingerprintedFinding]
    /// Whether there is no finding with the severity `error`, and the record could be read.
    package let isValid: Bool
    /// Why the record could not be read, and where; it has no findings then.
    package let fault: (place: SourcePlace, reason: String)?
    /// The record with the values that rules left in it; nil where it could not be read.
    package let record: Record?
    /// The columns of the table that the record is a row of.
    let columns: Columns?
}

/// One line per finding, for people, editors and problem matchers.
package struct TextReport: ReportWriter {
    package init() {}

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        // By index: a copy of a finding costs more than its line.
        for index in outcome.findings.indices { outcome.findings[index].appendLine(to: &output) }
    }
}

/// A JSON object a line and finding.
package struct NDJSONReport: ReportWriter {
    package init() {}

    package var isWordy: Bool { true }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.findings {
            output += finding.json.utf8
            output.append(.lineBreak)
        }
    }
}

/// One JSON document with all findings and the summary.
package struct JSONReport: ReportWriter {
    package init() {}

    package var isWordy: Bool { true }
    package var separator: String { "," }
    package var head: String { "{\"violations\":[" }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.findings {
            output += ",\n".utf8
            output += finding.json.utf8
        }
    }

    package func tail(_ ending: Ending) -> String {
        var writer = JSONWriter()
        ending.summary.write(to: &writer)
        return "\n],\"summary\":\(writer.text)}\n"
    }
}

/// A verdict a record, as a JSON object on one line.
package struct VerdictReport: ReportWriter {
    package init() {}

    package var wantsAll: Bool { true }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        var writer = JSONWriter(depth: Finding.depthInReports)
        let isValid = outcome.isValid
        let fault = outcome.fault
        let findings = outcome.findings
        writer.object {
            $0.member("valid", isValid)
            if let fault {
                $0.member("unreadable", fault.reason)
                $0.member("column", fault.place.column)
            }
            if findings.isEmpty { return }
            $0.member("violations") {
                $0.list {
                    for finding in findings {
                        $0.object {
                            $0.violation(finding.violation)
                            $0.member("label", finding.label)
                            $0.member("message", finding.message)
                        }
                    }
                }
            }
            if let last = findings.last, !last.omitted.isEmpty { $0.member("more") { $0.kinds(last.omitted) } }
        }
        output += writer.text.utf8
        output.append(.lineBreak)
    }
}
