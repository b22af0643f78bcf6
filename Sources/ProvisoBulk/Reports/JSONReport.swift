internal import Proviso

/// Writes each finding as a JSON object on one line.
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

/// Writes one JSON document with all findings and the summary.
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
