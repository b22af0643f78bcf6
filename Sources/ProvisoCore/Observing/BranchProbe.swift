internal import JSONBridge
internal import ProvisoABI
package import ProvisoMessages

/// An observer that counts how often parts of conditions and expressions are true and false.
///
/// The parts of a rule have numbers from 0, in the order of the rule: `when`, `unless`, and its own expression.
package protocol BranchObserver: PlanObserver {
    func observe(branch: Int, of order: Int, _ truth: Bool)
}

/// A part of a condition or an expression.
package struct PlannedBranch: Sendable {
    package let text: String
    package let position: SourcePosition?
}

/// Tells an observer of each part of conditions that is evaluated.
struct BranchProbe: ConditionProbe {
    private let observer: any BranchObserver
    private let order: Int
    private var number: Int
    /// The numbers of the parts that are being evaluated, outer ones first.
    private var open: [Int] = []

    init(_ observer: any BranchObserver, of order: Int, from number: Int = 0) {
        (self.observer, self.order, self.number) = (observer, order, number)
    }

    static var looks: Bool { true }

    func begin(_ condition: BoundCondition) {}
    func end(_ condition: BoundCondition, _ holds: Bool) {}

    mutating func begin(_ test: BoundCondition.Test) {
        open.append(number)
        number += 1
    }

    mutating func end(_ test: BoundCondition.Test, _ holds: Bool) {
        let own = open.removeLast()
        // There may have been no item, or many.
        if case .items(_, let inner) = test { number = own + 1 + Branches.count(inner) }
        observer.observe(branch: own, of: order, holds)
    }

    mutating func beginItem() { if let own = open.last { number = own + 1 } }

    mutating func skip(_ test: BoundCondition.Test) { number += Branches.count(test) }

    mutating func check(
        _ check: Check, _ reference: AttributeReference, _ node: UnsafeMutablePointer<prv_node>,
        _ context: inout ValidationContext
    ) {
        for expression in Branches.expressions(check.runner, check.address) {
            self.expression(expression, unsafe Value(unsafe: node.pointee.value), &context)
            context.node = node
        }
    }

    /// Tells of the parts of an expression.
    mutating func expression(
        _ expression: BoundExpression, _ value: borrowing Value, _ context: inout ValidationContext
    ) {
        for branch in expression.branches {
            if let truth = expression.isTrue(branch, value, &context) {
                observer.observe(branch: number, of: order, truth)
            }
            number += 1
        }
    }
}

/// The parts of conditions, in the order of `BranchProbe`.
enum Branches {
    static func count(_ test: BoundCondition.Test) -> Int { list(test, nil).count }

    /// The expressions of a validator, or of the rules that its type stands for.
    static func expressions(_ runner: any ValidatorRunner.Type, _ holder: UnsafeRawPointer) -> [BoundExpression] {
        if runner == ExprValidator.self {
            return ExprValidator.validator(ExprValidator.self, in: holder).condition.map { [$0] } ?? []
        }
        guard runner == RuleSequence.self else { return [] }
        return RuleSequence.validator(RuleSequence.self, in: holder).checks.flatMap {
            expressions($0.runner, $0.address)
        }
    }

    /// The parts of a rule's conditions; `nil` for those that no rule file has.
    static func list(_ info: StepInfo) -> [PlannedBranch?] {
        let rule = info.source?.rule
        let written = [rule?.when ?? [], rule?.unless ?? []].filter { !$0.isEmpty }
        let implied = info.conditions.count - written.count
        return info.conditions.enumerated().flatMap { index, condition in
            let sources = index < implied ? [] : written[index - implied]
            return condition.tests.enumerated().flatMap { number, test in
                list(test, sources.indices.contains(number) ? sources[number] : nil)
            }
        }
    }

    static func list(_ expression: BoundExpression, at position: SourcePosition?) -> [PlannedBranch?] {
        expression.branches.map { PlannedBranch(text: $0.text, position: position) }
    }

    private static func list(_ test: BoundCondition.Test, _ source: Condition?) -> [PlannedBranch?] {
        let own = source.map { PlannedBranch(text: ConditionText.text($0), position: $0.position) }
        let parts = source?.parts ?? []
        func inner(_ tests: [BoundCondition.Test]) -> [PlannedBranch?] {
            tests.enumerated().flatMap { list($1, parts.indices.contains($0) ? parts[$0] : nil) }
        }
        switch test {
        case .closure: return [own]
        case .once(_, let test): return list(test, source)
        case .any(let tests), .all(let tests), .number(_, _, let tests): return [own] + inner(tests)
        case .not(let test), .items(_, let test): return [own] + inner([test])
        case .check(let check, _):
            return [own] + expressions(check.runner, check.address).flatMap { list($0, at: source?.position) }
        }
    }
}
