internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

extension RuleSequence {
    static func trace(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withValues: Bool
    ) -> [RuleTrace] { validator(Self.self, in: holder).trace(value.raw, &context, withValues: withValues) }

    /// Does what `validate` does, and keeps what each rule did.
    private func trace(
        _ value: proviso_value, _ context: inout ValidationContext, withValues: Bool
    ) -> [RuleTrace] {
        let (findings, wasQuiet) = (context.findings, context.isQuiet)
        // What is hidden by the type's code must not count as omitted.
        if composition.code != nil, context.isFull || !withValues { context.isQuiet = true }
        var (traces, value) = ([RuleTrace](), value)
        for (index, rule) in composition.rules.enumerated() {
            let isDone = context.findings > findings
            traces.append(
                isDone ? RuleTrace(rule, .notReached) : trace(rule, index, value, &context, withValues: withValues))
            value = Self.next(value, context)
        }
        guard let code = composition.code else { return traces }
        let hasFailed = context.findings > findings
        (context.isQuiet, context.findings) = (wasQuiet, findings)
        if hasFailed { context.report(code, composition.parameters) }
        return traces
    }

    private func trace(
        _ rule: Constraint, _ index: Int, _ value: proviso_value, _ context: inout ValidationContext,
        withValues: Bool
    ) -> RuleTrace {
        guard checks.indices.contains(index) else { return RuleTrace(rule, .notReached) }
        let check = checks[index]
        var trace = RuleTrace(rule, .passed)
        let (findings, count) = (context.findings, context.violations.count)
        if withValues { trace.value = AnyValue(raw: value) }
        if skips(index, value) {
            trace.outcome = .empty
            return trace
        }
        trace.explanation = check.runner.explanation(
            check.address, unsafe Value(unsafe: value), &context, withParts: withValues)
        trace.inner = check.trace(unsafe Value(unsafe: value), &context, withValues: withValues)
        if withValues { trace.after = AnyValue(raw: Self.next(value, context)) }
        if context.findings > findings { trace.outcome = .failed }
        guard context.violations.count > count else { return trace }
        trace.violations = Array(context.violations[count...])
        // The type's own code is reported instead; a fault is reported in any case.
        if composition.code != nil { context.violations.removeAll(from: count) { $0.code != .fault } }
        return trace
    }
}

extension [Violation] {
    /// Removes those from an index on of which a test is true.
    fileprivate mutating func removeAll(from start: Int, where isUnwanted: (Violation) -> Bool) {
        let kept = self[start...].filter { !isUnwanted($0) }
        replaceSubrange(start..., with: kept)
    }
}
