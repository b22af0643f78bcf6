internal import Proviso

/// Writes findings for a terminal: grouped by rule, errors first, with source lines.
package struct TerminalReport: ReportWriter {
    /// The default number of findings of each kind.
    package static let usualLimit = 10

    private let palette: Palette
    private let limit: Int
    private let showsSource: Bool

    package init(palette: Palette, limit: Int = Self.usualLimit, showsSource: Bool = true) {
        self.palette = palette
        self.limit = limit
        self.showsSource = showsSource
    }

    package var sampleSize: Int { limit }
    package var wantsSource: Bool { showsSource }

    package func tail(_ ending: Ending) -> String {
        ending.tally.findings(limit: limit).map { kind, findings in
            group(kind, findings, of: ending.summary.kinds[kind] ?? findings.count)
        }.joined()
    }

    private func group(_ kind: ViolationKind, _ findings: [LocatedViolation], of count: Int) -> String {
        var text = "\(palette.severity(kind.severity)) \(palette.bold(kind.name))"
        text += palette.dim("  \(Summary.plural(count, "finding"))\(kind.place.map { ", \($0)" } ?? "")") + "\n"
        if let expected = findings.first?.expected { text += palette.dim("  expected: \(expected)") + "\n" }
        for finding in findings { text += lines(finding) }
        if count > findings.count { text += palette.dim("  … and \((count - findings.count).grouped()) more") + "\n" }
        return text + "\n"
    }

    private func lines(_ finding: LocatedViolation) -> String {
        let place = finding.placeText.visible
        var text = "  \(place): \(finding.text.lineMessage)"
        let details = finding.text.details(finding.text.pointer.visible)
        if !details.isEmpty { text += palette.dim(" [\(details)]") }
        if let value = finding.valueText { text += " = \(value.visible)" }
        guard let source = finding.source else { return text + "\n" }
        let caret = String(repeating: " ", count: source.column) + palette.caret("^")
        return text + "\n\(palette.dim("    | "))\(source.text)\n\(palette.dim("    | "))\(caret)\n"
    }
}

extension LocatedViolation {
    /// The values that the rule accepts, for people; `nil` if the message has them or they are not known.
    var expected: String? {
        let parameters = violation.parameters.list
        func text(_ name: String) -> String? {
            parameters.first { $0.name == name }.map { Self.plain($0.value) }
        }
        let isNot = text("not") == "true"
        if let pattern = text("pattern") { return Self.bounded(isNot ? "no match of \(pattern)" : pattern) }
        if let range = text("range") { return Self.bounded(isNot ? "none of \(range)" : "one of \(range)") }
        if let expression = text("expression") { return Self.bounded(expression) }
        if let target = text("target") { return Self.bounded("an entry of \(target)") }
        return nil
    }

    private static func plain(_ value: ParameterValue) -> String {
        switch value {
        case .text(let text), .attribute(let text), .decimal(let text): text
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        case .number(let number): "\(number)"
        case .boolean(let truth): String(truth)
        case .list(let items): items.prefix(20).map(plain).joined(separator: ", ") + (items.count > 20 ? ", …" : "")
        }
    }

    private static func bounded(_ text: String) -> String {
        let shown = text.visible
        return shown.count > 160 ? "\(shown.prefix(160))…" : shown
    }
}
