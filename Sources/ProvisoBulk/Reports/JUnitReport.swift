internal import Proviso

/// Writes JUnit XML: one test suite per record with findings, one test case per finding, and one suite for all other
/// records.
///
/// Each record has its own suite because a suite begins with its counts, and the output is written while data is read.
package struct JUnitReport: ReportWriter {
    package init() {}

    package var isWordy: Bool { true }

    package var head: String { "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"proviso\">\n" }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        let findings = outcome.findings
        guard !findings.isEmpty || outcome.fault != nil else { return }
        let isOfTable = outcome.number == LocatedViolation.noRecord
        let name = isOfTable ? "\(outcome.file): all records" : "\(outcome.file): record \(outcome.number)"
        let faults = findings.count { $0.violation.code == .fault }
        let failures = findings.count { $0.violation.severity == .error } - faults
        let unreadable = outcome.fault == nil ? 0 : 1
        output +=
            Self.suite(
                name, tests: findings.count + unreadable, failures: failures, errors: faults + unreadable
            ).utf8
        for finding in findings { output += Self.testCase(finding, in: name).utf8 }
        if let fault = outcome.fault {
            let place = "\(fault.place.line):\(fault.place.column)"
            let message = Markup.escape(fault.reason)
            output += "<testcase classname=\"\(Markup.escape(name))\" name=\"readable\" time=\"0\">".utf8
            output += "<error type=\"unreadable\" message=\"\(message)\">".utf8
            output += "\(Markup.escape(outcome.file)):\(place): \(message)</error></testcase>\n".utf8
        }
        if let note = findings.last?.omissionNote { output += "<system-out>\(Markup.escape(note))</system-out>\n".utf8 }
        output += "</testsuite>\n".utf8
    }

    private static func suite(_ name: String, tests: Int, failures: Int, errors: Int) -> String {
        "<testsuite name=\"\(Markup.escape(name))\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\""
            + " time=\"0\">\n"
    }

    /// Only errors fail; warnings and infos are test cases that pass.
    ///
    /// A value that could not be validated is an error of the run.
    private static func testCase(_ finding: LocatedViolation, in suite: String) -> String {
        let violation = finding.violation
        let figure = finding.isOfTable ? violation.attribute : ""
        let name = "\(figure)\(finding.text.pointer) \(violation.code)"
        let start = "<testcase classname=\"\(Markup.escape(suite))\" name=\"\(Markup.escape(name))\" time=\"0\">"
        let text = Markup.escape(shown: String(finding.line.prefix { $0 != "\n" }))
        guard violation.severity == .error else {
            return "\(start)<system-out>\(text)</system-out></testcase>\n"
        }
        let message = Markup.escape(shown: finding.text.shownMessage)
        let type = Markup.escape(violation.code.rawValue)
        let element = violation.code == .fault ? "error" : "failure"
        return "\(start)<\(element) type=\"\(type)\" message=\"\(message)\">\(text)</\(element)></testcase>\n"
    }

    package func tail(_ ending: Ending) -> String {
        let summary = ending.summary
        let valid = summary.records - summary.unreadable - summary.invalid
        let name = "\(valid) of \(summary.records) records are valid"
        let lines = (summary.lines() + summary.notes).map { Markup.escape($0) }.joined(separator: "\n")
        // A fault after the last whole record is not counted as an unreadable record.
        let fault = ending.hasFailed ? 1 : 0
        var text = Self.suite("all records", tests: 1 + fault, failures: 0, errors: fault)
        if let nothing = summary.nothingChecked {
            text += "<properties><property name=\"nothingChecked\" value=\"\(Markup.escape(nothing))\"/></properties>\n"
        }
        text += "<testcase classname=\"all records\" name=\"\(name)\" time=\"0\"/>\n"
        if ending.hasFailed {
            text += "<testcase classname=\"all records\" name=\"all data is readable\" time=\"0\">"
            text += "<error type=\"unreadable\" message=\"some of the data could not be read\"/></testcase>\n"
        }
        return text + "<system-out>\(lines)</system-out>\n</testsuite>\n</testsuites>\n"
    }
}
