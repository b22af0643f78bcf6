package import Proviso

/// What is done with every record: the same for all threads.
package struct Job: Sendable {
    package let plan: Plan
    package let steps: StepList
    package let localizer: ReportLocalizer
    package let writers: [any ReportWriter]
    /// Which values the records have, where rules compare them.
    package let claims: RecordClaims?
    /// Whether each line gets a verdict: blank lines too, and unreadable ones without failing the run.
    package let answersEveryLine: Bool

    package init(
        plan: Plan, steps: StepList, localizer: ReportLocalizer, writers: [any ReportWriter],
        claims: RecordClaims? = nil, answersEveryLine: Bool = false
    ) {
        self.plan = plan
        self.steps = steps
        self.localizer = localizer
        self.writers = writers
        self.claims = claims
        self.answersEveryLine = answersEveryLine
    }
}
