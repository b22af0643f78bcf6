internal import Proviso

/// The part of a finding's trace that is the same for equal violations.
///
/// A trace is the form in which the findings of two runs are compared. Fields, findings and parts of a record end with
/// control characters, which no field contains.
struct TraceText: Sendable {
    static let part: UInt8 = 0x1D
    static let finding: UInt8 = 0x1E
    static let field: UInt8 = 0x1F
    /// Between the rule of a finding and the rest.
    static let ruleEnd: UInt8 = 0x1C

    /// The path, the code and the severity: findings with the same key are the same.
    let key: [UInt8]
    /// The rule, the attribute and the message.
    let details: [UInt8]

    /// `rule` is the text of its rule.
    init(_ violation: Violation, pointer: String, message: String, rule: [UInt8]) {
        var bytes: [UInt8] = []
        Self.append(pointer, to: &bytes)
        Self.append(violation.code.rawValue, to: &bytes)
        Self.append(violation.severity.rawValue, to: &bytes, end: Self.finding)
        key = bytes
        bytes = rule
        Self.append(violation.attribute, to: &bytes, end: Self.ruleEnd)
        Self.append(message, to: &bytes)
        details = bytes
    }

    /// The position, name and type of a rule.
    static func rule(of kind: ViolationKind) -> [UInt8] {
        var text: [UInt8] = []
        append(kind.position?.description ?? "", to: &text)
        append(kind.rule, to: &text)
        append(kind.type.rawValue, to: &text)
        return text
    }

    static func append(_ text: String, to output: inout [UInt8], end: UInt8 = field) {
        let start = output.count
        output.append(contentsOf: text.utf8)
        // Few strings have control characters, and copying all at once is faster than looking at each.
        for index in start..<output.count where output[index] < 0x20 { output[index] = 0x20 }
        output.append(end)
    }
}
