package import Proviso

/// What is said of a violation, in one language.
package final class Words: Sendable {
    package let label: String
    package let message: String
    /// The violation's path as a JSON Pointer.
    package let pointer: String
    /// Whether the label is kept from disturbing the direction of what is around it.
    package let isIsolated: Bool
    /// The label and the message as they are shown: on one line, without anything that could steer a terminal.
    let shownLabel: String
    let shownMessage: String
    /// Which record had the value first, where records are compared.
    let firstRecord: Int?
    /// What follows the place in a line for people: `: error: message [code /path]`.
    let lineEnd: [UInt8]

    package init(_ violation: Violation, label: String, message: String, isIsolated: Bool) {
        self.label = label
        self.message = message
        self.isIsolated = isIsolated
        pointer = violation.path.pointer
        shownLabel = label.visible
        shownMessage = Self.shown(message, violation, isIsolated: isIsolated)
        firstRecord = Self.firstRecord(of: violation)
        var line = ": \(violation.severity.rawValue): \(shownMessage) [\(violation.code.rawValue.visible)"
        if !pointer.isEmpty { line += " \(pointer.visible)" }
        if let firstRecord { line += Self.text(ofFirst: firstRecord) }
        lineEnd = Array("\(line)]".utf8)
    }

    private static func firstRecord(of violation: Violation) -> Int? {
        let first = violation.parameters.list.first { $0.name == Parameter.firstRecord }
        guard case .integer(let number)? = first?.value else { return nil }
        return Int(number)
    }

    private static func text(ofFirst record: Int) -> String { ", first in record \(record)" }

    /// What is in brackets behind a message: the path or code, and which record had the value first.
    func details(_ text: String) -> String {
        let first = firstRecord.map(Self.text) ?? ""
        return text.isEmpty ? String(first.dropFirst(2)) : text + first
    }

    /// The message with its own isolates, but without those that came with a value.
    private static func shown(_ message: String, _ violation: Violation, isIsolated: Bool) -> String {
        guard isIsolated else { return message.visible }
        let texts = violation.parameters.list.flatMap(\.value.texts).filter { $0.visible != $0 }
        let clean = texts.sorted { ($1.count, $0) < ($0.count, $1) }
            .reduce(message) { $0.replaced($1, by: $1.visible) }
        return clean.visible(keepsDirections: true)
    }
}

extension ParameterValue {
    /// All texts in it.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let items): items.flatMap(\.texts)
        default: []
        }
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
        var kind: FindingKind
        var count = 0

        init(_ violation: Violation, _ words: Words) {
            self.violation = violation
            self.words = words
            kind = FindingKind(violation)
        }
    }

    private let localizer: ReportLocalizer
    /// What was counted for attributes that came before: rules of the structure speak of several.
    private var counts: [FindingKind: Int] = [:]
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
        if entry.violation.attribute != violation.attribute {
            counts[entry.kind, default: 0] += entry.count
            entry.kind = FindingKind(violation)
            entry.count = 0
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
            counts[entry.kind, default: 0] += entry.count
            entry.count = 0
        }
        for (kind, count) in counts { summary.add(kind, count) }
        counts.removeAll(keepingCapacity: true)
    }
}
