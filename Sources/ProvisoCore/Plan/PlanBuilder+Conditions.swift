internal import ProvisoMessages

/// Binds conditions.
extension PlanBuilder {
    /// A condition with its names resolved, as the rule for an attribute sees them.
    func test(
        _ condition: Condition, at place: SourcePosition?, for attribute: AttributeInfo, option: String
    ) throws(RuleSetError) -> BoundCondition.Test {
        let place = condition.position ?? place
        func tests(_ conditions: [Condition]) throws(RuleSetError) -> [BoundCondition.Test] {
            if conditions.isEmpty { throw RuleSetError(position: place, reason: "expected a condition") }
            var tests: [BoundCondition.Test] = []
            for condition in conditions {
                tests.append(try test(condition, at: place, for: attribute, option: option))
            }
            return tests
        }
        switch condition.test {
        case .closure(let closure):
            current.reads.isOpen = true
            return .closure(closure)
        case .expression(let text):
            return try expression(text, condition.text, at: place, for: attribute)
        case .any(let conditions): return .any(try tests(conditions))
        case .all(let conditions): return .all(try tests(conditions))
        case .not(let inner): return .not(try test(inner, at: place, for: attribute, option: option))
        case .number(let count, let conditions):
            try check(count, of: conditions.count, at: place)
            return .number(least: count.least, most: count.most, try tests(conditions))
        case .items(let count, let inner):
            try check(count, at: place)
            return try itemTest(count, inner, at: place, for: attribute, option: option)
        case .rule(let name, let body):
            current.conditionPlace = place
            if body.check == nil, registry[body.type] != nil, neverRejects(body) {
                throw RuleSetError(
                    position: body.positions["type"] ?? place,
                    reason: "'\(body.type)' rejects nothing, so the condition is always true: "
                        + "'required' and 'present' test whether there is a value")
            }
            let reference = try located(at: place) { () throws(OptionError) in
                try BindingContext(attribute: attribute, binder: self).reference(to: name, option: option)
            }
            let wasCondition = current.isCondition
            current.isCondition = true
            defer { current.isCondition = wasCondition }
            let path = reference.attribute.path.components
            let wasNullable = current.isNullable
            current.isNullable = mayBeNull(path)
            defer { current.isNullable = wasNullable }
            let wishes = Skipping.Wishes(
                empty: current.empty, isNullable: mayBeNull(path), isRecord: path.isEmpty)
            return .check(Check(try check(for: body, attribute: reference.attribute).check, wishes), reference)
        }
    }

    /// Refuses a number that no list has, or that the number of conditions never reaches.
    private func check(
        _ count: Condition.ItemCount, of conditions: Int = .max, at place: SourcePosition?
    ) throws(RuleSetError) {
        if let fault = count.fault { throw RuleSetError(position: place, reason: fault) }
        if count.least > conditions, conditions > 0 {
            let given = conditions == 1 ? "there is only one condition" : "there are only \(conditions) conditions"
            throw RuleSetError(position: place, reason: "\(given), so that \(count.least) are never true")
        }
    }

    /// A condition of a rule; one that is the same for all items that the rule validates is evaluated once for them.
    func ruleTest(
        _ condition: Condition, at place: SourcePosition?, for attribute: AttributeInfo
    ) throws(RuleSetError) -> BoundCondition.Test {
        let before = current.reads
        current.reads = Reads()
        defer { current.reads.add(before) }
        let test = try test(condition, at: place, for: attribute, option: "when")
        guard attribute.lists > 0, test.isLong, !test.readsOwnValue, !current.reads.isOpen,
            current.reads.written.isEmpty,
            current.reads.attributes.allSatisfy({ ManyReference(attributes(at: $0), from: attribute).shared == 0 })
        else { return test }
        return .once(BoundCondition.Once(), test)
    }

    /// What `body` makes, or its error with the condition that it is about.
    private static func naming<Made>(
        _ text: String, _ body: () throws(OptionError) -> Made
    ) throws(OptionError) -> Made {
        do throws(OptionError) { return try body() } catch {
            var fault = OptionError(
                reason: "the condition '\(text.prefix(60))': \(error.reason)", suggestion: error.suggestion)
            fault.position = error.position
            throw fault
        }
    }

