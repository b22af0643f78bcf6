/// Macros, each with variables of its own.
extension ExprCompiler {
    private mutating func scoped<Result>(
        _ names: [String], isItem: Bool, _ body: (inout ExprCompiler, [Int]) throws(ExprSyntaxError) -> Result
    ) throws(ExprSyntaxError) -> Result {
        let first = scopes.count
        for name in names {
            scopes.append((name, locals, isItem))
            locals += 1
        }
        defer { scopes.removeLast(scopes.count - first) }
        return try body(&self, scopes[first...].map(\.local))
    }

    mutating func macro(_ macro: ExprMacro) throws(ExprSyntaxError) -> ExprStep {
        let range = try step(macro.range)
        let isItem = macro.kind != .bind
        return try scoped(macro.names, isItem: isItem) { compiler, locals throws(ExprSyntaxError) in
            let keyLocal = locals.count > 1 ? locals[0] : nil
            let itemLocal = locals[locals.count - 1]
            let filter = try macro.filter.map { node throws(ExprSyntaxError) in try compiler.step(node) }
            let result = try macro.result.map { node throws(ExprSyntaxError) in try compiler.step(node) }
            let none = ConstantStep(.noOverload)
            switch macro.kind {
            case .all, .exists:
                return AnyAllStep(
                    range, keyLocal: keyLocal, itemLocal: itemLocal, filter ?? none, deciding: macro.kind == .exists)
            case .existsOne: return ExistsOneStep(range, keyLocal: keyLocal, itemLocal: itemLocal, filter ?? none)
            case .map, .filter, .transformList, .transformMap, .transformMapEntry:
                let kind: TransformStep.Kind =
                    switch macro.kind {
                    case .transformMap: .map
                    case .transformMapEntry: .entries
                    default: .list
                    }
                return TransformStep(
                    range, keyLocal: keyLocal, itemLocal: itemLocal, filter: filter, result: result, kind: kind)
            case .sortBy: return SortByStep(range, itemLocal: itemLocal, result ?? none)
            case .bind: return BindStep(range, local: itemLocal, result ?? none, .bind)
            case .optMap: return BindStep(range, local: itemLocal, result ?? none, .optMap)
            case .optFlatMap: return BindStep(range, local: itemLocal, result ?? none, .optFlatMap)
            }
        }
    }
}
