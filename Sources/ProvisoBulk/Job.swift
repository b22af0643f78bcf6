package import Proviso

/// What is done with every record: the same for all threads.
package struct Job: Sendable {
    package let plan: Plan
    package let steps: StepList
    /// The attributes that the data has to have for the rules to run.
    let needs: [NeededAttribute]
    package let localizer: ReportLocalizer
    package let writers: [any ReportWriter]
    /// Which values the records have, where rules compare them.
    package let claims: RecordClaims?
    package let mode: Mode
    /// The locale of the people who typed the values, for rules with `locale: request`.
    package let locale: String?
    /// The errors after which a run ends.
    let maxErrors: Int?
    /// What the reports say of the run, but for its inputs.
    let context: ReportContext
    /// Findings that do not count.
    let baseline: Baseline?
    let wantsFingerprints: Bool
    /// How many findings of each kind reports show that do not show all.
    let sampleSize: Int
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
        showsValues: Bool = false, rules: String = "", baseline: Baseline? = nil
    ) {
        self.baseline = baseline
        wantsFingerprints = baseline != nil || writers.contains { $0.wantsFingerprints }
        var context = ReportContext()
        context.rules = rules
        context.locale = localizer.localizer.locale
        context.isRightToLeft = localizer.localizer.isolates
        self.context = context
        self.plan = plan
        self.steps = steps
        needs = plan.neededAttributes(of: steps)
        self.localizer = localizer
        self.writers = writers
        sampleSize = writers.reduce(0) { max($0, $1.sampleSize) }
        self.claims = claims
        self.mode = mode
        self.locale = locale
        self.maxErrors = maxErrors
        self.showsValues = showsValues
    }
}
