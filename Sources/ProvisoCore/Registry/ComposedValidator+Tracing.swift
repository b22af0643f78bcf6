internal import JSONBridge
internal import ProvisoABI
internal import ProvisoMessages

extension ComposedValidator {
    package static func trace(
        _ holder: UnsafeRawPointer, _ value: borrowing Value, _ context: inout ValidationContext, withValues: Bool
    ) -> [RuleTrace] { validator(Self.self, in: holder).trace(&context, withValues: withValues) }

    /// Does what `validate` does, and keeps what each rule did.
    private func trace(_ context: inout ValidationContext, withValues: Bool) -> [RuleTrace] {
        let (findings, wasQuiet) = (context.findings, context.isQuiet)
        // What is hidden by the type's code must not count as omitted.
        if code != nil, context.isFull || !withValues { context.isQuiet = true }
        var traces: [RuleTrace] = []
        for (rule, check) in zip(rules, checks) {
            let isDone = context.findings > findings
            traces.append(isDone ? RuleTrace(rule, .notReached) : trace(rule, check, &context, withValues: withValues))
        }
        guard let code else { return traces }
        let hasFailed = context.findings > findings
        (context.isQuiet, context.findings) = (wasQuiet, findings)
        if hasFailed { context.report(code, parameters) }
        return traces
    }

    private func trace(
        _ rule: Constraint, _ check: Check, _ context: inout ValidationContext, withValues: Bool
    ) -> RuleTrace {
        var trace = RuleTrace(rule, .passed)
        let (node, findings, count) = (context.node, context.findings, context.violations.count)
        let value = node.pointee.value
        if withValues { trace.value = AnyValue(raw: value) }
        if check.skips(value) {
            trace.outcome = .empty
            return trace
        }
        trace.explanation = check.runner.explanation(
            check.address, unsafe Value(unsafe: value), &context, withParts: withValues)
        trace.inner = check.trace(unsafe Value(unsafe: value), &context, withValues: withValues)
        if withValues { trace.after = AnyValue(raw: node.pointee.value) }
        if context.findings > findings { trace.outcome = .failed }
        guard context.violations.count > count else { return trace }
        trace.violations = Array(context.violations[count...])
        // The type's own code is reported instead; a fault is reported in any case.
        if code != nil { context.violations.removeAll(from: count) { $0.code != .fault } }
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
