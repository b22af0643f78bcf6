/// The results for the values of some rows; valid rows are only counted.
struct WorkerJudgements {
    private(set) var count = 0
    /// Whether the host stopped before all rows were validated.
    var isInterrupted = false
    private var others: [Int: WorkerJudgement] = [:]

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

    mutating func append(_ judgement: WorkerJudgement) {
        if case .valid = judgement {} else { others[count] = judgement }
        count += 1
    }

    mutating func append(_ more: WorkerJudgements) {
        for (row, judgement) in more.others { others[count + row] = judgement }
        count += more.count
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
