internal import Proviso
internal import ProvisoPlugins
internal import Synchronization

/// One state of a rule set, which any thread can validate with.
final class Generation: Sendable {
    let number: Int
    let plan: Plan
    private let usual: StepList?
    private let idle = Mutex<[IdleRecord]>([])
    private let localizers = Mutex<[String: ReportLocalizer]>([:])

    /// A record that no thread uses now.
    private struct IdleRecord: @unchecked Sendable {
        let record: Record
    }

    init(number: Int, plan: Plan) {
        self.number = number
        self.plan = plan
        usual = try? plan.stepList(RuleSet.defaultScenario)
    }

    /// The steps of a scenario; of the default one for `nil`.
    func steps(_ scenario: String?) throws(EngineFault) -> StepList {
        if scenario == nil, let usual { return usual }
        do throws(RuleSetError) {
            return try plan.stepList(scenario ?? RuleSet.defaultScenario)
        } catch {
            throw .argument("scenario: \(error)")
        }
    }

    /// Lends a record, which belongs to the calling thread until the body ends.
    func withRecord<Result>(
        size: Int, _ body: (Record) throws(EngineFault) -> Result
    ) throws(EngineFault) -> Result {
        let record = idle.withLock { $0.popLast() }?.record ?? .alone(for: plan)
        // One large document must not make every later call keep its memory.
        defer { if size <= Self.keptSize { giveBack(record) } }
        return try body(record)
    }

    private static let keptSize = 1 << 20
    private static let keptRecords = 64

    private func giveBack(_ record: Record) {
        let idleRecord = IdleRecord(record: record)
        idle.withLock { if $0.count < Self.keptRecords { $0.append(idleRecord) } }
    }

    /// The localizer for a tag, or for an `Accept-Language` header; English for `nil`.
    func localizer(_ locale: String?) throws(EngineFault) -> ReportLocalizer {
        let name = locale ?? ""
        if let known = localizers.withLock({ $0[name] }) { return known }
        let localizer = try makeLocalizer(name)
        localizers.withLock {
            // Names come from clients: there may be any number of them.
            if $0.count >= 200 { $0.removeAll() }
            $0[name] = localizer
        }
        return localizer
    }

    private func makeLocalizer(_ name: String) throws(EngineFault) -> ReportLocalizer {
        if name.isEmpty { return plan.localizer(preferring: "en") }
        if name.utf8.contains(UInt8(ascii: ",")) || name.utf8.contains(UInt8(ascii: ";")) {
            return plan.localizer(acceptLanguage: name)
        }
        guard let tag = LocaleTag.canonical(LocaleTag.preferred(name)) else {
            let near = TextLocale.suggestion(for: name)
            throw .argument(
                "locale: expected a BCP 47 language tag, such as de or pt-BR, found '\(name)'" + Suggestion.hint(near))
        }
        return plan.localizer(preferring: tag)
    }
}
