internal import Proviso

/// Writes how values are spread, for rules with `drift` in later runs.
package struct ProfileReport: ReportWriter {
    package init() {}

    package var takesTable: Bool { false }

    package func write(_ outcome: borrowing Outcome, to output: inout [UInt8]) {}

    /// Nothing if not all records were read: no run can be compared with a part.
    package func tail(_ ending: Ending) -> String { ending.hasFailed ? "" : ending.dataset?.profile ?? "" }
}
