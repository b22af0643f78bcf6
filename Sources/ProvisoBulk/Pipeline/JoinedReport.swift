internal import Proviso

/// What runs with other rules have written to the outputs of one report, and what they found.
package struct JoinedReport: Sendable {
    package private(set) var summary = Summary()
    package private(set) var hasFailed = false
    /// Which outputs have a piece, the header that was written last, and the number of the last record.
    fileprivate private(set) var outputs: (begun: [Bool], header: String?, records: Int)?
    private(set) var tally = Tally()
    private(set) var context = ReportContext()
    private var rules: [String] = []

    package init() {}

    /// The report with one more run, whose numbers of records begin after those of the others.
    func with(_ state: Checkpoint.State, _ context: ReportContext, sampleSize: Int) -> JoinedReport {
        var joined = self
        joined.summary.join(state.summary, by: context.rules)
        joined.tally.add(state.tally, limit: sampleSize)
        joined.hasFailed = hasFailed || state.hasFailed
        joined.outputs = (state.begun, state.header, state.position.records)
        joined.rules = (rules + [context.rules]).withoutRepetition()
        joined.context = context
        joined.context.rules = joined.rules.joined(separator: ", ")
        joined.context.inputs = (self.context.inputs + context.inputs).withoutRepetition()
        return joined
    }
}

extension Checkpoint.State {
    /// The state at the beginning of a run whose outputs have those of others already.
    init(outputs: Int, after joined: JoinedReport?) {
        self.init(outputs: outputs)
        guard let written = joined?.outputs else { return }
        (begun, header, position.records) = written
    }
}
