internal import Proviso

/// Writes what a run finds in a form that can be compared quickly with that of another run.
///
/// A line for each record that is not clean: its number, whether it is valid, its place, the findings without their rules, and
/// then their rules and messages.
package struct TraceWriter: ReportWriter {
    package init() {}

    package var wantsTrace: Bool { true }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        output += String(outcome.number).utf8
        output.append(TraceText.part)
        output.append(UInt8(ascii: outcome.isValid ? "v" : "i"))
        output.append(TraceText.part)
        TraceText.append(outcome.file, to: &output)
        output += String(outcome.place.line).utf8
        output.append(TraceText.part)
        if let fault = outcome.fault {
            TraceText.append(fault.reason, to: &output, end: TraceText.part)
        } else {
            // By index: a copy of a finding costs more than its bytes.
            for index in outcome.findings.indices { output += outcome.findings[index].text.trace?.key ?? [] }
            let omitted = Self.sorted(outcome.findings.last)
            Self.appendKeys(of: omitted, to: &output)
            output.append(TraceText.part)
            for index in outcome.findings.indices { Self.appendDetails(index, of: outcome, to: &output) }
            Self.appendDetails(of: omitted, to: &output)
        }
        output.append(0x0A)
    }

    /// The rule, attribute and message, the line, the value, and no number.
    private static func appendDetails(_ index: Int, of outcome: borrowing Outcome, to output: inout [UInt8]) {
        output += outcome.findings[index].text.trace?.details ?? []
        output += String(outcome.findings[index].place.line).utf8
        output.append(TraceText.field)
        if let value = outcome.findings[index].value {
            TraceText.append(value.json, to: &output, end: TraceText.field)
        } else {
            output.append(TraceText.field)
        }
        output.append(TraceText.field)
        output.append(TraceText.finding)
    }

    /// Findings beyond the limit of a record, which are only counted.
    private static func appendKeys(of omitted: [(ViolationKind, Int)], to output: inout [UInt8]) {
        for (kind, count) in omitted {
            TraceText.append("\(kind.attribute) (\(count) more)", to: &output)
            TraceText.append(kind.code.rawValue, to: &output)
            TraceText.append(kind.severity.rawValue, to: &output, end: TraceText.finding)
        }
    }

    private static func appendDetails(of omitted: [(ViolationKind, Int)], to output: inout [UInt8]) {
        for (kind, count) in omitted {
            output += TraceText.rule(of: kind)
            TraceText.append(kind.attribute, to: &output, end: TraceText.ruleEnd)
            for text in ["", "", ""] { TraceText.append(text, to: &output) }
            TraceText.append(String(count), to: &output, end: TraceText.finding)
        }
    }

    private static func sorted(_ last: LocatedViolation?) -> [(ViolationKind, Int)] {
        guard let last, !last.omitted.isEmpty else { return [] }
        return last.omitted.sorted { ViolationKind.precedes($0.key, $1.key) }.map { ($0.key, $0.value) }
    }
}
