package import Proviso

extension ReportWriter {
    /// The whole report of one record with findings, in memory.
    package func document(of findings: [LocatedViolation], rules: String, locale: Localizer) -> [UInt8] {
        var bytes: [UInt8] = []
        let output = Output { bytes += $0 }
        let report = StoredViolationWriter(by: self, to: output)
        for finding in findings { report.add(finding) }
        report.finish(rules: rules, locale: locale)
        output.flush()
        return bytes
    }
}
