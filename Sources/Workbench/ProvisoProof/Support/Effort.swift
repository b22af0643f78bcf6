import Proviso

/// The work that the searches of one command may take together.
///
/// It is counted, not timed, so that the same rules have the same answer on each machine. A unit is about as much as
/// comparing two paths. What is not found within it is not decided.
package final class Effort {
    /// The work of a command: about a second.
    package static let usual = 40_000_000
    /// The work for all mutants of a rule set, each of which is a plan: about two seconds.
    package static let ofMutants = 80_000_000
    /// What making a plan takes, whatever is in it, and for each of its parts.
    private static let (perPlan, perPart) = (10_000, 400)
    /// What filling and running a record of nothing takes.
    private static let perRecord = 20
    /// The steps of a record that cost no more than the rules that take them.
    private static let fewSteps = 200
    /// What another step of a record or an expression takes: it may look at sixteen bytes or make an item.
    private static let perStep = 32
    /// What compiling a byte of an expression takes, besides a part for each rule.
    private static let perByte = 16
    /// What compiling a part of an expression takes.
    private static let perNode = 80

    /// The work that is left.
    package private(set) var left: Int

    package init(_ work: Int = Effort.usual) { left = work }

    /// Whether no search may continue.
    package var isSpent: Bool { left <= 0 }

    func spend(_ work: Int) { left = max(left - work, 0) }

    /// Pays for a plan that was made.
    func spend(making plan: Plan) {
        spend(Self.perPlan + plan.layout.weight * Self.perPart + plan.ruleSet.listedValues)
        spend(Self.perByte * plan.ruleSet.bytesOfExpressions)
    }

    /// Pays for records that are tried, whatever is in them.
    func spend(trying count: Int) { spend(count * Self.perRecord) }

    /// Pays for the steps of a record or an expression.
    func spend(steps: Int) { spend(steps + max(steps - Self.fewSteps, 0) * Self.perStep) }

    /// Pays for an expression that was compiled.
    func spend(compiling expression: FreeExpression) { spend(expression.size * Self.perNode) }

    /// Why something is not decided.
    package static let reason =
        "not decided: the searches took all the work that a command may spend, so try a part of the rules"
}

extension RuleSet {
    /// The number of values in the options of its rules.
    fileprivate var listedValues: Int {
        (rules + shapes.values.flatMap(\.rules)).flatMap(\.constraint.options.values).reduce(0) { $0 + $1.size }
    }

    /// The bytes of the expressions of its rules.
    fileprivate var bytesOfExpressions: Int {
        (rules + shapes.values.flatMap(\.rules)).reduce(0) { $0 + ($1.constraint.text(.expression)?.utf8.count ?? 0) }
    }
}

extension OptionValue {
    fileprivate var size: Int { if case .value(let value) = self { value.size } else { 1 } }
}

extension AnyValue {
    /// The number of items, or of bytes: what reading it takes.
    var size: Int { list?.count ?? text?.utf8.count ?? 1 }
}
