internal import ProvisoMessages

extension Observation {
    /// Tells of a rule that did not run, or of which no more is known.
    func note(_ info: StepInfo, at path: ValuePath, _ outcome: RuleOutcome) {
        observer.observe(turn(of: info, at: path, outcome))
    }

    /// Tells of violations of what every plan implies; nothing if there are none.
    func note(_ violations: ArraySlice<Violation>, of info: StepInfo) {
        guard let first = violations.first else { return }
        var turn = turn(of: info, at: first.path, .failed)
        turn.violations = located(violations)
        observer.observe(turn)
    }

    /// Tells whether a closed rule set found members that nothing names.
    func note(_ violations: ArraySlice<Violation>, ofClosed attribute: String) {
        var turn = RuleTurn(
            rule: ClosedStep.rule, attribute: attribute, path: prefix,
            outcome: violations.isEmpty ? .passed : .failed, shapes: shapes)
        turn.violations = located(violations)
        turn.shape = shape
        observer.observe(turn)
    }

    func turn(of info: StepInfo, at path: ValuePath, _ outcome: RuleOutcome) -> RuleTurn {
        var turn = RuleTurn(
            rule: info.rule, attribute: name(info.attribute.name), path: self.path(path), outcome: outcome,
            shapes: shapes)
        turn.shape = shape
        return turn
    }
}

extension BoundShape {
    /// Runs the steps of a shape for the value that a rule of the outer record validates.
    func observe(_ steps: StepList, _ inner: inout ValidationContext, in outer: borrowing ValidationContext) {
        guard let observation = outer.observation else { return steps.run(&inner) }
        let (attribute, components) = outer.step._withUnsafeGuaranteedRef {
            ($0.attribute.name, $0.attribute.path.components)
        }
        let path = outer.record.path(of: components.dropLast(outer.pathRest), depth: outer.depth)
        let own = Observation(observation, at: path, of: attribute, shape: name)
        // A shape in the shape finds its observation here.
        inner.record.state.pointee.observation = own
        steps.run(&inner, own)
        inner.record.state.pointee.observation = nil
    }
}
