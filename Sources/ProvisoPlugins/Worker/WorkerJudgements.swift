internal import WasmBridge

/// The results for the values of some rows; valid rows are only counted.
struct WorkerJudgements {
    private(set) var count = 0
    /// Whether the host stopped before all rows were validated.
    var isInterrupted = false
    private var others: [Int: WorkerJudgement] = [:]
    /// The bytes of the violations that are kept.
    private var size = 0

    /// The bytes of violations that are kept for one request: a plugin that reports much for each value of a block must
    /// not fill the memory.
    private static let mostBytes = 16 << 20

    init() {}

    /// Creates the results of a number of valid rows.
    init(valid count: Int) {
        self.count = count
    }

    /// Creates the results of an array, up to the first that is missing.
    init(_ judgements: [WorkerJudgement?]) {
        for judgement in judgements {
            guard let judgement else { break }
            append(judgement)
        }
    }

    var areValid: Bool { others.isEmpty }

    subscript(row: Int) -> WorkerJudgement { others[row] ?? .valid }

    func isValid(_ row: Int) -> Bool { others[row] == nil }

    /// The rows of a module that took too long, in order.
    var outOfFuel: [Int] {
        others.filter {
            if case .judged(Int32(PRV_WASM_LATE), _, _) = $0.value { true } else { false }
        }.keys.sorted()
    }

    mutating func append(_ judgement: WorkerJudgement) {
        keep(judgement, at: count)
        count += 1
    }

    mutating func append(_ more: WorkerJudgements) {
        for row in more.others.keys.sorted() { keep(more[row], at: count + row) }
        count += more.count
    }

    private mutating func keep(_ judgement: WorkerJudgement, at row: Int) {
        switch judgement {
        case .valid: return
        case .judged(_, let findings, _) where !findings.isEmpty:
            let bytes = findings.reduce(0) { $0 + $1.count }
            // The first is kept in any case: a value that is validated alone has its violations.
            guard size == 0 || size + bytes <= Self.mostBytes else {
                others[row] = .postponed
                return
            }
            size += bytes
            // A copy, because the slices would keep the whole answer.
            others[row] = judgement.compacted
        default: others[row] = judgement
        }
    }

    /// Replaces the results of the rows from `row` on.
    mutating func replace(from row: Int, _ reason: String) {
        let end = count
        others = others.filter { $0.key < row }
        count = min(count, row)
        fill(to: end, reason)
    }

    /// Adds the same fault until there are `count` results.
    mutating func fill(to count: Int, _ reason: String) {
        while self.count < count { append(.fault(reason)) }
    }
}

extension WorkerJudgement {
    /// The same with violations that share no memory with an answer.
    fileprivate var compacted: WorkerJudgement {
        guard case .judged(let result, let findings, let dropped) = self else { return self }
        return .judged(result, findings: findings.map { ArraySlice(Array($0)) }, dropped: dropped)
    }
}
