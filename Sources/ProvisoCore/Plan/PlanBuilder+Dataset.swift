internal import ProvisoMessages

/// Binds rules about all records.
extension PlanBuilder {
    /// The rules about all records, with their names resolved.
    func bindDataset() -> [DatasetStep] {
        (ruleSet.dataset + tolerances).enumerated().compactMap { index, rule in
            do throws(RuleSetError) {
                return try bind(rule, at: index, isTolerance: index >= ruleSet.dataset.count)
            } catch {
                diagnostics += error.diagnostics.map { $0.placed(at: rule.position ?? ruleSet.position) }
                return nil
            }
        }
    }

    /// For each rule that tolerates a share of the records, the rule about all of them.
    private var tolerances: [DatasetRule] {
        ruleSet.rules.enumerated().compactMap { index, rule in
            guard let most = rule.tolerate else { return nil }
            let id = rule.id ?? String(index + 1)
            var made = DatasetRule(.share, is: .fails(rule: id), max: most, id: "\(id).tolerate")
            made.position = rule.position
            return made
        }
    }

    /// Resolves the names of a rule, which may be that of a share that a rule for records tolerates.
    private func bind(
        _ rule: DatasetRule, at index: Int, isTolerance: Bool
    ) throws(RuleSetError) -> DatasetStep {
        if let fault = DatasetFault(in: rule) { throw fault.error(of: rule) }
        let id = rule.id ?? RuleSet.idOfTableRule(index)
        if rules.contains(id) { throw RuleSetError(reason: "the id '\(id)' belongs to two rules", rule, "id") }
        if ruleSet.limits != nil, rule.readsFile {
            throw RuleSetError(
                reason: "the rule set may not read files", rule, rule.profile == nil ? "equals" : "from")
        }
        let idle = isTolerance ? DatasetThresholds.idle(tolerating: rule) : DatasetThresholds(rule).idle
        for (key, reason) in idle {
            warnings.append(RuleSetError.Diagnostic(position: rule.positions[key] ?? rule.position, reason: reason))
        }
        current = RuleInProgress()
        currentRule = nil
        prefix = nil
        let messages = try MessageCompiler.compile(
            rule.messages, of: Constraint(type: DatasetRule.type), codes: rule.ownCodes, known: shapes.messages)
        let references = rule.bounds.map {
            RuleReference(
                id: id, type: DatasetRule.type, severity: $0.severity, messages: messages,
                position: rule.position)
        }
        current.reference = references[0]
        current.conditionPlace = rule.position
        let fails: String? = if case .fails(let failing)? = rule.test { failing } else { nil }
        let rule = try naming(rule)
        for reference in references.prefix(1) { rules.add(reference) }
        var parts = try parts(of: rule)
        parts.fails = fails
        return DatasetStep(rule, references, parts, reads: current.reads.attributes, clock: registry.services.clock)
    }

    /// The rule with the paths of the files that it names, and with what reports call a rule that it names.
    private func naming(_ rule: DatasetRule) throws(RuleSetError) -> DatasetRule {
        var rule = rule
        if case .fails(let id)? = rule.test {
            guard rules.contains(id) else {
                throw RuleSetError(
                    reason: "no rule has the id '\(id)'", suggestion: Suggestion.nearest(to: id, in: rules.ids), rule,
                    "fails")
            }
            if ruleSet.dataset.contains(where: { $0.id == id }) {
                throw RuleSetError(
                    reason: "'\(id)' is a rule about all records: 'fails' names one about each record", rule, "fails")
            }
            if let failing = ruleSet.rules.enumerated().first(where: { ($1.id ?? String($0 + 1)) == id })?.element {
                if registry.about(failing.constraint.type).effect == .namesAttribute {
                    throw RuleSetError(
                        reason: "the rule '\(id)' only names attributes: it never finds anything", rule, "fails")
                }
                if !failing.on.isEmpty || !failing.except.isEmpty {
                    warnings.append(
                        RuleSetError.Diagnostic(
                            position: rule.position,
                            reason: "the rule '\(id)' does not run in every scenario: where it does not, nothing fails")
                    )
                }
                rule.of = failing.attributes.map(RuleSet.plain).joined(separator: ", ")
                rule.test = .fails(rule: failing.id ?? failing.constraint.type.rawValue)
            }
        }
        if let name = rule.profile {
            do throws(NamedFiles.Refusal) {
                rule.from = .profile(try namedFiles.path(of: name, at: rule.position))
            } catch {
                throw RuleSetError(reason: error.reason, rule, "from")
            }
        }
        for index in rule.bounds.indices {
            guard case .file(let name, let column)? = rule.bounds[index].equals else { continue }
            do throws(NamedFiles.Refusal) {
                rule.bounds[index].equals = .file(try namedFiles.path(of: name, at: rule.position), column: column)
            } catch {
                throw RuleSetError(position: rule.equalsPosition, reason: error.reason)
            }
        }
        return rule
    }

