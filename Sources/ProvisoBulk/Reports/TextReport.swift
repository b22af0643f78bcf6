/// Writes one line per finding, for people, editors and problem matchers.
package struct TextReport: ReportWriter {
    package init() {}

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        // By index: copying a finding costs more than writing its line.
        for index in outcome.findings.indices { outcome.findings[index].appendLine(to: &output) }
    }
}

/// Writes the lines of `TextReport` with a limit for each kind of finding, at the end of the run.
package struct LimitedTextReport: ReportWriter {
    private let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package var sampleSize: Int { limit }

    package func tail(_ ending: Ending) -> String {
        let groups = ending.tally.findings(limit: limit)
        let lines = groups.flatMap(\.findings).sorted { $0.position < $1.position }.map(\.line)
        return lines.joined()
            + groups.map { kind, findings in
                let rest = (ending.summary.kinds[kind] ?? 0) - findings.count
                return rest > 0 ? "… and \(rest.grouped()) more \(kind.name)\n" : ""
            }.joined()
    }
}
