internal import Proviso

/// Writes a line of JSON for each finding, for `--baseline` in later runs.
package struct BaselineReport: ReportWriter {
    package init() {}

    package var wantsFingerprints: Bool { true }

    package var head: String { String(decoding: Baseline.mark(Baseline.version), as: UTF8.self) + "\n" }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.fingerprints where finding.kind.code != .fault {
            var writer = JSONWriter()
            writer.object {
                $0.member("code", finding.kind.code.rawValue)
                $0.member("attribute", finding.kind.attribute)
                $0.member("severity", finding.kind.severity.rawValue)
                if finding.count > 1 { $0.member("count", finding.count) }
                $0.member("fingerprint", finding.text)
            }
            output += writer.text.utf8
            output.append(.lineBreak)
        }
    }
}
