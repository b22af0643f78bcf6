internal import ProvisoMessages

/// What a rule asked, to be answered after all other rules have run.
package struct Question: Sendable {
    package let place: ViolationPlace
    /// The attribute's index in the plan.
    package let attribute: Int
    /// All that the answer depends on, nil where that may be anything.
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

    /// The violations the answer is; without one, a fault.
    ///
    /// Throws only when the task was cancelled: then nobody wants the answer.
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

/// A validation whose rules have run, all but those whose answers have to be awaited.
public struct PendingReport: Sendable {
    /// What was found so far, in rule order.
    public let report: Report
    package let questions: [Question]

    package init(report: Report = Report(), questions: [Question]) {
        self.report = report
        self.questions = questions
    }

    /// The same with more violations at the end of what was found so far.
    package func adding(_ violations: [Violation]) -> PendingReport {
        if violations.isEmpty { return self }
        return PendingReport(report: Report(violations: report.violations + violations), questions: questions)
    }

    /// How many questions of one validation wait for answers at the same time; further ones begin as others end.
    static let maximumConcurrency = 64

    /// Whether nothing is left to ask.
    public var isComplete: Bool { questions.isEmpty }

    /// Where the values stand that wait for answers, in rule order.
    public var waiting: [Path] { questions.map(\.place.path) }

    /// Asks what is left, all at the same time, and returns everything in rule order.
    ///
    /// Each call asks anew. When the task is cancelled so are the questions; then it throws `CancellationError`.
    public func finish() async throws(CancellationError) -> Report {
        if Task.isCancelled { throw CancellationError() }
        if isComplete { return report }
        return Report(violations: report.violations.merged(with: try await answers()))
    }

    private func answers() async throws(CancellationError) -> [Violation] {
        var answers = [[Violation]](repeating: [], count: questions.count)
        let wereCancelled = await withTaskGroup(of: (Int, [Violation]?).self) { group in
            var started = 0
            func startNext() {
                guard started < questions.count else { return }
                let (index, question) = (started, questions[started])
                started += 1
                group.addTask { (index, try? await question.violations()) }
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

    /// Leaves out what comes after a rule that ends its attribute, as if the questions had been asked one by one.
    private func withoutLeftOut(_ answers: [[Violation]]) -> [Violation] {
        var ended: Set<Path> = []
        var violations: [Violation] = []
        for (question, found) in zip(questions, answers) where !ended.contains(question.place.path) {
            violations += found
            if question.bails, !found.isEmpty { ended.insert(question.place.path) }
        }
        return violations
    }
}

extension [Violation] {
    /// Puts violations that were found later, in rule order, where their rules stand.
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
