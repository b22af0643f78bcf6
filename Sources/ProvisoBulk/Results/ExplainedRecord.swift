package import Proviso

/// What a run finds out about one record, for `proviso explain`.
///
/// The run has one thread, which alone uses it until the run has ended.
package final class ExplainedRecord: @unchecked Sendable {
    /// The number of the record in the run, from 1.
    package let number: Int
    package let plan: Plan
    package let scenario: String
    let explainer = RecordExplainer()
    /// The explanation; `nil` if there is no such record, or it could not be read.
    package private(set) var explanation: Explanation?
    /// The input, and where the record starts.
    package private(set) var file = ""
    package private(set) var place = SourcePlace(line: 1, column: 1)
    /// Why the record could not be read, and where.
    package private(set) var fault: (place: SourcePlace, reason: String)?

    package init(number: Int, plan: Plan, scenario: String) {
        (self.number, self.plan, self.scenario) = (number, plan, scenario)
    }

    func begin(_ file: String, at place: SourcePlace) { (self.file, self.place) = (file, place) }

    func set(_ outcome: borrowing Outcome) {
        (file, fault) = (outcome.file, outcome.fault)
        let report = Report(violations: outcome.findings.map(\.violation))
        if fault == nil { explanation = explainer.take(report, by: plan, in: scenario) }
    }
}
