public import ProvisoCore
internal import Synchronization

/// A candidate for the rules of a source, which validates a sample of what the source's readers validate.
///
/// What it finds is compared and counted, and never returned. Make one with `PlanSource.beginShadow`.
public final class PlanShadow: Sendable {
    /// The path of the candidate's rule file, which was read once.
    public let rules: String
    /// The plan of the candidate.
    public let plan: Plan
    /// With 10 the candidate takes part in each tenth validation of all readers together, from the first.
    public let every: Int
    let file: RulesAsRead
    let plugins: [LoadedPlugin]
    private let maximumExamples: Int
    private let turns = Atomic(0)
    private let compared = Mutex(PlanComparison())

    init(_ file: RulesAsRead, _ plan: Plan, plugins: [LoadedPlugin], every: Int, examples: Int) {
        self.file = file
        self.plan = plan
        self.plugins = plugins
        self.every = max(1, every)
        rules = file.path
        maximumExamples = examples
    }

    /// The contents of the candidate's rule file.
    package var content: [UInt8] { file.contents[rules] ?? [] }

    /// The version that the candidate would be in force as.
    package var digest: ContentDigest { file.digest(with: plugins) }

    /// What has been found so far.
    public var comparison: PlanComparison { compared.withLock { $0 } }

    /// The largest record that an example keeps.
    private static let maximumRecord = 16 << 10

    /// Whether the candidate validates what is validated now.
    func takesTurn() -> Bool {
        turns.wrappingAdd(1, ordering: .relaxed).oldValue % every == 0
    }

    /// Counts a validation of both; `candidate` is `nil` if there is none.
    func add(_ current: Report, _ candidate: Report?, scenario: String, _ record: () -> String) {
        compared.withLock { comparison in
            guard let candidate else { return comparison.failures += 1 }
            let isChanged = comparison.add(current, candidate)
            guard isChanged, comparison.examples.count < maximumExamples else { return }
            let text = record()
            comparison.examples.append(
                PlanComparison.Example(
                    record: text.utf8.count <= Self.maximumRecord ? text : nil, scenario: scenario, current: current,
                    candidate: candidate))
        }
    }
}

/// A shadow for one reader, with a record of its own: rules may change the values that they validate.
struct ShadowReader {
    let shadow: PlanShadow
    let record: Record

    init(_ shadow: PlanShadow) {
        self.shadow = shadow
        record = .alone(for: shadow.plan)
    }

    /// Compares a report with what the candidate finds in the same values.
    func compare(_ report: Report, _ scenario: String, _ values: ShadowValues) {
        guard fill(values) else { return shadow.add(report, nil, scenario: scenario) { "" } }
        let own = try? shadow.plan.validate(record, scenario: scenario)
        shadow.add(report, own, scenario: scenario) { values.text }
    }

    /// Begins the candidate's validation; `nil` if it has none.
    func begin(_ scenario: String, _ values: ShadowValues) -> PendingReport? {
        fill(values) ? try? shadow.plan.begin(scenario, on: record, only: nil, model: nil) : nil
    }

    private func fill(_ values: ShadowValues) -> Bool {
        switch values {
        case .value(let value): record.fill(value)
        case .json(let bytes): return (try? record.fill(json: bytes)) != nil
        }
        return true
    }
}

/// What a reader validates.
enum ShadowValues {
    case value(AnyValue)
    case json(UnsafeRawBufferPointer)

    var text: String {
        switch self {
        case .value(let value): value.json
        case .json(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }
}
