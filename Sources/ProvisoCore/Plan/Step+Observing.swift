internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// Tells the observer of each step's turn.
extension Observation: StepProbe {
    static var looks: Bool { true }

    func begin(
        _ step: Step, _ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext
    ) -> ObservedTurn? {
        if step.runner == NullStrings.self {
            readNull(step, node, &context)
            return nil
        }
        let info = step.info.takeUnretainedValue()
        var turn = turn(of: info, at: wantsDetails ? context.valuePath : info.attribute.path, .passed)
        if wantsDetails { turn.value = AnyValue(raw: node.pointee.value) }
        if !nulls.isEmpty { turn.nulls = step.nulls(turn.path, context, self) }
        return ObservedTurn(
            turn: turn, violations: context.violations.count, omitted: context.isFull ? context.omittedCount : 0)
    }

    func end(
        turn observed: inout ObservedTurn, of step: Step, _ end: StepEnd, _ context: inout ValidationContext
    ) {
        switch end {
        case .ran, .refused: break
        case .skipped(let reason): observed.turn.outcome = .skipped(reason)
        case .blocked: observed.turn.outcome = .blocked(by: blocker(at: context.valuePath, among: context.violations))
        }
        if context.violations.count > observed.violations {
            observed.turn.violations = located(context.violations[observed.violations...])
            observed.turn.outcome = .failed
        } else if context.isFull, context.omittedCount > observed.omitted {
            observed.turn.outcome = .failed
        }
        observer.observe(observed.turn)
    }

    /// The conditions decide as they do without an observer, and are then evaluated once more for it: what is known of
    /// them from other items, and what they cost, stays the same.
    func reasonToSkip(
        _ info: StepInfo, _ turn: inout ObservedTurn, _ context: inout ValidationContext
    ) -> SkipReason? {
        var probe = NoProbe()
        let reason = context.reasonToSkip(by: info.conditions, &probe)
        if let branches {
            context.unpaid { context in
                var probe = BranchProbe(branches, of: info.rule.order)
                _ = context.reasonToSkip(by: info.conditions, &probe)
            }
        } else if wantsDetails {
            context.unpaid { context in
                var probe = TraceProbe(info, self)
                _ = context.reasonToSkip(by: info.conditions, &probe)
                turn.turn.conditions = probe.traces
            }
        }
        return reason
    }

    func judge(
        _ step: Step, _ node: UnsafeMutablePointer<prv_node>, _ turn: inout ObservedTurn,
        _ context: inout ValidationContext
    ) {
        step.run(node, &turn.turn, &context, self)
    }

    func mismatched(
        _ step: Step, _ found: StructureMismatch, violationsFrom first: Int, _ context: inout ValidationContext
    ) {
        let info = step.info.takeUnretainedValue()
        let components = info.attribute.path.components.dropLast(found.rest)
        let path = context.record.path(of: components, depth: found.depth)
        let structure = StepInfo(
            rule: StructureStep.rule,
            attribute: AttributeInfo(
                name: ValuePath(Array(components)).description, path: path, slot: 0, tail: [], index: -1))
        note(context.violations[first...], of: structure)
        if step.runner == NullStrings.self { return }
        note(info, at: path, .blocked(by: blocker(at: path, among: context.violations)))
    }

    func hadNoValue(_ step: Step, at node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext) {
        if step.runner == NullStrings.self { return }
        let info = step.info.takeUnretainedValue()
        let isBlocked = node.pointee.value.flags & NodeFlag.bailed != 0
        let blocker = isBlocked ? blocker(at: info.attribute.path, among: context.violations) : nil
        note(info, at: info.attribute.path, blocker.map { .blocked(by: $0) } ?? .skipped(.noValue))
    }

    func checked(structure info: StepInfo, violationsFrom first: Int, _ context: inout ValidationContext) {
        note(context.violations[first...], of: info)
    }

    func checkedNames(violationsFrom first: Int, _ context: inout ValidationContext) {
        note(context.violations[first...], ofClosed: attribute)
    }

    func couldNotRun(_ steps: [StepInfo], because structure: StepInfo, _ context: inout ValidationContext) {
        note(context.violations[...], of: structure)
        for info in steps { note(info, at: info.attribute.path, .blocked(by: structure.rule)) }
    }

    // The list of async rules is run later, with violations of its own.
    func finish(_ context: inout ValidationContext) { learn(context.violations) }

    /// Reads a string as null; this is not a rule of the file, so the observer gets no turn.
    private func readNull(
        _ step: Step, _ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext
    ) {
        let value = wantsDetails ? AnyValue(raw: node.pointee.value) : .absent
        withUnsafePointer(to: step) { Step.judge($0, node, &context) }
        let strings = NullStrings.validator(NullStrings.self, in: step.holder)
        for found in strings.found(in: value, at: path(context.valuePath)) {
            nulls[found.path] = NullReading(
                path: found.path, text: .text(found.text), position: strings.positions[found.text])
        }
    }
}

/// A turn, and what was found before it.
struct ObservedTurn {
    var turn: RuleTurn
    let violations: Int
    let omitted: Int
}

