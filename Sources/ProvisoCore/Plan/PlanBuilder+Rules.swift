internal import ProvisoMessages

/// Makes the steps of rules.
extension PlanBuilder {
    /// A rule bound to its attributes.
    struct BoundRule {
        let rule: Rule
        let scope: NestedRules?
        let drafts: [StepDraft]

        /// The rule's steps, now that all catalogs are known.
        func finished(with vocabulary: Vocabulary) -> FinishedRule {
            let source = WrittenRule(rule)
            return FinishedRule(rule: rule, scope: scope, entries: drafts.map { $0.entry(of: source, vocabulary) })
        }
    }

    struct FinishedRule {
        let rule: Rule
        let scope: NestedRules?
        let entries: [StepEntry]
    }

    /// Binds the rules of a model and of all its nested models, in the order in which they run.
    ///
    /// A nested model's rules run before those of the outer model, which then sees the changed values. Rules of the
    /// outer model that change values in a nested one run before the nested rules, which check the result. So do those
    /// with `bail`: a list with too many items is not looked into.
    func bindRules(of scope: NestedRules?, _ shape: Shape) -> [BoundRule] {
        let parts = scopes.filter { $0.parent === scope }
        if scope == nil, !isOfShape, !ruleSet.data.nulls.isEmpty {
            return [bindNulls()] + bindOthers(of: scope, parts, shape)
        }
        return bindOthers(of: scope, parts, shape)
    }

    /// The strings that mean null are null for all rules.
    private func bindNulls() -> BoundRule {
        let words = ruleSet.data.nulls
        let places = words.map { ($0, ruleSet.positions[.null($0)]) }
        let positions = Dictionary(places.compactMap { word, place in place.map { (word, $0) } }) { $1 }
        let rule = Rule([], .validator(NullStrings(words, at: positions)), id: "nulls", position: ruleSet.position)
        return bind(rule, attributeNames, number: 0, presence: nil)
    }

    private func bindOthers(of scope: NestedRules?, _ parts: [NestedRules], _ shape: Shape) -> [BoundRule] {
        if parts.isEmpty { return bind(scope, shape) { _, _ in true } }
        func isEarly(_ rule: Rule, _ name: String) -> Bool {
            (changesValues(rule.constraint) || rule.bail) && parts.contains { $0.holds(name) }
        }
        return bind(scope, shape, where: isEarly) + parts.flatMap { bindPart($0, shape) }
            + bind(scope, shape) { !isEarly($0, $1) }
    }

    /// Binds the rules of a nested model; its errors are the same at each place that holds one, and are reported once.
    private func bindPart(_ part: NestedRules, _ shape: Shape) -> [BoundRule] {
        let known = diagnostics.count
        part.check(registry) { diagnostics.append($0.placed(at: part.ruleSet.position)) }
        let bound = bindRules(of: part, shape)
        if diagnostics.count > known, !faultyTypes.insert(part.model.type).inserted {
            diagnostics.removeSubrange(known...)
        }
        return bound
    }

    /// Binds some of a model's rules; those of a nested model run only if that model exists.
    private func bind(
        _ scope: NestedRules?, _ shape: Shape, where isWanted: (Rule, String) -> Bool
    ) -> [BoundRule] {
        self.scope = scope
        defer { self.scope = nil }
        var presence: AttributeReference?
        if let scope, scope.mayBeMissing {
            let path = ValuePath(scope.path)
            let place = shape.locate(path)
            presence = AttributeReference(
                attribute: AttributeInfo(name: scope.path, path: path, slot: place.slot, tail: place.tail, index: -1))
        }
        let rules = scope?.ruleSet.rules ?? ruleSet.rules
        return rules.enumerated().compactMap { index, rule in
            if shapes.excess != nil { return nil }
            let names = rule.attributes.map(RuleSet.plain).filter { isWanted(rule, $0) }
            return names.isEmpty ? nil : bind(rule, names, number: index + 1, presence: presence)
        }
    }

