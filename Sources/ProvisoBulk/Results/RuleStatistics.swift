internal import Proviso

/// How often each rule ran, and what came of it.
package struct RuleStatistics: Sendable {
    /// The turns of one rule at one attribute.
    package struct Counts: Sendable, Equatable {
        package var passed = 0
        package var failed = 0
        package var blocked = 0
        /// Skipped because the value was empty.
        package var empty = 0
        /// Skipped because of `when` or `unless`.
        package var condition = 0
        /// Skipped because a value that the rule needs was missing.
        package var missing = 0
        /// There was no item or object that could have the value.
        package var noValue = 0

        package var ran: Int { passed + failed }
        package var skipped: Int { empty + condition + missing + noValue }

        static func += (counts: inout Counts, other: Counts) {
            counts.passed += other.passed
            counts.failed += other.failed
            counts.blocked += other.blocked
            counts.empty += other.empty
            counts.condition += other.condition
            counts.missing += other.missing
            counts.noValue += other.noValue
        }
    }

    /// How often a part of a condition or an expression was true and false.
    package struct BranchCounts: Sendable, Equatable {
        package var isTrue = 0
        package var isFalse = 0
    }

    /// The counts by the rank of the rule in the plan.
    private var counts: [Counts] = []
    /// Those of the parts of conditions and expressions, by the rank of the rule and the number of the part.
    private var branches: [[BranchCounts]] = []

    package init() {}

    package subscript(order: Int) -> Counts { counts.indices.contains(order) ? counts[order] : Counts() }

    package func branch(_ number: Int, of order: Int) -> BranchCounts {
        branches.indices.contains(order) && branches[order].indices.contains(number)
            ? branches[order][number] : BranchCounts()
    }

    mutating func count(branch number: Int, of order: Int, _ truth: Bool, times: Int = 1) {
        if branches.count <= order { branches += Array(repeating: [], count: order + 1 - branches.count) }
        if branches[order].count <= number {
            branches[order] += Array(repeating: BranchCounts(), count: number + 1 - branches[order].count)
        }
        if truth { branches[order][number].isTrue += times } else { branches[order][number].isFalse += times }
    }

    mutating func add(_ other: RuleStatistics) {
        if counts.count < other.counts.count {
            counts += Array(repeating: Counts(), count: other.counts.count - counts.count)
        }
        for index in other.counts.indices { counts[index] += other.counts[index] }
        for (order, parts) in other.branches.enumerated() {
            for (number, part) in parts.enumerated() {
                count(branch: number, of: order, true, times: part.isTrue)
                count(branch: number, of: order, false, times: part.isFalse)
            }
        }
    }

    mutating func count(_ turn: RuleTurn) {
        let order = turn.order
        if counts.count <= order { counts += Array(repeating: Counts(), count: order + 1 - counts.count) }
        switch turn.outcome {
        case .passed, .pending: counts[order].passed += 1
        case .failed: counts[order].failed += 1
        case .blocked: counts[order].blocked += 1
        case .skipped(.empty): counts[order].empty += 1
        case .skipped(.when), .skipped(.unless), .skipped(.undecided): counts[order].condition += 1
        case .skipped(.missing): counts[order].missing += 1
        case .skipped(.noValue): counts[order].noValue += 1
        case .inactive: break
        }
    }
}

/// Counts the turns of the rules in one thread of a run.
final class TurnCounter: BranchObserver {
    private var statistics = RuleStatistics()

    var wantsDetails: Bool { false }

    func observe(_ turn: RuleTurn) { statistics.count(turn) }

    func observe(branch: Int, of order: Int, _ truth: Bool) {
        statistics.count(branch: branch, of: order, truth)
    }

    /// The counts since the last call.
    func take() -> RuleStatistics {
        defer { statistics = RuleStatistics() }
        return statistics
    }
}
