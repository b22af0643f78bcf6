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

    package func tail(_ ending: Ending) -> String {
        var notes = Self.notes(ending)
        func commands() -> [String] {
            Severity.allCases.flatMap { severity in
                self.commands(severity, ending.tally, room: Self.shown - notes.count { $0.severity == severity })
            }
        }
        var shown = commands()
        if ending.summary.findings + ending.summary.unreadable > shown.count {
            // The totals are a notice themselves, for which there must be room.
            let totals = "\(ending.summary.totals(ending.context.words)) (GitHub shows ten of each severity)"
            notes.insert((.info, Self.note(.info, "proviso", totals)), at: 0)
            shown = commands()
        }
        return (shown + notes.map(\.text)).joined()
    }

    /// The notes about the whole run.
    private static func notes(_ ending: Ending) -> [(severity: Severity, text: String)] {
        var notes: [(severity: Severity, text: String)] = []
        if let fault = ending.summary.faultNote { notes.append((.error, note(.error, "rule.fault", fault.visible))) }
        for text in ending.summary.notes {
            let isWarning = text.hasPrefix("warning: ")
            let severity = isWarning ? Severity.warning : .info
            notes.append((severity, note(severity, "proviso", String(text.dropFirst(isWarning ? 9 : 6)).visible)))
        }
        // A fault after the last whole record is not counted as an unreadable record.
        if ending.hasFailed {
            notes.append((.error, note(.error, "unreadable", "some of the data could not be read")))
        }
        return notes
    }

    private static func note(_ severity: Severity, _ title: String, _ text: String) -> String {
        "::\(name(severity)) title=\(title)::\(escape(text, isProperty: false))\n"
    }

    /// The findings of a severity in the order of the data, with the records that cannot be read among the errors.
    private func commands(_ severity: Severity, _ tally: Tally, room: Int) -> [String] {
        let faults = severity == .error ? tally.faults.prefix(max(0, room)) : []
        let findings = selected(severity, tally, room: room - faults.count)
        var commands = findings.map { (position: $0.position, text: Self.command($0)) }
        commands += faults.map {
            (
                (record: $0.record, index: 0),
                Self.command("error", $0.file, $0.place, title: "unreadable", $0.reason.visible)
            )
        }
        return commands.sorted { $0.position < $1.position }.map(\.text)
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