    private func bind(_ rule: Rule, _ names: [String], number: Int, presence: AttributeReference?) -> BoundRule {
        let options = (scope?.methods[rule.constraint.type] ?? registry[rule.constraint.type])?.options ?? []
        let collision = scope.map { KeyCollision($0.ruleSet) } ?? collision
        if let fault = collision.fault(of: rule, options: options) {
            diagnostics += rule.located([fault], number: number)
            return BoundRule(rule: rule, scope: scope, drafts: [])
        }
        var drafts: [StepDraft] = []
        // Made once for all attributes of the rule.
        var made: Made?
        (currentRule, ruleNumber, prefix) = (rule, number, rule.prefix)
        defer { prefix = nil }
        for name in names {
            guard let attribute = attribute(scope?.qualify(name) ?? name) else { continue }
            do throws(RuleSetError) {
                drafts.append(try draft(rule, number: number, for: attribute, presence: presence, &made))
            } catch {
                // Each attribute of the rule would only repeat the same error.
                diagnostics += rule.located(error.diagnostics, number: number)
                break
            }
        }
        return BoundRule(rule: rule, scope: scope, drafts: drafts)
    }

    /// The parts of a rule that are the same for all its attributes.
    private struct Made {
        let resolved: Resolved
        let messages: CompiledMessages
    }

    private func make(_ rule: Rule) throws(RuleSetError) -> Made {
        let wishes = OwnWishes(skipOnEmpty: rule.skipOnEmpty, empty: rule.empty, nullable: rule.nullable)
        let resolved = try resolve(rule.constraint, wishes)
        let texts = scope?.messages(of: rule, codes: resolved.codes) ?? rule.messages
        let messages = try MessageCompiler.compile(
            texts, of: rule.constraint, codes: resolved.codes, known: shapes.messages
        ) {
            isOption($0, of: rule.constraint)
        }
        return Made(resolved: resolved, messages: messages)
    }

    private func draft(
        _ rule: Rule, number: Int, for attribute: AttributeInfo, presence: AttributeReference?, _ known: inout Made?
    ) throws(RuleSetError) -> StepDraft {
        let id = idPrefix + (scope.map { "\($0.path)." } ?? "") + (rule.id ?? String(number))
        if attribute.path.components.isEmpty, changesValues(rule.constraint) {
            throw RuleSetError(
                position: rule.position, reason: "'\(rule.constraint.type)' cannot change the record itself")
        }
        if rule.tolerate != nil, scope != nil || !idPrefix.isEmpty {
            throw RuleSetError(
                position: rule.position,
                reason: "'tolerate' is for the rules of a rule set itself, not for those of a shape or a nested model")
        }
        // What every plan implies has the rank 0.
        if number > 0 { stepCount += 1 }
        // The rules of shapes that the rule applies come after it.
        let order = number > 0 ? stepCount : 0
        current = RuleInProgress()
        current.reference = RuleReference(
            id: id, type: rule.constraint.type, severity: rule.severity, order: order, position: rule.position)
        current.isEmpty = rule.isEmpty
        current.empty = rule.empty ?? scope?.ruleSet.empty ?? ruleSet.empty
        current.isNullable = rule.nullable ?? mayBeNull(attribute.path.components)
        current.skipsErrors = rule.skipOnError
        current.reads.changesValue = changesValues(rule.constraint)
        current.reads.neverRejects = neverRejects(rule.constraint)
        currentPath = attribute.path
        let made: Made
        if let known { made = known } else { made = try make(rule) }
        known = made
        let (check, codes) = try bind(made.resolved, of: rule.constraint, to: attribute)
        try checkFit(of: rule, check, to: attribute)
        let skipping = Check(
            check,
            Skipping.Wishes(
                empty: current.empty, skipOnEmpty: rule.skipOnEmpty, isNullable: current.isNullable,
                allowsNull: rule.nullable ?? false, isRecord: attribute.path.components.isEmpty))
        current.isEmpty = nil
        let messages = made.messages
        let reference = RuleReference(
            id: id, type: rule.constraint.type, severity: rule.severity, messages: messages, order: order,
            position: rule.position)
        rules.add(reference)
        let conditions = (presence.map { [.present($0)] } ?? []) + (try conditions(of: rule, for: attribute))
        return StepDraft(
            check: skipping, reference: reference, attribute: attribute, conditions: conditions, scope: scope,
            reads: current.reads, isAsync: current.isAsync, showsValue: messages.showValue || current.innerShowsValue,
            codes: codes.flatMap { codes in current.innerCodes.map { codes + $0 } },
            nullParts: current.empty == .absent ? nullParts(of: attribute.path.components) : nil)
    }

