internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// A step's turn while an observer sees it.
///
/// The decisions are those of `Step.run`, made by the same tests. Quick tests are left out: they accept only what the
/// validator accepts, and it is called in their place.
extension Step {
    func observe(_ context: inout ValidationContext, _ observation: Observation) {
        let node = context.slots + slot
        guard options.contains(.isNested) else { return observe(node, &context, observation) }
        let step = info.takeUnretainedValue()
        let record = context.record
        var hasValues = false
        record.state.pointee.memory.forgetConditions()
        withUnsafeMutablePointer(to: &context) { context in
            record.walk(
                node, step.attribute.tail[...], depth: 0, nullParts: nullParts, unless: NodeFlag.sealed,
                mismatch: {
                    hasValues = true
                    observe($0, &context.pointee, observation)
                },
                { node, depth in
                    hasValues = true
                    context.pointee.depth = depth
                    defer { context.pointee.depth = 0 }
                    guard mayRun(at: node, &context.pointee) else { return }
                    if node == record.spare {
                        observeAbsent(node, &context.pointee, observation)
                    } else {
                        observe(node, &context.pointee, observation)
                    }
                })
        }
        if hasValues || runner == NullStrings.self { return }
        let flags = node.pointee.value.flags
        let blocker =
            flags & NodeFlag.bailed == 0 ? nil : observation.blocker(at: step.attribute.path, among: context.violations)
        observation.note(step, at: step.attribute.path, blocker.map { .blocked(by: $0) } ?? .skipped(.noValue))
    }

    /// The step at a value that is neither a list nor an object.
    private func observe(
        _ found: StructureMismatch, _ context: inout ValidationContext, _ observation: Observation
    ) {
        let before = context.violations.count
        withUnsafeMutablePointer(to: &context) { reportMismatch(found, $0) }
        let step = info.takeUnretainedValue()
        let components = step.attribute.path.components.dropLast(found.rest)
        let path = context.record.path(of: components, depth: found.depth)
        let structure = StepInfo(
            rule: StructureStep.rule,
            attribute: AttributeInfo(
                name: ValuePath(Array(components)).description, path: path, slot: 0, tail: [], index: -1))
        observation.note(context.violations[before...], of: structure)
        if runner == NullStrings.self { return }
        observation.note(step, at: path, .blocked(by: observation.blocker(at: path, among: context.violations)))
    }

    /// All absent members share one node, so their marks are kept elsewhere.
    private func observeAbsent(
        _ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext, _ observation: Observation
    ) {
        let record = context.record
        let member = AbsentMember(item: record.trail[context.depth - 1].node, attribute: attributeIndex)
        let marks = record.marks(of: member)
        node.pointee.value.flags |= marks
        observe(node, &context, observation)
        let flags = node.pointee.value.flags & (NodeFlag.failed | NodeFlag.bailed)
        if flags != marks { record.state.pointee.absentMarks[member] = flags }
    }

    private func observe(
        _ node: UnsafeMutablePointer<prv_node>, _ context: inout ValidationContext, _ observation: Observation
    ) {
        if runner == NullStrings.self { return observeNull(node, &context, observation) }
        let step = info.takeUnretainedValue()
        let before = context.violations.count
        let omitted = context.isFull ? context.omittedCount : 0
        context.step = info
        context.node = node
        var turn = observation.turn(
            of: step, at: observation.wantsDetails ? context.valuePath : step.attribute.path, .passed)
        if observation.wantsDetails { turn.value = AnyValue(raw: node.pointee.value) }
        if !observation.nulls.isEmpty { turn.nulls = nulls(turn.path, context, observation) }
        if let outcome = reasonNotToRun(node, &turn, &context, observation) {
            turn.outcome = outcome
        } else {
            run(node, &turn, &context, observation)
        }
        if context.violations.count > before {
            turn.violations = observation.located(context.violations[before...])
            turn.outcome = .failed
        } else if context.isFull, context.omittedCount > omitted {
            turn.outcome = .failed
        }
        observation.observer.observe(turn)
    }

    /// Why the step does not run; `nil` if it does.
    private func reasonNotToRun(
        _ node: UnsafeMutablePointer<prv_node>, _ turn: inout RuleTurn, _ context: inout ValidationContext,
        _ observation: Observation
    ) -> RuleOutcome? {
        let value = node.pointee.value
        if options.block(value.flags) {
            return .blocked(by: observation.blocker(at: context.valuePath, among: context.violations))
        }
        let isEmpty =
            options.contains(.judgesEmptiness) ? isSkipped(value) : value.isEmpty && options.skip(empty: value)
        if isEmpty { return .skipped(.empty) }
        guard options.contains(.isConditional) else { return nil }
        let step = info.takeUnretainedValue()
        defer {
            context.hasFault = false
            context.step = info
        }
        let reason = context.reasonToSkip(by: step.conditions)
        if let branches = observation.branches {
            context.unpaid { context in
                var walk = BranchWalk(branches, of: step.rule.order)
                _ = context.evaluating { walk.reasonToSkip(by: step.conditions, &$0) }
            }
            return reason.map { .skipped($0) }
        }
        if observation.wantsDetails {
            turn.conditions = context.unpaid { ConditionTracer(observation: observation).trace(step, &$0).traces }
        }
        return reason.map { .skipped($0) }
    }

    /// Runs the validator.
    private func run(
        _ node: UnsafeMutablePointer<prv_node>, _ turn: inout RuleTurn, _ context: inout ValidationContext,
        _ observation: Observation
    ) {
        if options.refuse(node.pointee.value) { return refuseNull(node, &context) }
        if runner != ExprValidator.self { context.markRan() }
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
                    value: (many.shared == attribute.lists ? context.copy(of: attribute) : context.values(of: many))
                        ?? .absent))
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

    /// Why conditions keep a rule from running; `nil` if they do not.
    fileprivate mutating func reasonToSkip(by conditions: [BoundCondition]) -> SkipReason? {
        evaluating { context in
            for condition in conditions
            where condition.tests.allSatisfy({ $0.holds(&context) }) != condition.runsWhenHeld {
                return condition.runsWhenHeld ? .when : .unless
            }
            return nil
        }
    }

    fileprivate var omittedCount: Int { record.state.pointee.omitted.counts.values.reduce(0, +) }

    /// The values of an attribute in a list that the rule is not in.
    fileprivate mutating func values(of many: ManyReference) -> AnyValue? {
        var values: [AnyValue] = []
        forEach(many) { node, _ in
            values.append(AnyValue(raw: node.pointee.value))
            return true
        }
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