extension Step {
    /// Runs the validator as `judge` does, and keeps what it computed.
    fileprivate func run(
        _ node: UnsafeMutablePointer<prv_node>, _ turn: inout RuleTurn, _ context: inout ValidationContext,
        _ observation: Observation
    ) {
        let waiting = context.record.state.pointee.pendingChecks?.count
        let written = observation.wantsDetails ? writtenValues(context) : []
        let explanation = context.unpaid { context in
            runner.explanation(
                holder, unsafe Value(unsafe: node.pointee.value), &context, withParts: observation.wantsDetails)
        }
        if observation.wantsDetails {
            turn.parts = explanation.parts
            let others = turn
            turn.reads = context.unpaid { reads(&$0, observation, besides: others) }
        }
        if let branches = observation.branches { context.unpaid { count(node, &$0, branches) } }
        let traces = trace(node, &context, withValues: observation.wantsDetails)
        if observation.wantsDetails { turn.inner = traces.turns(in: turn, observation) }
        if context.findings > 0 {
            turn.outcome = .failed
        } else if traces.areSkipped {
            turn.outcome = .skipped(.empty)
        } else if context.record.state.pointee.pendingChecks?.count != waiting {
            turn.outcome = .pending
        } else if !explanation.missing.isEmpty {
            turn.outcome = .skipped(.missing(explanation.missing))
        }
        guard observation.wantsDetails, let before = turn.value else { return }
        turn.changes.add(turn.path, before, AnyValue(raw: node.pointee.value))
        for (attribute, before) in written {
            turn.changes.add(
                observation.path(context.path(of: attribute)), before, context.copy(of: attribute) ?? .absent)
        }
    }

    /// The values of the other attributes that the rule sets.
    private func writtenValues(_ context: borrowing ValidationContext) -> [(AttributeInfo, AnyValue)] {
        info.takeUnretainedValue().reads.written.sorted().compactMap { index in
            guard index != attributeIndex, context.record.layout.attributes.indices.contains(index) else { return nil }
            let attribute = context.record.layout.attributes[index]
            return (attribute, context.copy(of: attribute) ?? .absent)
        }
    }

    /// The values of the other attributes that the rule reads.
    private func reads(
        _ context: inout ValidationContext, _ observation: Observation, besides turn: borrowing RuleTurn
    ) -> [ReadValue] {
        var reads: [ReadValue] = []
        let attributes = context.record.layout.attributes
        let step = info.takeUnretainedValue()
        for index in step.reads.attributes.sorted()
        where index != attributeIndex && attributes.indices.contains(index) {
            let attribute = attributes[index]
            var many = ManyReference(attribute, from: step.attribute)
            if step.reads.ofAllItems.contains(index), context.copy(of: attribute)?.kind != .list {
                many = many.ofAllItems ?? many
            }
            let path = observation.path(
                context.record.path(of: attribute.path.components, depth: min(context.depth, many.shared)))
            if turn.conditions.contains(where: { $0.isAbout(path) }) { continue }
            if turn.parts.contains(where: { $0.text == attribute.name }) { continue }
            if turn.conditions.contains(where: { $0.shows(attribute.name) }) { continue }
            reads.append(
                ReadValue(
                    attribute: observation.name(attribute.name), path: path,
                    value: context.shown(attribute, many) ?? .absent))
        }
        return reads
    }
}

extension ValidationContext {
    /// The path of the value that is validated.
    var valuePath: ValuePath {
        let components = step._withUnsafeGuaranteedRef(\.attribute.path.components)
        return depth == 0 ? ValuePath(components) : record.path(of: components, depth: depth)
    }

    fileprivate var omittedCount: Int { record.state.pointee.omitted.counts.values.reduce(0, +) }

    /// The value of another attribute; a list of its values, if it is in a list that the rule is not in.
    fileprivate mutating func shown(
        _ attribute: AttributeInfo, _ many: ManyReference
    ) -> AnyValue? {
        let state = record.outermost.state
        if many.shared == attribute.lists {
            guard attribute.lists <= depth else { return state.pointee.kept.isFull ? .text("…") : copy(of: attribute) }
            return record.node(at: AttributeReference(attribute: attribute), depth: depth).map {
                state.pointee.kept.copy($0.pointee.value)
            }
        }
        if state.pointee.kept.isFull { return .text("…") }
        guard let start = record.node(at: many.beginning, depth: depth) else { return .list([]) }
        let place = TablePlace(rule: ObjectIdentifier(attribute), start: start)
        // The values of shapes are at the same place one after the other.
        let isRemembered = attribute.isOfRecord || record === record.outermost
        if isRemembered, let known = state.pointee.kept.values(at: place) { return known }
        let before = state.pointee.kept.weight
        var values: [AnyValue] = []
        forEach(many) { node, _ in
            values.append(state.pointee.kept.copy(node.pointee.value))
            return true
        }
        if isRemembered { state.pointee.kept.remember(.list(values), at: place, since: before) }
        return .list(values)
    }

    /// A copy of another attribute's value; a list where it has many.
    fileprivate func copy(of attribute: AttributeInfo) -> AnyValue? {
        if attribute.lists <= depth {
            return record.node(at: AttributeReference(attribute: attribute), depth: depth).map {
                AnyValue(raw: $0.pointee.value)
            }
        }
        return record[attribute.name]
    }
}

extension ConditionTrace {
    /// Whether an expression in the condition has an attribute.
    fileprivate func shows(_ name: String) -> Bool {
        values.contains { $0.text == name } || parts.contains { $0.shows(name) }
    }

    /// Whether the condition is about a value at a path, which may have `*` for items.
    fileprivate func isAbout(_ other: ValuePath) -> Bool {
        if parts.contains(where: { $0.isAbout(other) }) { return true }
        guard let own = path?.components, own.count == other.components.count else { return false }
        return zip(own, other.components).allSatisfy { $0 == $1 || $1 == .each }
    }
}

extension [ValueChange] {
    mutating func add(_ path: ValuePath, _ before: AnyValue, _ after: AnyValue) {
        if before != after || before.kind != after.kind {
            append(ValueChange(path: path, before: before, after: after))
        }
    }
}
