public import ProvisoConformance
public import Testing

/// Expects that a plugin passes every conformance case; each that fails is an issue of the test, with the remedy.
///
/// Warnings are issues only if `conformance.isStrict`. Takes some seconds, and starts a process for each case.
public func expectConforming(_ conformance: Conformance, sourceLocation: SourceLocation = #_sourceLocation) {
    for result in conformance.run() where result.verdict == .failed {
        let advice = result.remedy.isEmpty ? "" : " → \(result.remedy)"
        let text = "\(result.test.name): \(result.reasons.joined(separator: "; "))\(advice)"
        Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    }
}
