internal import Proviso

/// Writes what a run finds in a form that can be compared quickly with that of another run.
///
/// A line for each record that is not clean: its number, whether it is valid, its place, the findings without their rules, and
/// then their rules and messages. Parts, findings and fields end with control characters, which no field contains.
package struct TraceWriter: ReportWriter {
    package init() {}

    static let part: UInt8 = 0x1D
    static let finding: UInt8 = 0x1E
    static let field: UInt8 = 0x1F
    /// Between the rule of a finding and the rest.
    static let ruleEnd: UInt8 = 0x1C

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        output += String(outcome.number).utf8
        output.append(Self.part)
        output.append(UInt8(ascii: outcome.isValid ? "v" : "i"))
        output.append(Self.part)
        Self.append(outcome.file, to: &output, end: Self.field)
        output += String(outcome.place.line).utf8
        output.append(Self.part)
        if let fault = outcome.fault {
            Self.append(fault.reason, to: &output, end: Self.part)
        } else {
            for finding in outcome.findings { Self.appendKey(finding, to: &output) }
            Self.appendOmittedKeys(outcome.findings.last, to: &output)
            output.append(Self.part)
            for finding in outcome.findings { Self.appendDetails(finding, to: &output) }
            Self.appendOmittedDetails(outcome.findings.last, to: &output)
        }
        output.append(0x0A)
    }

    /// The path, the code and the severity: findings with the same key are the same.
    private static func appendKey(_ finding: LocatedViolation, to output: inout [UInt8]) {
        let violation = finding.violation
        append(violation.path.description, to: &output, end: field)
        append(violation.code.rawValue, to: &output, end: field)
        append(violation.severity.rawValue, to: &output, end: Self.finding)
    }

    private static func appendDetails(_ finding: LocatedViolation, to output: inout [UInt8]) {
        let (violation, rule) = (finding.violation, finding.violation.rule)
        appendRule(
            rule.position?.description ?? "", rule.id, rule.type.rawValue, violation.attribute, to: &output)
        append(String(finding.place.line), to: &output, end: field)
        append(finding.message, to: &output, end: field)
        append(finding.value?.json ?? "", to: &output, end: field)
        append("", to: &output, end: Self.finding)
    }

    private static func appendRule(
        _ position: String, _ id: String, _ type: String, _ attribute: String, to output: inout [UInt8]
    ) {
        append(position, to: &output, end: field)
        append(id, to: &output, end: field)
        append(type, to: &output, end: field)
        append(attribute, to: &output, end: ruleEnd)
    }

    /// Findings beyond the limit of a record, which are only counted.
    private static func appendOmittedKeys(_ last: LocatedViolation?, to output: inout [UInt8]) {
        for (kind, count) in sorted(last) {
            append("\(kind.attribute) (\(count) more)", to: &output, end: field)
            append(kind.code.rawValue, to: &output, end: field)
            append(kind.severity.rawValue, to: &output, end: finding)
        }
    }

    private static func appendOmittedDetails(_ last: LocatedViolation?, to output: inout [UInt8]) {
        for (kind, count) in sorted(last) {
            appendRule(kind.position?.description ?? "", kind.rule, kind.type.rawValue, kind.attribute, to: &output)
            for text in ["", "", "", String(count)] { append(text, to: &output, end: field) }
            output[output.count - 1] = finding
        }
    }

    private static func sorted(_ last: LocatedViolation?) -> [(ViolationKind, Int)] {
        (last?.omitted ?? [:]).sorted { ViolationKind.precedes($0.key, $1.key) }.map { ($0.key, $0.value) }
    }

    private static func append(_ text: String, to output: inout [UInt8], end: UInt8) {
        let start = output.count
        output.append(contentsOf: text.utf8)
        // Few strings have control characters, and copying all at once is faster than looking at each.
        for index in start..<output.count where output[index] < 0x20 { output[index] = 0x20 }
        output.append(end)
    }
}
