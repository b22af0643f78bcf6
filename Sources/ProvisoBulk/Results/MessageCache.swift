package import Proviso

/// Formats messages once for equal violations: most invalid records have the same few violations.
package final class MessageCache {
    /// The last violation of a rule and code, and the number of all its violations.
    private final class Entry {
        var violation: Violation
        var text: ViolationText
        var kind: ViolationKind
        var count = 0
        /// The text of the rule in traces, if they are wanted.
        let rule: [UInt8]?

        init(_ violation: Violation, _ kind: ViolationKind, _ text: ViolationText, rule: [UInt8]?) {
            self.violation = violation
            self.text = text
            self.kind = kind
            self.rule = rule
        }
    }

    private let localizer: ReportLocalizer
    /// The counts for earlier attributes: one rule about the structure reports violations of several attributes.
    private var counts: [ViolationKind: Int] = [:]
    /// At most one for each rule and code, so that the memory does not grow with the data.
    private var entries: [ObjectIdentifier: [Entry]] = [:]

    private let wantsTrace: Bool

    package init(_ localizer: ReportLocalizer, wantsTrace: Bool = false) {
        self.localizer = localizer
        self.wantsTrace = wantsTrace
    }

    /// Counts a violation and returns its text.
    package func text(for violation: Violation) -> ViolationText {
        let rule = ObjectIdentifier(violation.rule)
        guard let entry = entries[rule]?.first(where: { $0.violation.code == violation.code }) else {
            let kind = ViolationKind(violation)
            let traced = wantsTrace ? TraceText.rule(of: kind) : nil
            let text = ViolationText(violation, in: localizer, tracing: traced)
            let entry = Entry(violation, kind, text, rule: traced)
            entry.count = 1
            entries[rule, default: []].append(entry)
            return entry.text
        }
        if entry.violation.attribute != violation.attribute {
            counts[entry.kind, default: 0] += entry.count
            entry.kind = ViolationKind(violation)
            entry.count = 0
        }
        entry.count += 1
        let isAlike =
            entry.violation.parameters == violation.parameters && entry.violation.attribute == violation.attribute
            && entry.violation.givenLabel == violation.givenLabel
            && entry.violation.givenMessage === violation.givenMessage
        if isAlike, entry.violation.path == violation.path { return entry.text }
        let last = entry.text
        entry.text =
            isAlike
            ? ViolationText(
                violation, label: last.label, message: last.message, isIsolated: last.isIsolated, tracing: entry.rule)
            : ViolationText(violation, in: localizer, tracing: entry.rule)
        entry.violation = violation
        return entry.text
    }

    /// Adds the violations counted since the last time.
    package func count(into summary: inout Summary) {
        for entry in entries.values.joined() where entry.count > 0 {
            counts[entry.kind, default: 0] += entry.count
            entry.count = 0
        }
        for (kind, count) in counts { summary.add(kind, count) }
        counts.removeAll(keepingCapacity: true)
    }
}

extension Summary {
    /// Counts the findings of a record that reports do not list, and the record by the highest severity of all.
    ///
    /// A `MessageCache` counts those that reports list.
    package mutating func addRecord(_ report: Report) {
        let omitted = ViolationKind.counts(report.omitted)
        for (kind, count) in omitted { add(kind, count) }
        let worst = Severity.allCases.first { severity in
            report.violations.contains { $0.severity == severity } || omitted.keys.contains { $0.severity == severity }
        }
        if let worst { addRecord(worst: worst) }
    }
}
