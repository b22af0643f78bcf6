package import Proviso

/// What is done with every record: the same for all threads.
package struct Job: Sendable {
    package let plan: Plan
    package let steps: StepList
    package let localizer: ReportLocalizer
    package let writers: [any ReportWriter]
    /// Which values the records have, where rules compare them.
    package let claims: RecordClaims?
    package let mode: Mode
    /// The locale of the people who typed the values, for rules with `locale: request`.
    package let locale: String?
    /// The errors after which a run ends.
    let maxErrors: Int?
    /// Whether findings come with the values.
    let showsValues: Bool

    package enum Mode: Sendable {
        /// Blank lines are passed over, and unreadable records are said on standard error.
        case report
        /// Unreadable records are left to the writers.
        case shard
        /// As `shard`, and a blank line is a record too.
        case filter
    }

    package init(
        plan: Plan, steps: StepList, localizer: ReportLocalizer, writers: [any ReportWriter],
        claims: RecordClaims? = nil, mode: Mode = .report, locale: String? = nil, maxErrors: Int? = nil,
        showsValues: Bool = false
    ) {
        self.plan = plan
        self.steps = steps
        self.localizer = localizer
        self.writers = writers
        self.claims = claims
        self.mode = mode
        self.locale = locale
        self.maxErrors = maxErrors
        self.showsValues = showsValues
    }
}
