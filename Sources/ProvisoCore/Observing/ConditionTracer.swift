internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

/// Evaluates conditions as a plan does, in the same order, and keeps what they were.
struct ConditionTracer {
    let observation: Observation

    /// Whether a rule runs by its conditions, and what they were.
    func trace(_ info: StepInfo, _ context: inout ValidationContext) -> (reason: SkipReason?, traces: [ConditionTrace])
    {
        let rule = info.source?.rule
        let written = [rule?.when ?? [], rule?.unless ?? []].filter { !$0.isEmpty }
        // A rule of a nested model has a condition of its own: that the model exists.
        let implied = info.conditions.count - written.count
        var (reason, traces) = (SkipReason?.none, [ConditionTrace]())
        context.evaluating { context in
            for (index, condition) in info.conditions.enumerated() {
                let sources = index < implied ? [] : written[index - implied]
                let parts = all(condition.tests, sources, endsAt: false, &context)
                let holds = !parts.contains { $0.holds != true }
                let word = index < implied ? "exists" : condition.runsWhenHeld ? "when" : "unless"
                traces.append(ConditionTrace(word, holds, parts: parts))
                if holds == condition.runsWhenHeld { continue }
                reason = condition.runsWhenHeld ? .when : .unless
                return
            }
        }
        return (reason, traces)
    }

    /// Tests one after the other, up to the first with a value that decides.
    private func all(
        _ tests: [BoundCondition.Test], _ sources: [Condition], endsAt end: Bool, _ context: inout ValidationContext
    ) -> [ConditionTrace] {
        var (traces, isDecided) = ([ConditionTrace](), false)
        for (index, test) in tests.enumerated() {
            let source = sources.indices.contains(index) ? sources[index] : nil
            if isDecided {
                traces.append(unevaluated(source))
                continue
            }
            let trace = trace(test, source, &context)
            isDecided = trace.holds == end
            traces.append(trace)
        }
        return traces
    }

    private func unevaluated(_ source: Condition?) -> ConditionTrace {
        ConditionTrace(source.map { ConditionText.text($0) } ?? "a closure", nil, position: source?.position)
    }

    private func trace(
        _ test: BoundCondition.Test, _ source: Condition?, _ context: inout ValidationContext
    ) -> ConditionTrace {
        let place = source?.position
        switch test {
        case .closure(let closure): return ConditionTrace("a closure", closure(context), position: place)
        case .any(let tests):
            let parts = all(tests, source?.parts ?? [], endsAt: true, &context)
            return ConditionTrace("any", parts.contains { $0.holds == true }, parts: parts, position: place)
        case .all(let tests):
            let parts = all(tests, source?.parts ?? [], endsAt: false, &context)
            return ConditionTrace("all", !parts.contains { $0.holds != true }, parts: parts, position: place)
        case .not(let test):
            let part = trace(test, source?.parts.first, &context)
            return ConditionTrace("not", part.holds != true, parts: [part], position: place)
        case .number(let least, let most, let tests):
            let sources = source?.parts ?? []
            var parts: [ConditionTrace] = []
            for (index, test) in tests.enumerated() {
                parts.append(trace(test, sources.indices.contains(index) ? sources[index] : nil, &context))
            }
            let count = parts.count { $0.holds == true }
            return ConditionTrace(
                ConditionText.head(source), count >= least && count <= most, parts: parts, position: place)
        case .items(let items, let test): return trace(items, test, source, &context)
        case .once(_, let test): return trace(test, source, &context)
        case .check(let check, let reference): return trace(check, reference, source, &context)
        }
    }

    private func trace(
        _ items: BoundItems, _ test: BoundCondition.Test, _ source: Condition?, _ context: inout ValidationContext
    ) -> ConditionTrace {
        var (count, parts) = (0, [ConditionTrace]())
        context.forEach(items.items) { _, context in
            let part = trace(test, source?.parts.first, &context)
            if (part.holds == true) == items.counted { count += 1 }
            parts.append(part)
            return count <= items.most && (items.most != .max || count < items.least)
        }
        return ConditionTrace(
            ConditionText.head(source), count >= items.least && count <= items.most, parts: parts,
            position: source?.position)
    }

    private func trace(
        _ check: Check, _ reference: AttributeReference, _ source: Condition?, _ context: inout ValidationContext
    ) -> ConditionTrace {
        let spare = context.record.spare
        let node = context.record.node(at: reference, depth: context.depth) ?? spare
        if node == spare { spare.pointee = .absent }
        let value = AnyValue(raw: node.pointee.value)
        let attribute = reference.attribute
        let own = context.path(of: attribute)
        let path = attribute.isOfRecord ? own : observation.path(own)
        let text = source.map { ConditionText.text($0) } ?? reference.name
        var explanation = ValidatorExplanation()
        context.node = node
        if check.runner == ExprValidator.self, !check.skips(node.pointee.value) {
            explanation = check.runner.explanation(
                check.address, unsafe Value(unsafe: node.pointee.value), &context, withParts: true)
            context.node = node
        }
        let holds = check.isMet(by: node.pointee.value, &context)
        var trace = ConditionTrace(text, holds, path: path, value: value, position: source?.position)
        (trace.values, trace.missing) = (explanation.parts, explanation.missing)
        return trace
    }
}

extension ValidationContext {
    /// The path of another attribute's value, in the same items as the value being validated.
    func path(of attribute: AttributeInfo) -> ValuePath {
        record.path(of: attribute.path.components, depth: min(depth, attribute.lists))
    }
}

extension Condition {
    /// The conditions that it is made of.
    var parts: [Condition] {
        switch test {
        case .any(let conditions), .all(let conditions), .number(_, let conditions): conditions
        case .not(let condition), .items(_, let condition): [condition]
        case .rule, .closure, .expression: []
        }
    }
}
