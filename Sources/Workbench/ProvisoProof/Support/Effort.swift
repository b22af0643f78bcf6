import Proviso

/// The work that the searches of one command may take together.
///
/// It is counted, not timed, so that the same rules have the same answer on each machine. A unit is about as much as
/// comparing two paths. What is not found within it is not decided.
package final class Effort {
    /// The work of a command: about two seconds.
    package static let usual = 40_000_000
    /// The work for all mutants of a rule set, each of which is a plan: about ten seconds.
    package static let ofMutants = 200_000_000
    /// What making a plan takes for each of its parts.
    private static let perPart = 400

    private var left: Int

    package init(_ work: Int = Effort.usual) { left = work }

    /// Whether no search may continue.
    package var isSpent: Bool { left <= 0 }

    func spend(_ work: Int) { left = max(left - work, 0) }

    /// Pays for a plan that was made.
    func spend(making plan: Plan) {
        spend(plan.layout.weight * Self.perPart + plan.ruleSet.listedValues)
    }

    /// Why something is not decided.
    package static let reason =
        "not decided: the searches took all the work that a command may spend, so try a part of the rules"
}

extension RuleSet {
    /// The number of values in the options of its rules.
    fileprivate var listedValues: Int {
        (rules + shapes.values.flatMap(\.rules)).flatMap(\.constraint.options.values).reduce(0) { $0 + $1.size }
    }
}

extension OptionValue {
    fileprivate var size: Int { if case .value(let value) = self { value.size } else { 1 } }
}

extension AnyValue {
    /// The number of items, or of bytes: what reading it takes.
    var size: Int { list?.count ?? text?.utf8.count ?? 1 }
}
