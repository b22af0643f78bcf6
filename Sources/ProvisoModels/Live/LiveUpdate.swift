public import ProvisoCore

/// What validating a live model once has shown.
public struct LiveUpdate: Sendable {
    /// The attributes that were judged, in the order of the plan.
    public let attributes: [String]
    /// All that is wrong with the model now.
    public let report: Report
    /// The attributes about which answers are awaited.
    public let waiting: [String]
    /// False when the model did not let the rules run.
    public let hasRun: Bool
    /// Whether the attributes that were not judged yet are fine too, by the rules that need not wait.
    let isRestValid: Bool

    /// Whether nothing that was judged so far is wrong: there is no error to show.
    ///
    /// A required field that nobody has touched may still be blank; see `isValid`.
    public var showsNoErrors: Bool { report.isValid }

    /// Whether the whole model is valid, attributes that nobody has touched too: a form may be sent.
    ///
    /// The rules ran, nothing is wrong and no answer is awaited. Rules that ask somebody do so for attributes that were
    /// judged only; `validate()` asks for all.
    public var isValid: Bool { hasRun && report.isValid && waiting.isEmpty && isRestValid }
}
