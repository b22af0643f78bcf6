internal import ProvisoMessages

extension BoundExpression {
    /// The attributes without which the rule is skipped, and which are absent or null.
    func missing(_ value: borrowing Value, _ context: borrowing ValidationContext) -> [String] {
        var names: [String] = []
        for index in needed {
            switch read(index, value, context) {
            case nil, .null?: names.append(program.names[index])
            default: continue
            }
        }
        return names
    }

    /// The parts of the expression with their values, inner ones first and the whole expression last.
    func parts(_ value: borrowing Value, _ context: borrowing ValidationContext) -> [EvaluatedPart] {
        guard let node = try? ExprParser.parse(text) else { return [] }
        var (parts, seen) = ([EvaluatedPart](), Set<String>())
        for part in ExprText.parts(of: node) {
            let text = ExprText.text(part)
            guard seen.insert(text).inserted, let found = run(part, value, context) else { continue }
            // `nil` alone would be a null.
            let value: AnyValue? = found.error == nil ? .some(found.owned) : .none
            parts.append(EvaluatedPart(text, value, note: found.error?.reason))
        }
        return parts
    }

    /// The value of a part, which may read what the whole expression reads.
    private func run(
        _ part: ExprNode, _ value: borrowing Value, _ context: borrowing ValidationContext
    ) -> ExprValue? {
        let names = program.names
        guard let part = try? ExprCompiler.compile(part, zones: ExprZones.offset, isVariable: { names.contains($0) })
        else { return nil }
        var inputs: [ExprValue?] = []
        for name in part.names {
            guard let index = names.firstIndex(of: name) else { return nil }
            inputs.append(read(index, value, context))
        }
        return part.run(now: now, limits: limits) { inputs[$0] }
    }
}
