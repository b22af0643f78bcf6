#if Server
internal import NIOCore
internal import Proviso
internal import ProvisoPlugins
internal import Synchronization

/// Where the rules of a validator come from.
enum Rules: Sendable {
    case plan(Plan)
    case async(AsyncPlan)
    case source(PlanSource)
}

/// What requests validate with, one at a time; those that are not in use wait for the next request.
final class ReaderPool: Sendable {
    private let rules: Rules
    private let idle = Mutex<[RecordReader]>([])
    /// The number that is kept; a crowd of requests makes more for a moment.
    private static let most = 64

    init(_ rules: Rules) { self.rules = rules }

    func take() -> RecordReader { idle.withLock { $0.popLast() } ?? RecordReader(rules) }

    func giveBack(_ reader: RecordReader) {
        idle.withLock { if $0.count < Self.most { $0.append(reader) } }
    }
}

/// A record with the rules that it is for.
///
/// One request has it at a time, so no two threads use it at once.
final class RecordReader: @unchecked Sendable {
    private let rules: Rules
    private let record: Record?
    private let reader: PlanReader?

    init(_ rules: Rules) {
        self.rules = rules
        switch rules {
        case .plan(let plan): (record, reader) = (Record(for: plan), nil)
        case .async(let plan): (record, reader) = (Record(for: plan), nil)
        case .source(let source): (record, reader) = (nil, PlanReader(source))
        }
    }

    /// The plan of the last validation.
    var plan: any LocalizedPlan {
        switch rules {
        case .plan(let plan): plan
        case .async(let plan): plan
        case .source(let source): reader?.generation.plan ?? source.current.plan
        }
    }

    /// Validates a record, in its own bytes if they are JSON; returns what the rules made of it.
    func validate(
        _ original: AnyValue, _ json: ByteBuffer?, _ scenario: String, locale: String?
    ) async throws -> (AnyValue, Report) {
        if let reader {
            reader.locale = locale
            let report =
                if reader.generation.asyncPlan != nil {
                    try await reader.validateAsync(original, scenario: scenario)
                } else if let json {
                    try json.withUnsafeReadableBytes { try reader.validate(json: $0, scenario: scenario) }
                } else {
                    try reader.validate(original, scenario: scenario)
                }
            return (reader.values(in: original), report)
        }
        guard let record else { return (original, Report()) }
        record.locale = locale
        if let json { try json.withUnsafeReadableBytes { try record.fill(json: $0) } } else { record.fill(original) }
        let report =
            switch rules {
            case .async(let plan): try await plan.begin(record, scenario: scenario).finish()
            case .plan(let plan): try plan.validate(record, scenario: scenario)
            case .source: Report()
            }
        return (record.values(in: original), report)
    }
}
#endif
