internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// What a step does while an observer sees it, where that is more than one rule of the file.
extension Step {
    /// The strings that were read as null, at the value and at those that the rule reads.
    func nulls(
        _ path: ValuePath, _ context: borrowing ValidationContext, _ observation: Observation
    ) -> [NullReading] {
        let attributes = context.record.layout.attributes
        let others = info.takeUnretainedValue().reads.attributes.sorted().compactMap { index in
            attributes.indices.contains(index) && index != attributeIndex
                ? observation.path(context.path(of: attributes[index])) : nil
        }
        return ([path] + others).compactMap { observation.nulls[$0] }
    }

    /// Counts the parts of the rule's own expression.
    func count(
        _ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext, _ observer: any BranchObserver
    ) {
        let expressions = Branches.expressions(runner, holder)
        if expressions.isEmpty { return }
        let step = info.takeUnretainedValue()
        let value = node.pointee.value
        var probe = BranchProbe(observer, of: step.rule.order, from: Branches.list(step).count)
        context.evaluating { context in
            for expression in expressions { probe.expression(expression, unsafe Value(unsafe: value), &context) }
        }
    }

    /// Runs the validator as `judge` does.
    func trace(
        _ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext, withValues: Bool
    ) -> [RuleTrace] {
        context.step = info
        context.node = node
        context.findings = 0
        let traces = runner.trace(
            holder, unsafe Value(unsafe: node.pointee.value), &context, withValues: withValues)
        if context.findings > 0 { settle(node, &context) }
        return traces
    }
}

extension [RuleTrace] {
    /// The turns of rules of which the type of another rule is made.
    func turns(in outer: RuleTurn, _ observation: Observation) -> [RuleTurn] {
        var failed: RuleReference?
        return map { trace in
            var turn = trace.turn(in: outer, observation)
            if case .blocked = turn.outcome { turn.outcome = .blocked(by: failed) }
            if case .failed = turn.outcome { failed = turn.rule }
            return turn
        }
    }

    /// Whether no rule validated the value, because it is empty; rules that only change values do not count.
    var areSkipped: Bool {
        contains { $0.isSkipped }
            && allSatisfy { $0.isSkipped || $0.outcome == .passed && $0.onlyChanges }
    }
}

extension RuleTrace {
    fileprivate var isSkipped: Bool { outcome == .empty || outcome == .passed && inner.areSkipped }
    fileprivate var onlyChanges: Bool {
        Registry.standard.changesValues(rule) || !inner.isEmpty && inner.allSatisfy(\.onlyChanges)
    }

    /// The turn of a rule of which the type of another rule is made.
    func turn(in outer: RuleTurn, _ observation: Observation) -> RuleTurn {
        let reference = RuleReference(
            id: outer.rule.id, type: rule.type, severity: outer.rule.severity, order: outer.rule.order,
            position: rule.positions["type"])
        let path = place.map { outer.path.appending($0) } ?? outer.path
        var turn = RuleTurn(
            rule: reference, attribute: outer.attribute, path: path, outcome: .passed, shapes: outer.shapes)
        (turn.isPart, turn.value, turn.parts, turn.shape) = (true, value, explanation.parts, outer.shape)
        switch outcome {
        case .failed: turn.outcome = .failed
        case .empty: turn.outcome = .skipped(.empty)
        case .notReached: turn.outcome = .blocked(by: nil)
        case .passed:
            if !explanation.missing.isEmpty {
                turn.outcome = .skipped(.missing(explanation.missing))
            } else if inner.areSkipped {
                turn.outcome = .skipped(.empty)
            }
        }
        turn.violations = observation.located(violations[...])
        if let value, let after { turn.changes.add(turn.path, value, after) }
        turn.inner = inner.turns(in: turn, observation)
        return turn
    }
}
