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

    /// Whether the rules ran, nothing is wrong and no answer is awaited.
    public var isValid: Bool { hasRun && report.isValid && waiting.isEmpty }
}
