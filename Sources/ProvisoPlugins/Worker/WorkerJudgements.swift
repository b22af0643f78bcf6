/// What was found for the values of some rows; of those that are valid only how many.
struct WorkerJudgements {
    private(set) var count = 0
    private var others: [Int: WorkerJudgement] = [:]

    init() {}

    /// So many that are valid.
    init(valid count: Int) {
        self.count = count
    }

    /// Those of an array up to the first that is missing.
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

    /// Adds the same fault until there are so many.
    mutating func fill(to count: Int, _ reason: String) {
        while self.count < count { append(.fault(reason)) }
    }
}
