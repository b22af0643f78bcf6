internal import Proviso

extension Generation {
    /// Validates one JSON record; `nil` if there is nothing to report.
    func check(
        _ json: UnsafeRawBufferPointer, scenario: String?, locale: String?
    ) throws(EngineFault) -> KeptReport? {
        let steps = try steps(scenario)
        return try withRecord(size: json.count) { (record) throws(EngineFault) in
            do throws(InputError) {
                try record.fill(json: json)
            } catch {
                throw .json(error, in: json)
            }
            record.locale = locale
            let report = plan.run(steps, on: record, only: nil)
            return report.violations.isEmpty ? nil : KeptReport(report, of: json, self)
        }
    }
}
