internal import ProvisoMessages

extension BoundExpression {
    /// What is missing, if that is why the rule is skipped.
    func missing(_ value: borrowing Value, _ context: inout ValidationContext) -> [String] {
        guard skipsMissing, let error = evaluate(value, &context).error, error.kind == .missing else { return [] }
        return [error.name ?? text]
    }

    /// The parts of the expression with their values, inner ones first and the whole expression last.
    func parts(_ value: borrowing Value, _ context: inout ValidationContext) -> [EvaluatedPart] {
        let raw = value.raw
        return withUnsafeMutablePointer(to: &context) { context in
            let record = context.pointee.record.outermost
            var tracer = ExprTracer(isFull: record.state.pointee.kept.isFull) {
                record.state.pointee.kept.add($0)
            } run: {
                self.run($0, unsafe Value(unsafe: raw), context)
            }
            tracer.trace(node)
            return tracer.parts
        }
    }

    private func compile(_ part: ExprNode) -> ExprProgram? {
        let names = program.names
        return try? ExprCompiler.compile(
            part, host: calls, readings: readings, zones: ExprZones.offset, isVariable: { names.contains($0) })
    }

    /// The parts that decide.
    var branches: [ExprBranches.Branch] {
        if let known = madeBranches.load() { return known.branches }
        return madeBranches.storeIfNil(ExprBranches(node, program.names) { compile($0) }).branches
    }

    /// Whether a part that decides is true; `nil` if that is not known.
    func isTrue(
        _ branch: ExprBranches.Branch, _ value: borrowing Value, _ context: inout ValidationContext
    ) -> Bool? {
        let raw = value.raw
        return withUnsafeMutablePointer(to: &context) { context in
            let (step, node, findings) = (context.pointee.step, context.pointee.node, context.pointee.findings)
            defer { (context.pointee.step, context.pointee.node, context.pointee.findings) = (step, node, findings) }
            return branch.program.run(now: now, in: context) { index in
                read(branch.inputs[index], unsafe Value(unsafe: raw), context.pointee)
            }.truth
        }
    }

    /// The value of a part, which may read what the whole expression reads.
    private func run(
        _ part: ExprNode, _ value: borrowing Value, _ context: UnsafeMutablePointer<ValidationContext>
    ) -> ExprValue? {
        let names = program.names
        guard let part = compile(part) else { return nil }
        var inputs: [ExprValue?] = []
        for name in part.names {
            guard let index = names.firstIndex(of: name) else { return nil }
            inputs.append(read(index, value, context.pointee))
        }
        let (step, node, findings) = (context.pointee.step, context.pointee.node, context.pointee.findings)
        defer { (context.pointee.step, context.pointee.node, context.pointee.findings) = (step, node, findings) }
        return part.run(now: now, in: context) { inputs[$0] }
    }
}
