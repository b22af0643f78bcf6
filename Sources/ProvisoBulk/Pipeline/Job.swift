package import Proviso

/// The rules, writers and options of a run, which all threads share.
package struct Job: Sendable {
    package let plan: Plan
    package let steps: StepList
    /// What shows which rules ran.
    let watched: WatchedRules
    package let localizer: ReportLocalizer
    package let writers: [any ReportWriter]
    /// The values that rules compare across records; `nil` if no rule does.
    package let uniqueValues: UniqueValues?
    package let mode: Mode
    /// The locale of the users who typed the values, for rules with `locale: request`.
    package let locale: String?
    /// The number of errors that ends a run.
    let maxErrors: Int?
    /// The context for reports, without the inputs.
    let context: ReportContext
    /// Accepted findings, which do not count.
    let baseline: Baseline?
    let wantsFingerprints: Bool
    /// The maximum number of findings of each kind in reports that do not list all.
    let sampleSize: Int
    /// Whether findings have the values.
    let showsValues: Bool
    /// What a run finds out beside the findings; `nil` for nothing, which costs nothing.
    package var watch: Watch?
    /// What other files have, by the number of the rule about all records that compares with them.
    package var expected: [Int: DatasetExpectation] = [:]
    /// The plugins that the report names; `nil` if it names none.
    package var audit: [AuditedPlugin]?
    /// Findings that do not count, because people have said why.
    package var exceptions = Exceptions()
    /// What was to be read and is not there, such as files that match a pattern.
    package var absent: [Coverage.EmptyInput] = []
    /// The entry of a project file that says what is read; `nil` if the command line does.
    package var entry: Entry?

    /// Files that a project file checks together.
    package struct Entry: Sendable {
        /// The files as the project file names them, which is what findings about all of their records name.
        package let name: String
        /// Where the entry is.
        package let place: String
        /// Whether only some of its files are read: all records are not known then.
        package let isPart: Bool

        package init(name: String, place: String, isPart: Bool) {
            (self.name, self.place, self.isPart) = (name, place, isPart)
        }
    }

    /// What a run finds out beside the findings.
    package enum Watch: Sendable {
        /// How often each rule ran.
        case statistics
        /// What happened to every rule at one record; the run has one thread.
        case explanation(ExplainedRecord)
    }

    /// Whether all records together are measured.
    var measuresTable: Bool { mode != .filter && !plan.dataset.isEmpty && entry?.isPart != true }

    package enum Mode: Sendable {
        /// Blank lines are skipped, and unreadable records are reported on standard error.
        case report
        /// The writers report unreadable records.
        case shard
        /// As `shard`, and a blank line is also a record.
        case filter
    }

    package init(
        plan: Plan, steps: StepList, localizer: ReportLocalizer, writers: [any ReportWriter],
        uniqueValues: UniqueValues? = nil, mode: Mode = .report, locale: String? = nil, maxErrors: Int? = nil,
        showsValues: Bool = false, rules: String = "", baseline: Baseline? = nil
    ) {
        self.baseline = baseline
        wantsFingerprints = baseline != nil || writers.contains { $0.wantsFingerprints }
        var context = ReportContext()
        context.rules = rules
        context.locale = localizer.localizer.locale
        context.isRightToLeft = localizer.localizer.isolates
        context.words = ReportWords(localizer.localizer)
        self.context = context
        self.plan = plan
        self.steps = steps
        watched = WatchedRules(plan, steps)
        self.localizer = localizer
        self.writers = writers
        sampleSize = writers.reduce(0) { max($0, $1.sampleSize) }
        self.uniqueValues = uniqueValues
        self.mode = mode
        self.locale = locale
        self.maxErrors = maxErrors
        self.showsValues = showsValues
    }
}
