package import Proviso

/// What is said of a violation, in one language.
package final class Words: Sendable {
    package let label: String
    package let message: String
    /// The violation's path as a JSON Pointer.
    package let pointer: String
    /// Whether the label is kept from disturbing the direction of what is around it.
    package let isIsolated: Bool
    /// What stands behind the place in a line for people: `: label: text [code /path]`.
    let lineEnd: [UInt8]

    package init(_ violation: Violation, label: String, message: String, isIsolated: Bool) {
        self.label = label
        self.message = message
        self.isIsolated = isIsolated
        pointer = violation.path.pointer
        var line = Array(": ".utf8)
        if violation.severity != .error { line += "\(violation.severity): ".utf8 }
        line.append(visible: isIsolated ? "\u{2068}\(label)\u{2069}" : label)
        line += ": ".utf8
        line.append(visible: message)
        line += " [\(violation.code)".utf8
        line.append(visible: pointer.isEmpty ? "" : " \(pointer)")
        line.append(UInt8(ascii: "]"))
        lineEnd = line
    }
}

extension Words {
    package convenience init(_ violation: Violation, in localizer: ReportLocalizer) {
        self.init(
            violation, label: localizer.label(violation.attribute), message: localizer.text(violation),
            isIsolated: localizer.localizer.isolates)
    }
}

/// Finds the words for violations, once for those that are alike: most records are wrong in the same few ways.
final class Wording {
    /// What was found last for a rule and code, and how often something was.
    private final class Entry {
        var violation: Violation
        var words: Words
        var count = 0

        init(_ violation: Violation, _ words: Words) {
            self.violation = violation
            self.words = words
        }
    }

    private let localizer: ReportLocalizer
    /// One for each rule and code at most, so that the memory does not grow with the data.
    private var entries: [ObjectIdentifier: [Entry]] = [:]

    init(_ localizer: ReportLocalizer) {
        self.localizer = localizer
    }

    /// The words for a violation, which is counted.
    func words(for violation: Violation) -> Words {
        let rule = ObjectIdentifier(violation.rule)
        guard let entry = entries[rule]?.first(where: { $0.violation.code == violation.code }) else {
            let entry = Entry(violation, Words(violation, in: localizer))
            entry.count = 1
            entries[rule, default: []].append(entry)
            return entry.words
        }
        entry.count += 1
        let isAlike =
            entry.violation.parameters == violation.parameters && entry.violation.attribute == violation.attribute
        if isAlike, entry.violation.path == violation.path { return entry.words }
        let last = entry.words
        entry.words =
            isAlike
            ? Words(violation, label: last.label, message: last.message, isIsolated: last.isIsolated)
            : Words(violation, in: localizer)
        entry.violation = violation
        return entry.words
    }

    /// Adds the violations counted since the last time.
    func count(into summary: inout Summary) {
        for entry in entries.values.joined() where entry.count > 0 {
            summary.bySeverity[entry.violation.severity] += entry.count
            summary.byCode[entry.violation.code, default: 0] += entry.count
            entry.count = 0
        }
    }
}
