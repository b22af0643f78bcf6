internal import Proviso

/// Writes workflow commands, which GitHub shows beside the lines.
///
/// GitHub shows only ten errors, ten warnings and ten notices of a step: the others are counted and not written.
package struct GitHubReport: ReportWriter {
    private static let shown = 10
    private let limit: Int

    /// `limit` is the maximum number of findings of one kind.
    package init(limit: Int? = nil) {
        self.limit = min(limit ?? Self.shown, Self.shown)
    }

    package var sampleSize: Int { limit }

    /// Writes nothing: the findings to show are known at the end.
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
            let totals = Self.escape(ending.summary.totals(ending.context.words), isProperty: false)
            text += "::notice title=proviso::\(totals) (GitHub shows ten of each severity)\n"
        }
        if let note = ending.summary.faultNote {
            text += "::error title=rule.fault::\(Self.escape(note.visible, isProperty: false))\n"
        }
        for note in ending.summary.notes {
            let isWarning = note.hasPrefix("warning: ")
            let message = Self.escape(String(note.dropFirst(isWarning ? 9 : 6)).visible, isProperty: false)
            text += "::\(isWarning ? "warning" : "notice") title=proviso::\(message)\n"
        }
        // A fault after the last whole record is not counted as an unreadable record.
        return ending.hasFailed ? text + "::error title=unreadable::some of the data could not be read\n" : text
    }

    /// The first finding of each kind, then the second of each kind, up to the number of free places.
    private func selected(_ severity: Severity, _ tally: Tally, room: Int) -> [LocatedViolation] {
        let groups = tally.findings(limit: limit).filter { $0.kind.severity == severity }.map(\.findings)
        let turns = (0..<limit).flatMap { turn in groups.compactMap { turn < $0.count ? $0[turn] : nil } }
        return Array(turns.prefix(max(0, room)))
    }

    private static func command(_ finding: LocatedViolation) -> String {
        let (words, pointer) = (finding.text, finding.text.pointer)
        let shown = finding.valueText.map { " = \($0.visible)" } ?? ""
        return command(
            name(finding.violation.severity), finding.shownPlace?.file, finding.shownPlace?.place ?? .none,
            title: pointer.isEmpty ? words.shownLabel : "\(words.shownLabel) (\(pointer.visible))",
            "\(words.lineMessage) [\(words.details(finding.violation.code.rawValue.visible))]\(shown)")
    }

    private static func command(
        _ name: String, _ file: String?, _ place: SourcePlace, title: String, _ message: String
    ) -> String {
        let lines = place.line > 0 ? ",line=\(place.line),col=\(place.column)" : ""
        let place = file.map { "file=\(escape($0.visible, isProperty: true))\(lines)," } ?? ""
        let properties = "\(place)title=\(escape(title, isProperty: true))"
        return "::\(name) \(properties)::\(escape(message, isProperty: false))\n"
    }

    private static func name(_ severity: Severity) -> String { severity == .info ? "notice" : severity.rawValue }

    /// Percent-encodes the characters that would end a command or a property.
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
