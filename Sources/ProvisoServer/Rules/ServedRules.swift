#if Server
internal import Proviso
internal import ProvisoPlugins
internal import Synchronization

/// One rule file of the directory, which is watched.
final class ServedRules: Sendable {
    let name: String
    let source: PlanSource
    private let watch: PlanWatch
    let report: @Sendable (PlanReload, _ notices: [String]) -> Void
    /// What was in force before the last change by a request; held while one runs.
    let former = Mutex<[UInt8]?>(nil)
    private let idle = Mutex<[LentReader]>([])
    private let kept = Mutex(Kept())

    /// A reader, which one request has at a time.
    private final class LentReader: @unchecked Sendable {
        let reader: PlanReader

        init(_ source: PlanSource) { reader = PlanReader(source) }
    }

    /// What is worth keeping of one generation.
    private struct Kept {
        var generation = 0
        var localizers: [Language: ReportLocalizer] = [:]
        /// Whether a rule may let a thread wait, because a worker runs it.
        var waits: Bool?
    }

    /// Readers and localizers beyond these numbers are made again.
    private static let most = 64, mostLocalizers = 256

    /// Reads the file and begins to watch it; `report` is called after each reload, with those warnings that are mere notes.
    init(
        _ name: String, path: String, policy: PluginPolicy,
        report: @escaping @Sendable (PlanReload, _ notices: [String]) -> Void
    ) throws {
        (self.name, self.report) = (name, report)
        var registry = Registry.withSchemas
        registry.services.comparesRecords = true
        let source = try PlanSource(rules: path, policy: policy, registry: registry)
        self.source = source
        watch = try PlanWatch(source) { report($0, source.notices) }
    }

    /// What one generation found in a record.
    struct Answer {
        let report: Report
        let generation: PlanGeneration
        /// The record with the changes of the rules.
        let record: AnyValue
        /// What happened to every rule; `nil` if it was not requested.
        var turns: [RuleTurn]?
        /// How many more rules ran.
        var omittedTurns = 0
    }

    /// A record to validate.
    enum Input {
        case json([UInt8])
        case value(AnyValue)
    }

    /// Validates a record by the rules that are in force now.
    func validate(_ input: Input, scenario: String, locale: String?, wantsRecord: Bool) throws -> Answer {
        let lent = idle.withLock { $0.popLast() } ?? LentReader(source)
        defer { idle.withLock { if $0.count < Self.most { $0.append(lent) } } }
        let reader = lent.reader
        reader.locale = locale
        switch input {
        case .json(let bytes):
            let report = try bytes.withUnsafeBytes { try reader.validate(json: $0, scenario: scenario) }
            let record = wantsRecord ? reader.values(in: try AnyValue(json: bytes)) : .absent
            return Answer(report: report, generation: reader.generation, record: record)
        case .value(let value):
            let report = try reader.validate(value, scenario: scenario)
            return Answer(
                report: report, generation: reader.generation,
                record: wantsRecord ? reader.values(in: value) : .absent)
        }
    }

    /// The same, and what happened to every rule; a candidate does not take part.
    func explain(_ input: Input, scenario: String, locale: String?, wantsRecord: Bool) throws -> Answer {
        let generation = source.current
        let record = Record.alone(for: generation.plan)
        record.locale = locale
        let original: AnyValue
        switch input {
        case .json(let bytes):
            try bytes.withUnsafeBytes { try record.fill(json: $0) }
            original = wantsRecord ? try AnyValue(json: bytes) : .absent
        case .value(let value):
            record.fill(value)
            original = value
        }
        let explainer = BoundedExplainer()
        record.observer = explainer
        let report = try generation.plan.validate(record, scenario: scenario)
        let explanation = explainer.first.take(report, by: generation.plan, in: scenario)
        return Answer(
            report: report, generation: generation, record: wantsRecord ? record.values(in: original) : .absent,
            turns: explanation.turns, omittedTurns: explainer.omitted)
    }

    /// The messages of a generation for one reader.
    func localizer(_ language: Language, of generation: PlanGeneration) -> ReportLocalizer {
        let found = kept.withLock { $0.generation == generation.number ? $0.localizers[language] : nil }
        if let found { return found }
        let made = language.localizer(of: generation.plan)
        keep(of: generation) { kept in
            if kept.localizers.count >= Self.mostLocalizers { kept.localizers = [:] }
            kept.localizers[language] = made
        }
        return made
    }

    /// Whether a validation may let its thread wait.
    var waits: Bool {
        let generation = source.current
        let known = kept.withLock { $0.generation == generation.number ? $0.waits : nil }
        if let known { return known }
        let waits = generation.plan.registry.hasOutOfProcessRules
        keep(of: generation) { $0.waits = waits }
        return waits
    }

    private func keep(of generation: PlanGeneration, _ change: (inout Kept) -> Void) {
        kept.withLock { kept in
            if kept.generation > generation.number { return }
            if kept.generation < generation.number { kept = Kept(generation: generation.number) }
            change(&kept)
        }
    }
}

/// Keeps the first turns of a validation: each repeats the values that its rule read, and many need much memory.
private final class BoundedExplainer: PlanObserver {
    let first = RecordExplainer()
    private var count = 0
    private static let most = 1000

    var omitted: Int { max(0, count - Self.most) }
    var wantsDetails: Bool { count < Self.most }

    func observe(_ turn: RuleTurn) {
        count += 1
        if count <= Self.most { first.observe(turn) }
    }
}

extension PlanGeneration {
    /// The version of the rules, as answers name it.
    var version: String { digest.version }
}

extension ContentDigest {
    /// The version of rules with this digest, as answers name it.
    var version: String { String(description.prefix(16)) }
}
#endif
