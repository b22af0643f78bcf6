package import Proviso

/// The figures of other files, with which rules about all records compare theirs.
package struct DatasetFiles {
    private let plan: Plan
    private let settings: Run.Settings

    /// Why a file has no figure.
    package struct Failure: Error {
        package let reason: String
        /// Whether the file could not be read, and the reason is on standard error already.
        package let isReported: Bool
    }

    package init(_ plan: Plan, settings: Run.Settings) {
        self.plan = plan
        self.settings = Run.Settings(jobs: settings.jobs, memory: settings.memory, progress: .none)
    }

    /// The figures by the number of the rule.
    package func figures() throws -> [Int: Number] {
        var figures: [Int: Number] = [:]
        for (index, step) in plan.dataset.enumerated() {
            for case .file(let path, let column)? in step.rule.bounds.map(\.equals) {
                figures[index] = try figure(step.rule, Self.path(path, for: step.rule), column)
            }
        }
        return figures
    }

    /// A path that begins at the directory of the rule file.
    private static func path(_ path: String, for rule: DatasetRule) -> String {
        guard !path.hasPrefix("/"), let file = rule.position?.file, let end = file.lastIndex(of: "/") else {
            return path
        }
        return String(file[...end]) + path
    }

    private func figure(_ rule: DatasetRule, _ path: String, _ column: String?) throws -> Number {
        var measure = DatasetRule(rule.measure, of: column, is: rule.test, min: 0, at: rule.at)
        measure.bounds[0].severity = .info
        let ruleSet = RuleSet(rules: column.map { [Rule([$0], .safe)] } ?? [], dataset: [measure])
        let plan = try Plan(ruleSet)
        let job = Job(
            plan: plan, steps: try plan.stepList(RuleSet.defaultScenario),
            localizer: plan.localizer(Localizer(preferring: ["en"])), writers: [])
        let result = Run(job, inputs: [path], settings: settings, outputs: [])()
        if result.hasFailed || result.isRefused || result.signal != nil { throw Failure(reason: "", isReported: true) }
        guard let figure = result.dataset?.figure(0) else {
            let what = result.dataset?.report().violations.first.flatMap { violation -> String? in
                guard case .text(let reason)? = violation.parameters.list.first(where: { $0.name == "reason" })?.value
                else { return nil }
                return reason
            }
            throw Failure(
                reason: "\(path): no \(measure.name) to compare with: \(what ?? "there is no value")", isReported: false
            )
        }
        return figure
    }
}
