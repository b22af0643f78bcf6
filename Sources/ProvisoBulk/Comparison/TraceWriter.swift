internal import Proviso
internal import Synchronization

/// Writes what a run finds in a form that can be compared quickly with that of another run.
///
/// A line for each record that is not clean: its number, whether it is valid, its place, the findings without their rules, and
/// then their rules and messages. Parts, findings and fields end with control characters, which no field contains.
package struct TraceWriter: ReportWriter {
    private let rules = RuleTexts()

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
            appendDetails(outcome, to: &output)
            Self.appendOmittedDetails(outcome.findings.last, to: &output)
        }
        output.append(0x0A)
    }

    /// The path, the code and the severity: findings with the same key are the same.
    private static func appendKey(_ finding: LocatedViolation, to output: inout [UInt8]) {
        let violation = finding.violation
        append(finding.text.pointer, to: &output, end: field)
        append(violation.code.rawValue, to: &output, end: field)
        append(violation.severity.rawValue, to: &output, end: Self.finding)
    }

    private func appendDetails(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        let known = rules.known
        for finding in outcome.findings {
            let rule = finding.violation.rule
            output += known[ObjectIdentifier(rule)]?.text ?? rules.add(rule)
            Self.append(finding.violation.attribute, to: &output, end: Self.ruleEnd)
            Self.append(String(finding.place.line), to: &output, end: Self.field)
            Self.append(finding.message, to: &output, end: Self.field)
            if let value = finding.value {
                Self.append(value.json, to: &output, end: Self.field)
            } else {
                output.append(Self.field)
            }
            output.append(Self.field)
            output.append(Self.finding)
        }
    }

    /// The position, name and type of a rule.
    fileprivate static func text(of rule: String, _ position: SourcePosition?, _ type: RuleType) -> [UInt8] {
        var text: [UInt8] = []
        append(position?.description ?? "", to: &text, end: field)
        append(rule, to: &text, end: field)
        append(type.rawValue, to: &text, end: field)
        return text
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
            output += text(of: kind.rule, kind.position, kind.type)
            append(kind.attribute, to: &output, end: ruleEnd)
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

/// The texts of rules, each made once: data with many findings would spend more time on them than on the validation.
private final class RuleTexts: Sendable {
    typealias Texts = [ObjectIdentifier: (rule: RuleReference, text: [UInt8])]
    private let texts = Mutex<Texts>([:])

    var known: Texts { texts.withLock { $0 } }

    func add(_ rule: RuleReference) -> [UInt8] {
        let text = TraceWriter.text(of: rule.id, rule.position, rule.type)
        // The rule is kept so that no other one gets its address.
        texts.withLock { $0[ObjectIdentifier(rule)] = (rule, text) }
        return text
    }
}
