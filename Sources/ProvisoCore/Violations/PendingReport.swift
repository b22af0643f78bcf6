internal import ProvisoMessages

/// An async check, to be awaited after all other rules have run.
package struct PendingCheck: Sendable {
    package let place: ViolationPlace
    /// The attribute's index in the plan.
    package let attribute: Int
    /// All values that the result depends on, or `nil` if it may depend on any.
    package let inputs: [AnyValue]?
    let bails: Bool
    let answer: @Sendable () async throws -> [Finding]

    package init(
        place: ViolationPlace, attribute: Int, inputs: [AnyValue]?, bails: Bool,
        answer: @escaping @Sendable () async throws -> [Finding]
    ) {
        self.place = place
        self.attribute = attribute
        self.inputs = inputs
        self.bails = bails
        self.answer = answer
    }

    /// Runs the check and returns its violations; a check that fails to run gives a fault.
    ///
    /// Throws only if the task was cancelled.
    func violations() async throws(CancellationError) -> [Violation] {
        let findings: [Finding]
        do {
            findings = try await answer()
        } catch {
            findings = [Finding(.fault, ["reason": .text("\(error)")])]
        }
        if Task.isCancelled { throw CancellationError() }
        return findings.map { place.violation($0.code, $0.parameters) }
    }
}

/// A validation in which all rules but the async ones have run.
public struct PendingReport: Sendable {
    /// The violations so far, in rule order.
    public let report: Report
    package let pendingChecks: [PendingCheck]

    package init(report: Report = Report(), pendingChecks: [PendingCheck]) {
        self.report = report
        self.pendingChecks = pendingChecks
    }

    /// A copy with more violations at the end of the report.
    package func adding(_ violations: [Violation]) -> PendingReport {
        if violations.isEmpty { return self }
        return PendingReport(report: report.with(report.violations + violations), pendingChecks: pendingChecks)
    }

    /// The maximum number of concurrent async checks of one validation; others start as these end.
    static let maximumConcurrency = 64

    /// Whether no async checks are left.
    public var isComplete: Bool { pendingChecks.isEmpty }

    /// The paths of the values whose async checks have not run, in rule order.
    public var waiting: [ValuePath] { pendingChecks.map(\.place.path) }

    /// Runs the async checks that are left, concurrently, and returns all violations in rule order.
    ///
    /// Each call runs them again. If the task is cancelled, so are the checks, and the call throws `CancellationError`.
    public func finish() async throws(CancellationError) -> Report {
        if Task.isCancelled { throw CancellationError() }
        if isComplete { return report }
        return report.with(report.violations.merged(with: try await answers()))
    }

    private func answers() async throws(CancellationError) -> [Violation] {
        var answers = [[Violation]](repeating: [], count: pendingChecks.count)
        let wereCancelled = await withTaskGroup(of: (Int, [Violation]?).self) { group in
            var started = 0
            func startNext() {
                guard started < pendingChecks.count else { return }
                let (index, pendingCheck) = (started, pendingChecks[started])
                started += 1
                group.addTask { (index, try? await pendingCheck.violations()) }
            }
            for _ in 0..<Self.maximumConcurrency { startNext() }
            while let (index, violations) = await group.next() {
                guard let violations else {
                    group.cancelAll()
                    return true
                }
                answers[index] = violations
                startNext()
            }
            return false
        }
        if wereCancelled || Task.isCancelled { throw CancellationError() }
        return withoutLeftOut(answers)
    }

    /// Drops violations after a rule with `bail` that found an error, as if the checks had run one by one.
    private func withoutLeftOut(_ answers: [[Violation]]) -> [Violation] {
        var ended: Set<ValuePath> = []
        var violations: [Violation] = []
        for (pendingCheck, found) in zip(pendingChecks, answers) where !ended.contains(pendingCheck.place.path) {
            violations += found
            if pendingCheck.bails, !found.isEmpty { ended.insert(pendingCheck.place.path) }
        }
        return violations
    }
}

extension [Violation] {
    /// Inserts violations that were found later, in rule order.
    func merged(with later: [Violation]) -> [Violation] {
        if later.isEmpty { return self }
        var merged: [Violation] = []
        var rest = later[...]
        for violation in self {
            while let next = rest.first, next.rule.order < violation.rule.order {
                merged.append(next)
                rest.removeFirst()
            }
            merged.append(violation)
        }
        return merged + rest
    }
}
