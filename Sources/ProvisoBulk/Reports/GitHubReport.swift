internal import Proviso

/// Workflow commands, which GitHub shows beside the lines.
///
/// GitHub shows ten errors, ten warnings and ten notices of a step and drops the others: more are not written, but counted.
package struct GitHubReport: ReportWriter {
    private static let shown = 10
    private let limit: Int

    /// `limit` is for findings of one kind.
    package init(limit: Int? = nil) {
        self.limit = min(limit ?? Self.shown, Self.shown)
    }

    package var sampleSize: Int { limit }

    /// Nothing: which findings are shown is known at the end.
    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {}

    package func tail(_ ending: Ending) -> String {
        var text = ""
        var written = 0
        for severity in Severity.allCases {
            let faults = severity == .error ? ending.tally.faults.prefix(Self.shown) : []
            let findings = selected(severity, ending.tally, room: Self.shown - faults.count)
            var commands = findings.map { (position: $0.position, text: Self.command($0)) }
            commands += faults.map {
                (
                    (record: $0.record, index: 0),
                    Self.command("error", $0.file, $0.place, title: "unreadable", $0.reason.visible)
                )
            }
            text += commands.sorted { $0.position < $1.position }.map(\.text).joined()
            written += commands.count
        }
        if ending.summary.findings + ending.summary.unreadable > written {
            let totals = Self.escape(ending.summary.totals, isProperty: false)
            text += "::notice title=proviso::\(totals) (GitHub shows ten of each severity)\n"
        }
        // Data that breaks off is in no record.
        return ending.hasFailed ? text + "::error title=unreadable::some of the data could not be read\n" : text
    }

    /// The first finding of each kind, then the second of each, as long as there is room.
    private func selected(_ severity: Severity, _ tally: Tally, room: Int) -> [Finding] {
        let groups = tally.findings(limit: limit).filter { $0.kind.severity == severity }.map(\.findings)
        let turns = (0..<limit).flatMap { turn in groups.compactMap { turn < $0.count ? $0[turn] : nil } }
        return Array(turns.prefix(max(0, room)))
    }

    private static func command(_ finding: Finding) -> String {
        let (words, pointer) = (finding.words, finding.words.pointer)
        let shown = finding.valueText.map { " = \($0.visible)" } ?? ""
        return command(
            name(finding.violation.severity), finding.file, finding.place,
            title: pointer.isEmpty ? words.shownLabel : "\(words.shownLabel) (\(pointer.visible))",
            "\(words.shownMessage) [\(words.details(finding.violation.code.rawValue.visible))]\(shown)")
    }

    private static func command(
        _ name: String, _ file: String, _ place: SourcePlace, title: String, _ message: String
    ) -> String {
        let properties =
            "file=\(escape(file.visible, isProperty: true)),line=\(place.line),col=\(place.column),"
            + "title=\(escape(title, isProperty: true))"
        return "::\(name) \(properties)::\(escape(message, isProperty: false))\n"
    }

    private static func name(_ severity: Severity) -> String { severity == .info ? "notice" : severity.rawValue }

    /// The characters that end a command or a property are written as `%` and two digits there.
    private static func escape(_ text: String, isProperty: Bool) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "%": result += "%25"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            case ":" where isProperty: result += "%3A"
            case "," where isProperty: result += "%2C"
            default: result.unicodeScalars.append(scalar)
            }
        }
    }
}
