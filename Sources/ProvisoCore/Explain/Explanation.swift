internal import ProvisoMessages

/// Why a record is valid or invalid: what happened to every rule, in the order of the rules.
public struct Explanation: Sendable {
    /// The scenario.
    public let scenario: String
    /// What `validate` returns for the record.
    public let report: Report
    /// The turns of the rules, one for each value; rules that are not active have one too.
    public let turns: [RuleTurn]

    /// The turns at an attribute, named as in the rules, and at what is in it; `address` includes `address.city`.
    ///
    /// With a position, those at the item: `items.0`.
    public func turns(at attribute: String) -> [RuleTurn] { turns.compactMap { $0.narrowed(to: attribute) } }
}

extension RuleTurn {
    /// The turn, if it is about an attribute, or about something in it; `nil` if it is not.
    fileprivate func narrowed(to name: String) -> RuleTurn? {
        let wanted = ValuePath(name).components
        if ValuePath(attribute).components.starts(with: wanted)
            || ValuePath(path.description).components.starts(with: wanted)
        {
            return self
        }
        // A rule for a whole value applies shapes to what is in it.
        let found = inner.compactMap { $0.narrowed(to: name) }
        if found.isEmpty { return nil }
        var turn = self
        turn.inner = found
        return turn
    }
}

/// Collects the turns of one validation; those of a shape's rules go into the turn that applied it.
final class TurnCollector: PlanObserver {
    private(set) var turns: [RuleTurn] = []

    func observe(_ turn: RuleTurn) {
        var turn = turn
        let start = turns.lastIndex { $0.shapes <= turn.shapes }.map { $0 + 1 } ?? 0
        if start < turns.count {
            turn.inner += turns[start...]
            turns.removeSubrange(start...)
        }
        turns.append(turn)
    }

    /// The explanation of a validation, with the rules that were not active at their places.
    func explanation(
        _ report: Report, by plan: Plan, in scenario: String, only selected: Set<Int>? = nil
    ) -> Explanation {
        let inactive = plan.inactiveTurns(in: scenario, only: selected)
        let all = (turns + inactive).map { $0.settled(by: report) }.enumerated()
        let sorted = all.sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
        return Explanation(scenario: scenario, report: report, turns: sorted.map(\.element))
    }
}

extension RuleTurn {
    /// An async rule's turn, now that it has finished.
    fileprivate func settled(by report: Report) -> RuleTurn {
        guard case .pending = outcome else { return self }
        var turn = self
        turn.violations = report.violations.filter { violation in
            guard violation.rule.order == rule.order else { return false }
            return violation.path.components.starts(with: path.components)
        }
        turn.outcome = turn.violations.isEmpty ? .passed : .failed
        return turn
    }
}
