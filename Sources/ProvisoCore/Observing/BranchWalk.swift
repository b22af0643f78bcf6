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

/// Evaluates the conditions of a rule as a plan does, and tells an observer of each part.
struct BranchWalk {
    private let observer: any BranchObserver
    private let order: Int
    private(set) var number: Int

    init(_ observer: any BranchObserver, of order: Int, from number: Int = 0) {
        (self.observer, self.order, self.number) = (observer, order, number)
    }

    mutating func reasonToSkip(
        by conditions: [BoundCondition], _ context: inout ValidationContext
    ) -> SkipReason? {
        for condition in conditions {
            if all(condition.tests, &context) != condition.runsWhenHeld {
                return condition.runsWhenHeld ? .when : .unless
            }
        }
        return nil
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

    private mutating func all(_ tests: [BoundCondition.Test], _ context: inout ValidationContext) -> Bool {
        var isTrue = true
        for test in tests {
            if isTrue { isTrue = holds(test, &context) } else { number += Branches.count(test) }
        }
        return isTrue
    }

    private mutating func holds(_ test: BoundCondition.Test, _ context: inout ValidationContext) -> Bool {
        if case .once(_, let test) = test { return holds(test, &context) }
        let own = number
        number += 1
        let truth: Bool
        switch test {
        case .once: truth = false
        case .closure(let closure): truth = closure(context)
        case .all(let tests): truth = all(tests, &context)
        case .any(let tests):
            var isTrue = false
            for test in tests {
                if isTrue { number += Branches.count(test) } else { isTrue = holds(test, &context) }
            }
            truth = isTrue
        case .not(let test): truth = !holds(test, &context)
        case .number(let least, let most, let tests):
            var count = 0
            for test in tests where holds(test, &context) { count += 1 }
            truth = count >= least && count <= most
        case .items(let items, let test):
            var (count, walk) = (0, self)
            context.forEach(items.items) { _, context in
                walk.number = own + 1
                if walk.holds(test, &context) == items.counted { count += 1 }
                return count <= items.most && (items.most != .max || count < items.least)
            }
            number = own + 1 + Branches.count(test)
            truth = count >= items.least && count <= items.most
        case .check(let check, let reference):
            truth = test.holds(&context)
            let expressions = Branches.expressions(check.runner, check.address)
            if !expressions.isEmpty {
                let node = context.record.node(at: reference, depth: context.depth) ?? context.record.spare
                for expression in expressions {
                    self.expression(expression, unsafe Value(unsafe: node.pointee.value), &context)
                }
            }
        }
        observer.observe(branch: own, of: order, truth)
        return truth
    }
}

/// The parts of conditions, in the order of `BranchWalk`.
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
