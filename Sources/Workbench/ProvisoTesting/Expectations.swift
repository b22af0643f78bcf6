public import Proviso
public import Testing

extension Plan {
    /// Expects that an object is valid; each violation is an issue of the test.
    public func expectValid(
        _ value: AnyValue, scenario: String = RuleSet.defaultScenario, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try validate(value, scenario: scenario).violations.filter { $0.severity == .error }
        guard !found.isEmpty else { return }
        Issue.record("expected to be valid, but found \(Self.words(found))", sourceLocation: sourceLocation)
    }

    /// Expects a violation of a code at a path, such as "items.0.sku"; others may be there too.
    public func expectViolation(
        _ code: Code, at path: String, in value: AnyValue, scenario: String = RuleSet.defaultScenario,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let found = try validate(value, scenario: scenario).violations
        if found.contains(where: { $0.code == code && $0.path.description == path }) { return }
        let instead = found.isEmpty ? "nothing" : Self.words(found)
        Issue.record("expected \(code) at \(path), but found \(instead)", sourceLocation: sourceLocation)
    }

    private static func words(_ violations: [Violation]) -> String {
        violations.map { "\($0.code) at \($0.path)" }.joined(separator: ", ")
    }
}
