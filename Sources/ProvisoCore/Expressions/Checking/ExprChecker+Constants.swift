internal import ProvisoMessages

/// Finds constants that can never be right, wherever a function takes one.
extension ExprChecker {
    /// Refuses a call that fails whatever the record is: a wrong time, duration, zone, pattern or format,
    /// and a function of constants that has no value.
    func checkConstants(_ call: ExprNode) throws(ExprSyntaxError) {
        guard case .call(let name, let target, let arguments, _) = call else { return }
        if case .literal(.string(let text), let offset)? = arguments.last {
            try checkText(text, of: name, target, arguments.count, offset)
        }
        if name == "format", case .literal(.string(let format), let offset)? = target,
            case .list(let values, _)? = arguments.first, !values.contains(where: \.isOptional),
            let reason = StringFormat.fault(in: format, values: values.count)
        {
            throw ExprSyntaxError(offset: offset, reason: reason)
        }
        if let (pattern, offset) = call.ownPattern {
            do throws(ExprError) { _ = try ExprPattern(pattern) } catch {
                throw ExprSyntaxError(offset: offset, reason: error.reason)
            }
        } else {
            try compute(call)
        }
    }

    /// Refuses strings that are not the time, the duration or the zone that the function needs.
    private func checkText(
        _ text: String, of name: String, _ target: ExprNode?, _ count: Int, _ offset: Int
    ) throws(ExprSyntaxError) {
        switch (name, target, count) {
        case ("duration", nil, 1) where ExprTime(duration: text) == nil:
            throw ExprSyntaxError(
                offset: offset, reason: "'\(text.prefix(60))' is not a duration, such as 1h30m or 720h",
                suggestion: FamiliarFunctions.duration(text))
        case ("timestamp", nil, 1) where ExprTime(timestamp: text) == nil:
            let whole = ExprTime(timestamp: text + "T00:00:00Z") == nil ? nil : "\(text)T00:00:00Z"
            throw ExprSyntaxError(
                offset: offset,
                reason: "'\(text.prefix(60))' is not a time of RFC 3339, such as 2026-01-31T10:00:00Z",
                suggestion: whole)
        case (_, _?, 1) where TimeFunctions.names.contains(name):
            if ExprTime.offset(text.utf8) != nil || TimeZoneRules(text) != nil { return }
            let (reason, suggestion) = TimeZoneRules.unknown(text)
            throw ExprSyntaxError(offset: offset, reason: reason, suggestion: suggestion)
        default: return
        }
    }

    /// Functions that need what is outside of the expression.
    private static let unknownBefore = ["is", "lookup", "now"]

    /// The steps that a constant may take: those that people write take fewer.
    private static let constantSteps = 1_000

    /// Computes a call of constants, which is the same for all records.
    private func compute(_ call: ExprNode) throws(ExprSyntaxError) {
        guard case .call(let name, let target, let arguments, let offset) = call, !arguments.isEmpty || target != nil,
            !Self.unknownBefore.contains(name), !mayBeLeftOut(offset), arguments.allSatisfy(\.isConstant),
            target.map({ $0.isConstant || ExprCompiler.qualified($0) != nil && !isValue($0) }) ?? true,
            let program = try? ExprCompiler.compile(call, zones: { _, _ in nil }, isVariable: { _ in false }),
            program.names.isEmpty
        else { return }
        var limits = ExprLimits()
        (limits.steps, limits.memory) = (Self.constantSteps, Self.constantSteps)
        let found = program.run(now: ExprTime(seconds: 0), limits: limits) { _ in nil }
        guard case .error(let error) = found, error.kind != .cost, error.kind != .noOverload else { return }
        throw ExprSyntaxError(offset: arguments.last?.offset ?? offset, reason: error.reason)
    }

    /// Whether the first name of a node stands for a value, and does not begin the name of a function.
    private func isValue(_ node: ExprNode) -> Bool {
        guard let name = node.firstName else { return true }
        return !ExprCompiler.spaces.contains(name) || facts.type(of: name) != nil
    }

    /// Refuses a member that a map does not have which the expression writes out.
    func checkMember(_ field: String, of map: ExprNode, _ offset: Int) throws(ExprSyntaxError) {
        guard case .map(let entries, _) = Self.member(map), !mayBeLeftOut(offset) else { return }
        var known: [String] = []
        for entry in entries {
            guard case .literal(.string(let key), _) = entry.key else { return }
            known.append(key)
        }
        if known.contains(field) { return }
        let names = known.prefix(8).map { "'\($0)'" }.joined(separator: ", ") + (known.count > 8 ? ", …" : "")
        throw ExprSyntaxError(
            offset: offset,
            reason: "the map has no member '\(field)'" + (known.isEmpty ? ": it is empty" : ", only \(names)"),
            suggestion: Suggestion.nearest(to: field, in: known))
    }

    /// What a node is in the maps that it names members of: `{'a': {'b': 1}}.a` is `{'b': 1}`.
    private static func member(_ node: ExprNode) -> ExprNode {
        guard case .select(let target, let field, isOptional: false, _) = node,
            case .map(let entries, _) = member(target),
            let entry = entries.last(where: { entry in
                if case .literal(.string(field), _) = entry.key { true } else { false }
            })
        else { return node }
        return entry.value
    }

    /// Refuses a constant index of a list or a map that the expression writes out, if nothing is there.
    func checkIndex(_ index: ExprNode, of target: ExprNode) throws(ExprSyntaxError) {
        switch (target, index) {
        case (.map, .literal(.string(let key), let offset)): try checkMember(key, of: target, offset)
        case (.list(let items, _), .literal(.int(let number), let offset)):
            if mayBeLeftOut(offset) || items.contains(where: \.isOptional) || (0..<Int64(items.count)).contains(number)
            {
                return
            }
            throw ExprSyntaxError(
                offset: offset,
                reason: items.isEmpty
                    ? "the list has no items" : "the list has only the items 0 to \(items.count - 1)")
        default: return
        }
    }
}

extension ExprNode {
    /// Whether it is a literal, or a list of some.
    fileprivate var isConstant: Bool {
        switch self {
        case .literal: true
        case .list(let items, _): items.allSatisfy { !$0.isOptional && $0.value.isConstant }
        default: false
        }
    }
}
