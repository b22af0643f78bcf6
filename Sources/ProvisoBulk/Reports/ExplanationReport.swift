internal import Proviso

/// Keeps the explanation of one record, and writes nothing.
package struct ExplanationReport: ReportWriter {
    private let target: ExplainedRecord

    package init(_ target: ExplainedRecord) { self.target = target }

    package var wantsAll: Bool { true }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {
        guard outcome.number == target.number else { return }
        target.set(outcome)
    }
}
