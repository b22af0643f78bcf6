internal import Proviso

/// A workflow command a finding, which GitHub shows beside the line.
package struct GitHubReport: ReportWriter {
    package init() {}

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        for finding in outcome.findings {
            let pointer = finding.words.pointer
            let shown = finding.valueText.map { " = \($0.visible)" } ?? ""
            output +=
                Self.command(
                    Self.name(finding.violation.severity), outcome.file, finding.place,
                    title: pointer.isEmpty
                        ? finding.words.shownLabel : "\(finding.words.shownLabel) (\(pointer.visible))",
                    "\(finding.words.shownMessage) [\(finding.violation.code.rawValue.visible)]\(shown)"
                ).utf8
        }
        guard let fault = outcome.fault else { return }
        output += Self.command("error", outcome.file, fault.place, title: "unreadable", fault.reason.visible).utf8
    }

    /// Data that breaks off is in no record.
    package func tail(_ ending: Ending) -> String {
        ending.hasFailed ? "::error title=unreadable::some of the data could not be read\n" : ""
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
