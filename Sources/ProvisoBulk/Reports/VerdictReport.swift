package import Proviso

/// Writes one verdict per record, as a JSON object on one line.
package struct VerdictReport: ReportWriter {
    package init() {}

    package var wantsAll: Bool { true }
    package var takesTable: Bool { false }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        var writer = JSONWriter(depth: LocatedViolation.depthInReports)
        let isValid = outcome.isValid
        let fault = outcome.fault
        let findings = outcome.findings
        writer.object {
            $0.member("valid", isValid)
            if let fault {
                $0.member("unreadable", fault.reason)
                $0.member("column", fault.place.column)
            }
            if findings.isEmpty { return }
            $0.member("violations") {
                $0.list {
                    for finding in findings {
                        $0.object { $0.violation(finding.violation, finding.text) }
                    }
                }
            }
            if let last = findings.last, !last.omitted.isEmpty { $0.member("more") { $0.kinds(last.omitted) } }
        }
        output += writer.text.utf8
        output.append(.lineBreak)
    }
}

extension JSONWriter {
    /// The members of a violation with its label and its message.
    package mutating func violation(_ violation: Violation, _ text: ViolationText) {
        self.violation(violation)
        member("label", text.label)
        member("message", text.message)
    }
}
