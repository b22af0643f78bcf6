internal import Glibc
package import Proviso
internal import ProvisoMessages
internal import Synchronization

/// The figures of other files, with which rules about all records compare theirs.
package struct DatasetFiles {
    private let plan: Plan
    private let settings: Run.Settings
    /// Whether a file is the profile that the run writes.
    private let isWritten: (String) -> Bool

    /// Why a file has no figure; it shows no text of the file, which the author of the rules may not be allowed to read.
    package struct Failure: Error {
        package let position: SourcePosition?
        package let reason: String
    }

    /// A reason without the place of its rule.
    private struct Fault: Error {
        let reason: String
    }

    /// `isWritten` says whether a file is the profile that the run writes: there may be none yet.
    package init(_ plan: Plan, settings: Run.Settings, isWritten: @escaping (String) -> Bool = { _ in false }) {
        (self.plan, self.isWritten) = (plan, isWritten)
        self.settings = Run.Settings(jobs: settings.jobs, memory: settings.memory, progress: .none)
    }

    /// The figures and profiles by the number of the rule.
    package func expectations() throws -> [Int: DatasetExpectation] {
        var (figures, profiles) = ([Int: DatasetExpectation](), [String: DatasetExpectation]())
        for (index, step) in plan.dataset.enumerated() {
            if let path = step.rule.profile {
                let found =
                    try profiles[path] ?? placed(step.rule.positions["from"], "from", path) { try profile(path) }
                (profiles[path], figures[index]) = (found, found)
                guard case .profile(let profile) = found else { continue }
                try placed(step.rule.positions["from"], "from", path) {
                    if let reason = profile.fault(of: step) { throw Fault(reason: reason) }
                }
            }
            for case .file(let path, let column)? in step.rule.bounds.map(\.equals) {
                figures[index] = .number(
                    try placed(step.rule.equalsPosition, "equals", path) { try figure(step.rule, path, column) })
            }
        }
        return figures
    }

    /// What `body` makes of a file that a key names, or its failure at the place of the key.
    private func placed<Made>(
        _ position: SourcePosition?, _ key: String, _ path: String, _ body: () throws -> Made
    ) throws -> Made {
        do { return try body() } catch let fault as Fault {
            throw Failure(position: position, reason: "'\(key)' cannot compare with \(path): \(fault.reason)")
        }
    }

    private func profile(_ path: String) throws -> DatasetExpectation {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try SmallFile.read(path, limit: Self.mostBytes)
        } catch {
            if error.code == ENOENT, isWritten(path) { return .firstProfile }
            let isMissing = error.code == ENOENT
            throw Fault(reason: error.reason + (isMissing ? ": write it with --write-profile" : ""))
        }
        // A run that was killed leaves an empty file.
        if bytes.isEmpty, isWritten(path) { return .firstProfile }
        if isWritten(path) {
            throw Fault(
                reason: "the run would overwrite it: let --write-profile write another file, and replace it when you "
                    + "accept what has changed")
        }
        do throws(DatasetProfile.Failure) {
            return .profile(try DatasetProfile(parsing: bytes))
        } catch {
            throw Fault(reason: error.reason)
        }
    }

    private static let mostBytes = 256 << 20

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
