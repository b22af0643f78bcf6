internal import ProvisoMessages

extension Plan {
    /// Runs steps over a record while an observer sees what happens; the verdict is that of `run`.
    @inline(never)
    func observe(
        _ list: StepList, on record: Record, only selected: Set<Int>?, model: ModelAccess?, deferral: UnsafeRawPointer?
    ) -> Report {
        record.begin()
        var context = ValidationContext(record: record, step: Unmanaged.passUnretained(anyStep))
        context.model = model
        context.deferral = deferral
        guard let observation = context.observation else { return context.finish() }
        observation.begin()
        if context.record.state.pointee.isMismatched {
            context.node = context.record.spare
            context.node.pointee = .absent
            context.report(layout.shape.holdsItems ? .listExpected : .objectExpected)
            observation.note(context.violations[...], of: anyStep)
            for info in list.infos {
                observation.note(info, at: info.attribute.path, .blocked(by: anyStep.rule))
            }
            return context.finish()
        }
        list.run(&context, observedBy: observation, only: selected)
        if context.violations.isEmpty { return Report() }
        context.record.state.pointee.isMarked = true
        return context.finish()
    }
}

extension StepList {
    /// Runs the steps as `run` does, and tells an observer what happens.
    func run(_ context: inout ValidationContext, observedBy observation: Observation, only selected: Set<Int>? = nil) {
        let below = selected.map { selected in
            Set(context.record.layout.attributes.filter { selected.contains($0.index) }.map(\.slot))
        }
        for step in structure where below.map({ step.below.contains(where: $0.contains) }) ?? true {
            let before = context.violations.count
            step.run(&context)
            observation.note(context.violations[before...], of: step.info)
        }
        if selected == nil, let closed {
            let before = context.violations.count
            closed.run(&context)
            observation.note(context.violations[before...], ofClosed: observation.attribute)
        }
        for index in 0..<count where selected?.contains(steps[index].attributeIndex) ?? true {
            steps[index].observe(&context, observation)
        }
        // The list of async rules is run later, with violations of its own.
        observation.learn(context.violations)
    }
}

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
        steps.run(&inner, observedBy: own)
        inner.record.state.pointee.observation = nil
    }
}
