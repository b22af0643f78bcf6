internal import Proviso

/// Writes records unchanged: the valid ones or all others.
package struct RecordsReport: ReportWriter {
    private let areValid: Bool

    package init(valid areValid: Bool) {
        self.areValid = areValid
    }

    package var wantsAll: Bool { areValid }
    package var takesTable: Bool { false }
    package var wantsHeader: Bool { true }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        guard outcome.isValid == areValid else { return }
        let text = outcome.document?.text ?? outcome.raw
        if outcome.number > 1, let separator = outcome.document?.separator { output += separator.utf8 }
        output += text
        if text.last != .lineBreak { output.append(.lineBreak) }
    }
}

/// Writes the valid records with the changes of the rules, as JSON lines.
package struct NormalizedReport: ReportWriter {
    package init() {}

    package var wantsAll: Bool { true }
    package var takesTable: Bool { false }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        guard outcome.isValid, let record = outcome.record else { return }
        let isText = outcome.columns == nil
        if isText, !record.isChanged, outcome.raw.first(.lineBreak, from: 0, to: outcome.raw.count) == nil {
            output += outcome.raw.trimmed
        } else {
            var writer = JSONWriter()
            writer.value(record.changing(outcome.original))
            output += writer.text.utf8
        }
        output.append(.lineBreak)
    }
}
