internal import ProvisoMessages

/// `is` and `lookup`, which call what is outside of the expression.
extension ExprCompiler {
    /// `nil` if a name is not of such a function.
    mutating func hosted(
        _ name: String, _ arguments: [ExprNode], _ offset: Int
    ) throws(ExprSyntaxError) -> ExprStep? {
        switch name {
        case "is": return try predicate(arguments, offset)
        case "lookup": return try lookup(arguments, offset)
        default: return nil
        }
    }

    private func words(_ node: ExprNode?, _ offset: Int, _ use: String) throws(ExprSyntaxError) -> String {
        switch node {
        case .literal(.string(let text), _)?: return text
        case let node?:
            if let (name, _) = Self.qualified(node) { return name }
            throw ExprSyntaxError(offset: node.offset, reason: "expected a name, as in \(use)")
        case nil: throw ExprSyntaxError(offset: offset, reason: "expected arguments, as in \(use)")
        }
    }

    private func fault(_ error: OptionError, _ offset: Int) -> ExprSyntaxError {
        let option = error.option.map { "option '\($0)': " } ?? ""
        return ExprSyntaxError(offset: offset, reason: option + error.reason, suggestion: error.suggestion)
    }

    // MARK: is

    private mutating func predicate(_ arguments: [ExprNode], _ offset: Int) throws(ExprSyntaxError) -> ExprStep {
        let use = "is(email, x) or is(string, x, {'max': 5})"
        let type = try words(arguments.first, offset, use)
        guard arguments.count == 2 || arguments.count == 3 else {
            throw ExprSyntaxError(offset: offset, reason: "'is' does not take \(arguments.count) arguments: \(use)")
        }
        guard let host else { throw ExprSyntaxError(offset: offset, reason: "'is' works in rules only") }
        let options = arguments.count > 2 ? try Self.constant(arguments[2]) : .object([])
        guard case .object(let members) = options else {
            throw ExprSyntaxError(offset: arguments[2].offset, reason: "expected options, as in \(use)")
        }
        let value = try step(arguments[1])
        do throws(OptionError) {
            return IsStep(try host.check(type, Dictionary(members.map { ($0.key, $0.value) }) { $1 }), value)
        } catch {
            throw fault(error, arguments[0].offset)
        }
    }

    /// A value that is known when the plan is made.
    private static func constant(_ node: ExprNode) throws(ExprSyntaxError) -> AnyValue {
        switch node {
        case .literal(let literal, _): return ExprValue(literal).owned
        case .list(let elements, _):
            return .list(try elements.map { element throws(ExprSyntaxError) in try constant(element.value) })
        case .map(let entries, _):
            return .object(
                try entries.map { entry throws(ExprSyntaxError) in
                    guard case .literal(.string(let key), _) = entry.key else {
                        throw ExprSyntaxError(offset: entry.key.offset, reason: "the name of an option is a string")
                    }
                    return AnyValue.Member(key, try constant(entry.value))
                })
        default: throw ExprSyntaxError(offset: node.offset, reason: "options are literals, such as 5 or 'a'")
        }
    }

    // MARK: lookup

    mutating func lookup(
        _ arguments: [ExprNode], _ offset: Int, field: String? = nil
    ) throws(ExprSyntaxError) -> LookupStep {
        let use = "lookup(products, sku) or lookup(products, {'sku': this})"
        let collection = try words(arguments.first, offset, use)
        guard arguments.count == 2 else {
            throw ExprSyntaxError(offset: offset, reason: "'lookup' does not take \(arguments.count) arguments: \(use)")
        }
        guard let host else { throw ExprSyntaxError(offset: offset, reason: "'lookup' works in rules only") }
        var keys: [(name: String, value: ExprStep)] = []
        for (name, node) in try keyNodes(arguments[1], use) { keys.append((name, try step(node))) }
        do throws(OptionError) {
            let store = try host.store(
                of: collection, at: arguments[0].offset, names: keys.map(\.name), values: field.map { [$0] } ?? [],
                others: field == nil ? fields : [])
            return LookupStep(store, collection, keys)
        } catch {
            throw fault(error, offset)
        }
    }

    /// The names of a key in the collection; an attribute has its own name there.
    private func keyNodes(
        _ node: ExprNode, _ use: String
    ) throws(ExprSyntaxError) -> [(name: String, value: ExprNode)] {
        if case .map(let entries, _) = node, !entries.isEmpty {
            return try entries.map { entry throws(ExprSyntaxError) in
                guard case .literal(.string(let name), _) = entry.key else {
                    throw ExprSyntaxError(offset: entry.key.offset, reason: "the name of a key is a string: \(use)")
                }
                return (name, entry.value)
            }
        }
        switch node {
        case .name("this", _, _):
            if let name = host?.valueName { return [(name, node)] }
        case .name(let name, _, _): return [(name, node)]
        case .select(_, let field, _, _): return [(field, node)]
        default: break
        }
        throw ExprSyntaxError(
            offset: node.offset, reason: "say which member of an entry is compared: lookup(…, {'name': value})")
    }
}

extension ExprNode {
    /// The names after dots, anywhere in the expression.
    var fields: [String] {
        var found: [String] = []
        collect(&found)
        return found
    }

    private func collect(_ fields: inout [String]) {
        switch self {
        case .literal, .name: break
        case .select(let target, let field, _, _), .has(let target, let field, _):
            fields.append(field)
            target.collect(&fields)
        case .index(let target, let index, _, _):
            if case .literal(.string(let field), _) = index { fields.append(field) }
            target.collect(&fields)
            index.collect(&fields)
        case .call(_, let target, let arguments, _):
            target?.collect(&fields)
            for argument in arguments { argument.collect(&fields) }
        case .list(let elements, _): for element in elements { element.value.collect(&fields) }
        case .map(let entries, _), .message(_, let entries, _):
            for entry in entries {
                entry.key.collect(&fields)
                entry.value.collect(&fields)
            }
        case .macro(let macro, _):
            macro.range.collect(&fields)
            macro.filter?.collect(&fields)
            macro.result?.collect(&fields)
        }
    }
}
