package import Proviso

/// The result of one case.
package struct CaseResult: Sendable {
    package let test: RuleTest
    /// What the case is called: its name, or its place.
    package let name: String
    /// Why the case failed; empty if it passed.
    package let reasons: [String]
    package let milliseconds: Double

    package var isPassed: Bool { reasons.isEmpty }
}

/// Runs cases by a plan.
package final class CaseRunner {
    private let plan: Plan
    private let locale: String
    private let effort: Effort?
    private var verifiers: [String: Verifier] = [:]
    private var localizers: [String: ReportLocalizer] = [:]

    /// `locale` is that of cases that name none; a search pays for each case by its `effort`.
    package init(_ plan: Plan, locale: String = "en", effort: Effort? = nil) {
        (self.plan, self.locale, self.effort) = (plan, locale, effort)
    }

    /// Runs one case; throws for a scenario that the rules do not have.
    package func run(_ test: RuleTest) throws(RuleSetError) -> CaseResult {
        let clock = ContinuousClock()
        let start = clock.now
        let violations = try violations(test)
        let reasons = reasons(test, violations)
        let spent = (clock.now - start).components
        return CaseResult(
            test: test, name: test.name ?? test.position.map { "\($0)" } ?? "case", reasons: reasons,
            milliseconds: Double(spent.attoseconds) / 1e15 + Double(spent.seconds) * 1_000)
    }

    /// Whether a case passes; a scenario that is missing counts as a failure.
    package func passes(_ test: RuleTest) -> Bool {
        guard let violations = try? violations(test) else { return false }
        return reasons(test, violations).isEmpty
    }

    /// What the rules find in the record of a case.
    package func violations(_ test: RuleTest) throws(RuleSetError) -> [Violation] {
        let verifier = try verifier(test.scenario ?? RuleSet.defaultScenario)
        verifier.locale = test.locale
        if let table = test.table { return verifier.violations(ofTable: table) }
        return verifier.violations(of: test.record, after: test.before)
    }

    private func verifier(_ scenario: String) throws(RuleSetError) -> Verifier {
        if let known = verifiers[scenario] { return known }
        let made = try Verifier(plan, scenario: scenario, effort: effort)
        verifiers[scenario] = made
        return made
    }

    private func localizer(_ tag: String) -> ReportLocalizer {
        if let known = localizers[tag] { return known }
        let made = plan.localizer(Localizer(preferring: [tag], in: plan.catalogs, register: .data))
        localizers[tag] = made
        return made
    }

    /// Why what was found is not what the case expects.
    private func reasons(_ test: RuleTest, _ violations: [Violation]) -> [String] {
        switch test.verdict {
        case .valid(true):
            let errors = violations.filter { $0.severity == .error }
            return errors.map { "expected a valid record, found \(described($0, test))" }
        case .valid(false):
            return violations.contains { $0.severity == .error } ? [] : ["expected an invalid record, found no error"]
        case .finds(let expected): return compare(expected, violations, test)
        }
    }

    private func compare(_ expected: [RuleTest.Expected], _ violations: [Violation], _ test: RuleTest) -> [String] {
        var (left, missing) = (violations, [String]())
        for one in expected {
            if let index = left.firstIndex(where: { matches(one, $0, test) }) {
                left.remove(at: index)
            } else {
                missing.append(
                    "expected \(Self.described(one)), found "
                        + (nearest(one, left).map { described($0, test) } ?? "no such violation"))
            }
        }
        let surplus = left.filter { violation in !missing.contains { $0.hasSuffix(described(violation, test)) } }
        return missing + surplus.map { "expected no other violation, found \(described($0, test))" }
    }

    /// The violation that was probably meant: one of the same path, or of the same code.
    private func nearest(_ one: RuleTest.Expected, _ left: [Violation]) -> Violation? {
        left.first { $0.path.shown == one.path } ?? left.first { $0.code.rawValue == one.code }
    }

    private func matches(_ one: RuleTest.Expected, _ violation: Violation, _ test: RuleTest) -> Bool {
        (one.code == nil || one.code == violation.code.rawValue)
            && (one.path == nil || one.path == violation.path.shown)
            && (one.rule == nil || one.rule == violation.rule.id)
            && (one.message == nil || one.message == message(violation, test))
    }

    private func message(_ violation: Violation, _ test: RuleTest) -> String {
        localizer(test.locale ?? locale).text(violation)
    }

    private func described(_ violation: Violation, _ test: RuleTest) -> String {
        let place = violation.rulePosition.map { " (\($0))" } ?? ""
        let source =
            switch violation.rule.id {
            // What every plan implies is not a rule of the file.
            case "structure": "because the record has another structure"
            case "closed": "because the rules are closed"
            default: "by rule \(violation.rule.id)\(place)"
            }
        return "\(violation.path.shown): \(violation.code), \"\(message(violation, test))\", \(source)"
    }

    private static func described(_ one: RuleTest.Expected) -> String {
        let code = [one.path.map { "\($0):" }, one.code ?? (one.path == nil ? nil : "a finding")].compactMap { $0 }
            .joined(separator: " ")
        let rule = one.rule.map { "by rule \($0)" }
        return [code.isEmpty ? nil : code, one.message.map { "\"\($0)\"" }, rule].compactMap { $0 }.joined(
            separator: ", ")
    }
}
