package import Proviso
internal import ProvisoMessages
internal import Synchronization

/// The figures of other files, with which rules about all records compare theirs.
package struct DatasetFiles {
    private let plan: Plan
    private let settings: Run.Settings

    /// Why a file has no figure; it shows no text of the file, which the author of the rules may not be allowed to read.
    package struct Failure: Error {
        package let position: SourcePosition?
        package let reason: String
    }

    /// A reason without the place of its rule.
    private struct Fault: Error {
        let reason: String
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
                do {
                    figures[index] = try figure(step.rule, path, column)
                } catch let fault as Fault {
                    throw Failure(
                        position: step.rule.equalsPosition,
                        reason: "'equals' cannot compare with \(path): \(fault.reason)")
                }
            }
        }
        return figures
    }

    private func figure(_ rule: DatasetRule, _ path: String, _ column: String?) throws -> Number {
        do throws(SystemError) { try SmallFile.check(path) } catch { throw Fault(reason: error.reason) }
        var measure = DatasetRule(rule.measure, of: column, is: rule.test, min: 0, at: rule.at)
        measure.bounds[0].severity = .info
        let ruleSet = RuleSet(rules: column.map { [Rule([$0], .safe)] } ?? [], dataset: [measure])
        let plan = try Plan(ruleSet)
        let job = Job(
            plan: plan, steps: try plan.stepList(RuleSet.defaultScenario),
            localizer: plan.localizer(Localizer(preferring: ["en"])), writers: [])
        let told = ToldLine()
        var settings = settings
        settings.host.tell = { told.keep($0) }
        let result = Run(job, inputs: [path], settings: settings, outputs: [])()
        if result.isRefused { throw Fault(reason: told.text) }
        if result.signal != nil { throw Fault(reason: "the run was interrupted") }
        if result.hasFailed {
            throw Fault(reason: told.place(in: path).map { "\($0): this cannot be read" } ?? told.text)
        }
        if let column, !result.summary.unseen.isEmpty || result.summary.records == 0 {
            throw Fault(reason: result.summary.records == 0 ? "it has no records" : "no record has '\(column)'")
        }
        if let figure = result.dataset?.figure(0) { return figure }
        let isFault = result.dataset?.report().violations.first?.code == .fault
        let name = "'\(column ?? "")'"
        throw Fault(
            reason: isFault ? "a value of \(name) is not a number" : "\(name) has no value for \(rule.measure.rawValue)"
        )
    }
}

/// The first line that a run tells.
private final class ToldLine: Sendable {
    private let line = Mutex("")

    func keep(_ text: String) {
        line.withLock { if $0.isEmpty { $0 = text.hasPrefix("error: ") ? String(text.dropFirst(7)) : text } }
    }

    var text: String { line.withLock { $0 } }

    /// The line and column of a file at the beginning of the text; `nil` if there are none.
    func place(in path: String) -> String? {
        let text = text
        guard text.hasPrefix("\(path):") else { return nil }
        let place = text.dropFirst(path.count + 1).prefix { $0.isNumber || $0 == ":" }.split(separator: ":").map(
            String.init)
        guard let line = place.first else { return nil }
        return place.count > 1 ? "line \(line), column \(place[1])" : "line \(line)"
    }
}
