internal import Proviso

/// Writes findings for `merge`, with lines and records counted from the start of the shard.
package struct ShardReport: ReportWriter {
    package init() {}

    package var wantsFingerprints: Bool { true }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.findings {
            var writer = JSONWriter(depth: LocatedViolation.depthInReports)
            writer.object {
                $0.storedFinding(finding)
            }
            output += writer.text.utf8
            output.append(.lineBreak)
        }
        guard let fault = outcome.fault else { return }
        let (file, number) = (outcome.file, outcome.number)
        var writer = JSONWriter()
        writer.object {
            $0.member("unreadable", fault.reason)
            $0.member("file", file)
            $0.member("line", fault.place.line)
            $0.member("column", fault.place.column)
            $0.member("record", number)
        }
        output += writer.text.utf8
        output.append(.lineBreak)
    }
}