    /// An expression about a row and the one before it.
    func rowPairTest(
        _ condition: Condition, _ text: String, for attribute: AttributeInfo
    ) throws(RuleSetError) -> RowPairTest {
        let before = (current.isCondition, current.isExpression, current.textPlace)
        (current.isCondition, current.isExpression, current.textPlace) = (true, true, condition.text)
        let rows = RowBefore()
        current.rowBefore = rows
        defer {
            (current.isCondition, current.isExpression, current.textPlace) = before
            current.rowBefore = nil
        }
        return try located(at: condition.position) { () throws(OptionError) in
            try Self.naming(text) { () throws(OptionError) in
                let expression = try BoundExpression(
                    text, option: "expr", isCondition: true, skipsMissing: true,
                    BindingContext(attribute: attribute, binder: self))
                if expression.calls.callsRules {
                    throw OptionError(
                        reason: "an expression with 'previous' cannot call 'is': values of the row before are copies")
                }
                return RowPairTest(expression, rows.attributes)
            }
        }
    }

    /// A condition that is an expression.
    private func expression(
        _ text: String, _ textPlace: SourcePosition?, at place: SourcePosition?, for attribute: AttributeInfo
    ) throws(RuleSetError) -> BoundCondition.Test {
        current.conditionPlace = place
        let before = (current.isCondition, current.isExpression, current.textPlace)
        (current.isCondition, current.isExpression, current.textPlace) = (true, true, textPlace)
        defer { (current.isCondition, current.isExpression, current.textPlace) = before }
        let (check, codes) = try resolve(.expr(text))
        _ = codes
        let bound = try located(at: place) { () throws(OptionError) in
            try Self.naming(text) { () throws(OptionError) in
                try check.bound(to: BindingContext(attribute: attribute, binder: self))
            }
        }
        // The rule's own value may be empty: the condition is about others, too.
        return .check(Check(bound, Skipping.Wishes(skipOnEmpty: false)), AttributeReference(attribute: attribute))
    }

    /// A condition about the items of a list: the one that the longest path in it names.
    private func itemTest(
        _ count: Condition.ItemCount, _ inner: Condition, at place: SourcePosition?, for attribute: AttributeInfo,
        option: String
    ) throws(RuleSetError) -> BoundCondition.Test {
        func lists(_ name: String) -> Int { ValuePath(name).components.count { $0 == .each } }
        let names = inner.names.map { qualify($0) }
        let longest = names.max { lists($0) < lists($1) } ?? ""
        guard lists(longest) > 0, let last = ValuePath(longest).components.lastIndex(of: .each) else {
            let name = names.first ?? "items"
            let parts = PathText.parts(of: name)
            let meant = attributeNames.first { $0 != name && PathText.parts(of: $0).filter { $0 != "*" } == parts }
            throw RuleSetError(
                position: place, reason: "a condition about items names members of a list, such as '\(name).*'",
                suggestion: meant)
        }
        let item = itemOfRecord(longest) ?? info(of: ValuePath(Array(ValuePath(longest).components[...last])))
        let many = ManyReference(item, from: attribute)
        guard !many.rest.isEmpty else {
            throw RuleSetError(
                position: place,
                reason: "the rule is for an item of '\(item.name)': '\(longest)' is that of the same item only")
        }
        let items = BoundItems(items: many, counted: count.counted, least: count.least, most: count.most)
        return .items(items, try test(inner, at: place, for: item, option: option))
    }

    /// A place of the record that need not be an attribute of the plan.
    func info(of path: ValuePath) -> AttributeInfo {
        let (slot, tail) = shape.locate(path)
        return AttributeInfo(name: path.description, path: path, slot: slot, tail: tail, index: -1)
    }

    private func located<Result>(
        at place: SourcePosition?, _ body: () throws(OptionError) -> Result
    ) throws(RuleSetError) -> Result {
        do throws(OptionError) {
            return try body()
        } catch {
            throw RuleSetError(
                position: error.position ?? place, reason: error.reason, suggestion: error.suggestion)
        }
    }
}

extension BoundCondition.Test {
    /// Whether evaluating it may take long.
    fileprivate var isLong: Bool {
        switch self {
        case .closure, .once: false
        case .items: true
        case .not(let test): test.isLong
        case .any(let tests), .all(let tests), .number(_, _, let tests): tests.contains(where: \.isLong)
        case .check(let check, _): check.runner == ExprValidator.self
        }
    }

    /// Whether an expression in it looks at the value that the rule validates.
    fileprivate var readsOwnValue: Bool {
        switch self {
        case .closure: return true
        case .not(let test), .items(_, let test), .once(_, let test): return test.readsOwnValue
        case .any(let tests), .all(let tests), .number(_, _, let tests): return tests.contains(where: \.readsOwnValue)
        case .check(let check, _):
            guard check.runner == ExprValidator.self else { return false }
            let expression = ExprValidator.validator(ExprValidator.self, in: check.address).condition
            return expression?.program.names.contains("this") ?? true
        }
    }
}