    /// For a rule whose path leads through values that must not be null, those that may be: by the number of parts of
    /// the path below them.
    private func nullParts(of path: [ValuePath.Component]) -> Set<Int> {
        Set(path.indices.filter { mayBeNull(Array(path[..<$0])) }.map { path.count - $0 })
    }

    private func conditions(of rule: Rule, for attribute: AttributeInfo) throws(RuleSetError) -> [BoundCondition] {
        var bound: [BoundCondition] = []
        for (conditions, runsWhenHeld) in [(rule.when, true), (rule.unless, false)] where !conditions.isEmpty {
            var tests: [BoundCondition.Test] = []
            for condition in conditions {
                tests.append(try ruleTest(condition, at: rule.position, for: attribute))
            }
            bound.append(BoundCondition(tests: tests, runsWhenHeld: runsWhenHeld))
        }
        return bound
    }
}

/// A step that lacks one fact until all catalogs are known: whether one of its messages shows the value.
struct StepDraft {
    let check: Check
    let reference: RuleReference
    let attribute: AttributeInfo
    let conditions: [BoundCondition]
    let scope: NestedRules?
    let reads: Reads
    let isAsync: Bool
    /// Whether a message of the rule itself shows the value.
    let showsValue: Bool
    /// The codes that the rule and its inner rules report, or `nil` if they may report any.
    let codes: [CodeDescription]?
    let nullParts: Set<Int>?

    func entry(of source: WrittenRule, _ vocabulary: Vocabulary) -> StepEntry {
        let rule = source.rule
        let info = StepInfo(
            rule: reference, attribute: attribute, conditions: conditions, isEmpty: rule.isEmpty,
            capturesValue: showsValue || vocabulary.showsValue(codes), scope: scope, reads: reads,
            bails: rule.bail && rule.severity == .error, source: source, codes: codes, nullParts: nullParts)
        return StepEntry(step: step(of: rule, info), check: check, info: info, isAsync: isAsync)
    }

    private func step(of rule: Rule, _ info: StepInfo) -> Step {
        var options = Step.Options(check.skipping)
        // The rule's own test decides alone, or the rules of a sequence with it.
        if check.parts != nil, rule.isEmpty != nil { options = [] }
        if rule.isEmpty != nil { options.remove(.refusesNull) }
        let skipsEmpty =
            check.parts == nil ? rule.skipOnEmpty ?? check.skipsEmpty : options.skips(.absent)
        if skipsEmpty { options.insert(.skipsEmpty) }
        if rule.skipOnError { options.insert(.skipsFailed) }
        if nullParts != nil { options.insert(.hasNullParts) }
        // Only errors keep later rules from running.
        if rule.bail, rule.severity == .error { options.insert(.bails) }
        if rule.severity == .error { options.insert(.isError) }
        if rule.isEmpty != nil, check.parts == nil { options.insert(.judgesEmptiness) }
        if !info.conditions.isEmpty { options.insert(.isConditional) }
        if !info.attribute.tail.isEmpty { options.insert(.isNested) }
        return Step(
            holder: check.address, runner: check.runner, info: Unmanaged.passUnretained(info),
            slot: info.attribute.slot, options: options,
            quickTest: options.isDisjoint(with: [.isConditional, .judgesEmptiness]) ? check.quickTest : .none,
            attributeIndex: info.attribute.index)
    }
}
