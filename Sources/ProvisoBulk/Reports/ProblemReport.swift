internal import Proviso

/// Writes problem details (RFC 9457) for one record; nothing if it is valid.
package struct ProblemReport: ReportWriter {
    package init() {}

    /// Writes the first record only; the caller refuses inputs with several records.
    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        guard outcome.number == 1, !outcome.isValid else { return }
        let (fault, findings) = (outcome.fault, outcome.findings)
        var problem =
            if let fault {
                ProblemDetails(
                    title: "Bad Request", status: 400,
                    detail: "\(fault.reason) at line \(fault.place.line), column \(fault.place.column)")
            } else {
                ProblemDetails(
                    findings.map {
                        ProblemDetails.Item($0.violation, detail: $0.message, label: $0.label, value: $0.value)
                    })
            }
        if let note = findings.last?.omissionNote { problem.detail += " (\(note))" }
        output += problem.json.utf8
        output.append(.lineBreak)
    }

    /// Reports data that ends before the first record: no record has that fault.
    package func tail(_ ending: Ending) -> String {
        guard ending.hasFailed, ending.summary.records == 0 else { return "" }
        let problem = ProblemDetails(title: "Bad Request", status: 400, detail: "The data could not be read.")
        return problem.json + "\n"
    }
}
