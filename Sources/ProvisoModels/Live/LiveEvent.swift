public import ProvisoCore

/// The result of validating a live model once.
public struct LiveEvent: Sendable {
    /// The attributes that were validated, in the order of the plan.
    public let attributes: [String]
    /// All violations of the model now.
    public let report: Report
    /// The attributes with pending async checks.
    public let waiting: [String]
    /// False if `beforeValidate` returned false.
    public let hasRun: Bool
    /// Whether the attributes that were not validated yet are valid too, by the rules that are not async.
    let isRestValid: Bool

    /// Whether the attributes that were validated so far have no errors to show.
    ///
    /// A required field that no one has touched may still be blank; see `isValid`.
    public var showsNoErrors: Bool { report.isValid }

    /// Whether the whole model is valid, attributes that no one has touched too: a form may be sent.
    ///
    /// The rules ran, there are no errors and no pending async checks. Async rules run only for attributes that were
    /// validated; `validate()` runs all of them.
    public var isValid: Bool { hasRun && report.isValid && waiting.isEmpty && isRestValid }
}
