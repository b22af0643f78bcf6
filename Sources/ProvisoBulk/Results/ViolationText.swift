package import Proviso

/// The message and the label of a violation in one language.
package final class ViolationText: Sendable {
    package let label: String
    package let message: String
    /// The violation's path as a JSON Pointer.
    package let pointer: String
    /// Whether the label is isolated from the text direction around it.
    package let isIsolated: Bool
    /// The label and the message on one line, with control characters escaped.
    let shownLabel: String
    let shownMessage: String
    /// The same for a line of text: a message that is written from right to left must not change the order of the rest.
    let lineMessage: String
    /// The first record with the value, if the rule compares records.
    let firstRecord: Int?
    /// The part of a line of `TextReport` after the place: `: error: message [code /path]`.
    let lineEnd: [UInt8]
    /// `nil` unless a writer needs it.
    let trace: TraceText?

    /// `rule` is the text of its rule in traces, if they are wanted.
    package init(
        _ violation: Violation, label: String, message: String, isIsolated: Bool, tracing rule: [UInt8]? = nil
    ) {
        self.label = label
        self.message = message
        self.isIsolated = isIsolated
        pointer = violation.path.pointer
        shownLabel = label.visible
        shownMessage = Self.shown(message, violation, isIsolated: isIsolated)
        firstRecord = Self.firstRecord(of: violation)
        lineMessage = isIsolated ? "\u{2068}\(shownMessage)\u{2069}" : shownMessage
        var line = ": \(violation.severity.rawValue): \(lineMessage) [\(violation.code.rawValue.visible)"
        if !pointer.isEmpty { line += " \(pointer.visible)" }
        if let firstRecord { line += Self.text(ofFirst: firstRecord) }
        lineEnd = Array("\(line)]".utf8)
        trace = rule.map { [pointer] in TraceText(violation, pointer: pointer, message: message, rule: $0) }
    }

    private static func firstRecord(of violation: Violation) -> Int? {
        let first = violation.parameters.list.first { $0.name == Parameter.firstRecord }
        guard case .integer(let number)? = first?.value else { return nil }
        return Int(number)
    }

    private static func text(ofFirst record: Int) -> String { ", first in record \(record)" }

    /// The text in brackets after a message: the path or the code, and the first record with the value.
    func details(_ text: String) -> String {
        let first = firstRecord.map(Self.text) ?? ""
        return text.isEmpty ? String(first.dropFirst(2)) : text + first
    }

    /// The message with its own isolates, and without those in values.
    private static func shown(_ message: String, _ violation: Violation, isIsolated: Bool) -> String {
        guard isIsolated else { return message.visible }
        let texts = violation.parameters.list.flatMap(\.value.texts).filter { $0.visible != $0 }
        let clean = texts.sorted { ($1.count, $0) < ($0.count, $1) }
            .reduce(message) { $0.replaced($1, by: $1.visible) }
        return clean.visible(keepsDirections: true)
    }
}

extension ParameterValue {
    /// All strings in it.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let items): items.flatMap(\.texts)
        default: []
        }
    }
}

extension ViolationText {
    package convenience init(
        _ violation: Violation, in localizer: ReportLocalizer, tracing rule: [UInt8]? = nil
    ) {
        let isIsolated = localizer.localizer.isolates
        self.init(
            violation, label: localizer.label(of: violation), message: Self.message(of: violation, in: localizer),
            isIsolated: isIsolated, tracing: rule)
    }

    /// The message, and for a fault also its reason: the catalogs' messages are for those who cannot mend it.
    package static func message(of violation: Violation, in localizer: ReportLocalizer) -> String {
        let message = localizer.text(violation)
        guard violation.code == .fault,
            case .text(let reason)? = violation.parameters.list.first(where: { $0.name == "reason" })?.value,
            !reason.isEmpty, !message.holds(reason)
        else { return message }
        let shown = MessageLimit.cut(reason)
        return message + (localizer.localizer.isolates ? " (\u{2068}\(shown)\u{2069})" : " (\(shown))")
    }
}