    private func parts(of rule: DatasetRule) throws(RuleSetError) -> DatasetStep.Parts {
        var parts = DatasetStep.Parts()
        // Conditions have no value of their own, unless the rule has one.
        var own = AttributeInfo(name: "", path: ValuePath([]), slot: 0, tail: [], index: -1)
        let record = own
        if let name = rule.of, !rule.countsFailures {
            own = try attribute(name, "of", of: rule, mayBeMany: rule.until == nil)
            let source = self.source(own, in: record)
            if rule.measure.needsTimes, source.reading.map({ $0.kind != .time }) ?? false {
                throw RuleSetError(
                    reason:
                        "'\(rule.measure.rawValue)' needs dates or times, and the rules for '\(name)' say that it is a "
                        + "number", rule, "of")
            }
            parts.value = source
            if rule.measure == .drift { try bindDrift(rule, source, &parts) }
        }
        if let name = rule.until {
            parts.until = source(try attribute(name, "until", of: rule, mayBeMany: false), in: record)
        }
        for name in rule.by {
            parts.groups.append(AttributeReference(attribute: try attribute(name, "by", of: rule, mayBeMany: false)))
        }
        for condition in rule.conditions { parts.filter.append(try test(condition, own, of: rule)) }
        parts.quickFilter = parts.filter.map { QuickReading($0) }
        if let condition = rule.condition {
            guard own.tail.isEmpty else {
                throw RuleSetError(reason: "a test of '\(own.name)' needs a value that is not in a list", rule, "of")
            }
            if case .expression(let text) = condition.test, readsRowBefore(text) {
                try discover(condition, of: rule)
                parts.pair = try rowPairTest(condition, text, for: own)
            } else {
                let test = try test(condition, own, of: rule)
                (parts.test, parts.quickTest) = (test, QuickReading(test))
            }
        }
        if let within = rule.within {
            guard let age = DateShift(within, isNegative: true) else {
                throw RuleSetError(
                    reason: "'\(within)' is not a duration in ISO 8601, such as P1D or PT12H", rule, "within")
            }
            parts.age = age
        }
        return parts
    }

    /// Whether the values of `drift` are categories or numbers, and the shares that the rule has.
    private func bindDrift(
        _ rule: DatasetRule, _ source: DatasetStep.Source, _ parts: inout DatasetStep.Parts
    ) throws(RuleSetError) {
        if case .shares(let weights)? = rule.from {
            guard let shares = ShareReader.counts(weights) else {
                throw RuleSetError(
                    reason:
                        "shares are numbers from 0 to 1000000 with at most 9 digits after the point, not all of them 0, "
                        + "and there are at most \(CategoryMeasure.most)", rule, "from")
            }
            parts.shares = .categories(shares)
        } else if source.reading?.kind == .time {
            throw RuleSetError(
                reason:
                    "'drift' needs numbers or categories, and the rules for '\(source.attribute.name)' say that it is a "
                    + "date or time", rule, "of")
        } else if source.reading != nil {
            parts.spread = .numbers
        }
    }

    private func source(_ attribute: AttributeInfo, in record: AttributeInfo) -> DatasetStep.Source {
        let reading = BindingContext(attribute: record, binder: self).reading(of: attribute)
        return DatasetStep.Source(attribute: attribute, reading: reading)
    }

    private func attribute(
        _ name: String, _ key: String, of rule: DatasetRule, mayBeMany: Bool
    ) throws(RuleSetError) -> AttributeInfo {
        let record = AttributeInfo(name: "", path: ValuePath([]), slot: 0, tail: [], index: -1)
        current.conditionPlace = rule.positions[key] ?? rule.position
        do throws(OptionError) {
            let binding = BindingContext(attribute: record, binder: self)
            if mayBeMany { return try binding.references(to: name, option: "when").attribute }
            return try binding.reference(to: name, option: "when").attribute
        } catch {
            throw RuleSetError(reason: error.reason, suggestion: error.suggestion, rule, key)
        }
    }

    /// Whether an expression reads the row before: an attribute that a rule names `previous` is more.
    private func readsRowBefore(_ text: String) -> Bool {
        guard let node = try? ExprParser.parse(text), node.uses(ExprPath.previous) else { return false }
        return !RuleFacts.isKnown(ExprPath.previous, self)
    }

    /// Makes the attributes known that expressions of a condition read.
    private func discover(_ condition: Condition, of rule: DatasetRule) throws(RuleSetError) {
        for (text, place) in condition.expressions {
            guard let node = try? ExprParser.parse(text) else { continue }
            for name in ((try? FreeExpression(node))?.names ?? []) + node.membersOfRowBefore {
                let found = ExprPlace.place(node.offset(of: name) ?? 0, in: text)
                current.conditionPlace = place?.offset(line: found.line, column: found.column) ?? condition.position
                if name == "this", rule.of == nil {
                    throw RuleSetError(
                        position: current.conditionPlace,
                        reason: "'this' is the value of 'of', which is missing: name the attribute")
                }
                if ["this", "record", "parent", "vars", ExprPath.previous].contains(name)
                    || definitions.names.contains(name)
                {
                    continue
                }
                let plain = name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name
                if !RuleFacts.isKnown(plain, self) { _ = discover(plain, option: "when", besides: nil) }
            }
        }
    }

    /// A condition, whose expressions make the attributes known that they read.
    private func test(
        _ condition: Condition, _ own: AttributeInfo, of rule: DatasetRule
    ) throws(RuleSetError) -> BoundCondition.Test {
        try discover(condition, of: rule)
        let compared = shapes.comparesRecords
        shapes.comparesRecords = false
        defer { shapes.comparesRecords = compared }
        let test = try test(condition, at: rule.position, for: own, option: "when")
        if shapes.comparesRecords {
            throw RuleSetError(
                position: condition.position ?? rule.position,
                reason: "a rule about all records cannot test one record against others: "
                    + "compare the measures 'rows' and 'distinct'")
        }
        return test
    }
}
