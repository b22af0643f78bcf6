package import ProvisoMessages

/// The lookups that validators make while their rule is bound.
extension PlanBuilder: DefiningBinder {
    package var services: Services { registry.services }
    package var isCondition: Bool { current.isCondition }
    package var isAsyncRule: Bool { current.isAsync }
    package var isEmpty: (@Sendable (borrowing Value) -> Bool)? { current.isEmpty }
    package var empty: Emptiness { current.empty }
    package var skipsErrors: Bool { current.skipsErrors }
    package var ruleOrigin: (id: String, position: SourcePosition?) {
        (current.reference.id, current.reference.position)
    }

    package var namedFiles: NamedFiles { shapes.files }

    package func shared(_ key: String, _ make: () -> AnyObject) -> AnyObject {
        if let known = shapes.read[key] { return known }
        let made = make()
        shapes.read[key] = made
        return made
    }

    package func note(uses signatures: [String]) { shapes.usedDefinitions.formUnion(signatures) }
    package func refusal(ofWeight added: Int) -> String? { shapes.refusal(ofWeight: added) }
    package func refusal(ofPatterns added: [String]) -> String? { shapes.refusal(ofPatterns: added) }
    package var outermost: any Binder { shapes.outermost ?? self }
    package func noteOpenReading() { current.reads.isOpen = true }

    package func meanings(of name: String) -> [ValueMeaning] {
        if let known = knownMeanings[name] { return known }
        var rules = constraints(of: name)
        if name.hasSuffix(".*") {
            for outer in constraints(of: String(name.dropLast(2)))
            where registry.about(outer.type).subject == .items {
                for inner in outer.inner {
                    rules += shapes.uses.writtenOut(inner, in: registry)
                }
            }
        }
        let found = rules.compactMap { (try? made($0))?.check.means }
        knownMeanings[name] = found
        return found
    }

    package func isDeclared(_ name: String) -> Bool {
        scope == nil && !isOfShape
            && (ruleSet.attributes?.contains(name) ?? false || ruleSet.optional.contains(name)
                || ruleSet.labels[name] != nil || ruleSet.hints[name] != nil)
    }

    package func position(inText option: String, item: String, line: Int, column: Int) -> SourcePosition? {
        let key = Constraint.text(of: option, item: item)
        guard let start = current.isExpression ? current.textPlace : current.body?.positions[key] else { return nil }
        return start.offset(line: line, column: column)
    }

    package func warn(_ reason: String) {
        warnings.append(RuleSetError.Diagnostic(position: current.reference.position, reason: reason))
    }

    package func qualify(_ name: String) -> String {
        let name = ValuePath.canonical(name)
        // The names of a shape begin at its value.
        if isOfShape { return name }
        let qualified = prefix.map { RuleSet.prefixed(name, $0) } ?? name
        return scope?.qualify(qualified) ?? qualified
    }

    package func discover(_ name: String, option: String, besides own: String?) -> AttributeInfo? {
        // A validator that is used alone has no attributes around its value.
        guard declared == nil, scope == nil, !ruleSet.rules.isEmpty || !ruleSet.dataset.isEmpty, !name.isEmpty,
            PathSpelling.fault(in: name) == nil, NameCheck.isShallow(name), nameInRecord(of: name) == nil
        else { return nil }
        mentions.add(
            name, by: current.reference.id, besides: own.map { [$0] } ?? [], diagnostic(unknown: name, option: option))
        return info(of: ValuePath(name))
    }

    package func mention(_ name: String, besides others: Set<String>, option: String, isSure: Bool) {
        guard declared == nil, scope == nil, current.itemDepth != nil, attribute(name) == nil, !hasMembers(name),
            NameCheck.isShallow(name)
        else { return }
        mentions.add(
            name, by: current.reference.id, besides: others, isRead: false, isSure: isSure,
            diagnostic(unknown: name, option: option))
    }

    func diagnostic(unknown name: String, option: String) -> RuleSetError.Diagnostic {
        let found = place(ofUnknown: name, option: option)
        return currentRule?.located([found], number: ruleNumber).first ?? found
    }

    private func place(ofUnknown name: String, option: String) -> RuleSetError.Diagnostic {
        let reason = Mentions.reason(name)
        if option != "when", let body = current.body,
            let found = body.diagnostic(OptionError(option: option, reason: reason)).first
        {
            return found.placed(at: current.reference.position)
        }
        return RuleSetError.Diagnostic(position: current.conditionPlace ?? current.reference.position, reason: reason)
    }

    package func itemTest(
        _ condition: Condition, inItemsOf attribute: AttributeInfo, option: String
    ) throws(OptionError) -> BoundCondition.Test {
        guard current.innerDepth == 0 else {
            throw OptionError(
                option: option, reason: "cannot be used in a rule within a rule: write a rule for the items of the list"
            )
        }
        let item = info(of: attribute.path.appending(.each))
        do throws(RuleSetError) {
            return try test(condition.within(item.name), at: nil, for: item, option: option)
        } catch {
            throw Self.fault(error, option: option)
        }
    }

    /// The error of a rule or condition within an option, as one of the option.
    static func fault(_ error: RuleSetError, option: String) -> OptionError {
        let first = error.diagnostics.first
        var fault = OptionError(
            option: option, reason: first?.reason ?? "cannot be used", suggestion: first?.suggestion)
        fault.position = first?.position
        fault.isFailure = first?.isFailure ?? false
        return fault
    }

    package func shape(
        _ shape: NamedShape, with member: String?, option: String
    ) throws(OptionError) -> ShapePlan {
        try shapes.bind(shape, with: member, by: self, option: option)
    }

    package func shape(named name: String, option: String) throws(OptionError) -> ShapePlan {
        try shapes.bind(named: name, by: self, option: option)
    }

    package func noteReadingOfRecord() -> (shape: Shape, model: ValuePath?) {
        current.reads.isOpen = true
        return (shape, scope.map { ValuePath($0.path) })
    }

    package func memberFault(of name: String, option: String) -> OptionError? {
        (scope?.model ?? model)?.memberFault(of: name).map { fault in
            OptionError(option: option, reason: fault.reason, suggestion: fault.suggestion())
        }
    }

    package var itemDepth: Int? { current.itemDepth }

    package func innerCheck(
        for rule: Constraint, attribute: AttributeInfo, option: String, ofItems: Bool
    ) throws(OptionError) -> Check {
        let depth = current.itemDepth
        current.itemDepth = ofItems ? depth.map { $0 + 1 } : nil
        defer { current.itemDepth = depth }
        do throws(RuleSetError) {
            return try innerCheck(for: rule, attribute: attribute)
        } catch {
            // Each outer rule would only repeat what its inner rule reports.
            if current.isTooDeep { throw OptionError(option: option, reason: PlanBuilder.tooDeep) }
            throw Self.fault(error, option: option)
        }
    }

    package func partCheck(for rule: Constraint, attribute: AttributeInfo) throws(OptionError) -> Check {
        do throws(RuleSetError) {
            return try check(forPart: rule, attribute: attribute)
        } catch {
            throw Self.fault(error, option: "rules")
        }
    }

    package var rowBefore: RowBefore? { current.innerDepth == 0 ? current.rowBefore : nil }

    package func noteComparisonOfRecords() { shapes.comparesRecords = true }
}
