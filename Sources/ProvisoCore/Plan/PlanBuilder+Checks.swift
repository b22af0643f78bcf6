internal import ProvisoMessages

/// Makes the checks of rules.
extension PlanBuilder {
    /// Resolves a rule type and makes the check for one attribute.
    func check(for body: Constraint, attribute: AttributeInfo) throws(RuleSetError) -> Resolved {
        try bind(try resolve(body), of: body, to: attribute)
    }

    func bind(
        _ resolved: Resolved, of body: Constraint, to attribute: AttributeInfo
    ) throws(RuleSetError) -> Resolved {
        if isOpen(body.type), !resolved.check.runner.isSelfContained { current.reads.isOpen = true }
        let outer = current.body
        current.body = body
        defer { current.body = outer }
        if let reason = refusal(ofWeight: 1) { throw RuleSetError(position: body.positions["type"], reason: reason) }
        let isSequence = resolved.check.runner == RuleSequence.self
        if isSequence {
            if try shapes.uses.isKnown(body) { return resolved }
            try shapes.uses.enter(body.type)
        }
        let bound: Check
        var isBound = false
        defer { if isSequence { shapes.uses.leave(body, isBound: isBound) } }
        do throws(OptionError) {
            bound = try resolved.check.bound(to: BindingContext(attribute: attribute, binder: self))
        } catch {
            if let fault = shapes.uses.fault { throw fault }
            throw RuleSetError(body.diagnostic(error))
        }
        try checkNeeds(of: body)
        isBound = true
        return (bound, resolved.codes)
    }

    static let tooDeep = "more than \(Record.maximumDepth) rules for lists are nested"

    /// The check of a rule within the rule being bound, with its own messages and its own test for empty values.
    func innerCheck(for body: Constraint, attribute: AttributeInfo) throws(RuleSetError) -> Check {
        let (isEmpty, empty, isNullable) = (current.isEmpty, current.empty, current.isNullable)
        current.isEmpty = nil
        current.innerDepth += 1
        defer {
            (current.isEmpty, current.empty, current.isNullable) = (isEmpty, empty, isNullable)
            current.innerDepth -= 1
        }
        let isOfSameValue = current.body == nil
        if !isOfSameValue { current.isNullable = mayBeNull(attribute.path.components + [.each]) }
        if let own = body.empty { current.empty = own }
        let wishes = Skipping.Wishes(
            empty: current.empty, skipOnEmpty: body.skipOnEmpty, isNullable: body.nullable ?? current.isNullable,
            allowsNull: body.nullable ?? false, isRecord: isOfSameValue && attribute.path.components.isEmpty)
        guard current.innerDepth + attribute.lists <= Record.maximumDepth else {
            current.isTooDeep = true
            throw RuleSetError(reason: PlanBuilder.tooDeep)
        }
        return try messaged(body, attribute, wishes)
    }

    /// The check of a rule that a rule type of the rule set stands for: it is bound as if it were in place of the type.
    func check(forPart body: Constraint, attribute: AttributeInfo) throws(RuleSetError) -> Check {
        try shapes.uses.add()
        let empty = current.empty
        defer { current.empty = empty }
        if let own = body.empty { current.empty = own }
        let isRecord = current.innerDepth == 0 && attribute.path.components.isEmpty
        let wishes = Skipping.Wishes(
            empty: current.empty, skipOnEmpty: body.skipOnEmpty, isNullable: body.nullable ?? current.isNullable,
            allowsNull: body.nullable ?? false, isRecord: isRecord)
        return try messaged(body, attribute, wishes)
    }

    /// The check of a rule that has messages of its own.
    private func messaged(
        _ body: Constraint, _ attribute: AttributeInfo, _ wishes: Skipping.Wishes
    ) throws(RuleSetError) -> Check {
        let (check, codes) = try check(for: body, attribute: attribute)
        let messages = try MessageCompiler.compile(body.messages, of: body, codes: codes, known: shapes.messages) {
            isOption($0, of: body)
        }
        if messages.showValue { current.innerShowsValue = true }
        current.add(innerCodes: codes)
        let skipping = Check(check, wishes)
        if messages.isEmpty { return skipping }
        let reference = RuleReference(
            id: current.reference.id, type: current.reference.type, severity: current.reference.severity,
            messages: messages, order: current.reference.order, position: current.reference.position)
        rules.add(inner: reference, codes: codes?.map(\.code))
        return Check(Check(InnerValidator(check: skipping, rule: reference)), wishes)
    }

    /// Whether the rule set lists the path of a value among those that may be null.
    func mayBeNull(_ path: [ValuePath.Component]) -> Bool { nullablePaths.contains(path) }

    /// Finds mistakes in the rule types of the rule set that no rule uses.
    func checkTypes() {
        for definition in ruleSet.types where !shapes.uses.used.contains(definition.type) {
            warn(ofUnused: .type(definition.type), "no rule has the type '\(definition.type)'")
        }
        shapes.uses.isTrial = true
        defer { shapes.uses.isTrial = false }
        for definition in ruleSet.types
        where !(definition.options ?? []).contains(where: \.isRequired) && shapes.excess == nil {
            current = RuleInProgress()
            let position = ruleSet.positions[.type(definition.type)]
            do throws(RuleSetError) {
                _ = try innerCheck(for: .type(definition.type), attribute: info(of: ValuePath([])))
            } catch {
                diagnostics += error.diagnostics.map { $0.placed(at: position) }
            }
        }
    }

    /// Warns of a part of a rule file that nothing uses; an included file may have parts for others.
    func warn(ofUnused part: RuleFilePart, _ reason: String) {
        guard !ruleSet.rules.isEmpty, let place = ruleSet.positions[part],
            place.file.map({ ruleSet.includes[$0] == nil }) ?? true
        else { return }
        warnings.append(RuleSetError.Diagnostic(position: place, reason: reason))
    }

    /// Whether a validator of this type may read attributes that it does not resolve when a plan is made.
    private func isOpen(_ type: RuleType) -> Bool {
        switch (scope?.methods[type] ?? registry[type] ?? Registry.standard[type])?.origin {
        case .builtIn, .plugin, .ruleSet: false
        case .application, .method, nil: true
        }
    }

    /// Whether a rule's option is one of its type, even if a code of the type has the same name.
    func isOption(_ name: String, of body: Constraint) -> Bool {
        let options = (scope?.methods[body.type] ?? registry[body.type])?.options ?? []
        return options.contains { $0.name == name && $0.kind != .message }
    }

    /// Finds the validator of a rule type; `wishes` are those of the rule, for a type of the rule set.
    func resolve(_ body: Constraint, _ wishes: OwnWishes = OwnWishes()) throws(RuleSetError) -> Resolved {
        try shapes.checkLimits(of: body, in: registry)
        return try made(body, wishes, isCounted: true)
    }

    /// The same for a rule that is not a part of the plan, or is one already.
    func made(
        _ body: Constraint, _ wishes: OwnWishes = OwnWishes(), isCounted: Bool = false
    ) throws(RuleSetError) -> Resolved {
        if let check = body.check { return (check, body.codes) }
        guard let definition = scope?.methods[body.type] ?? registry[body.type] else {
            let (reason, suggestion) = registry.unknown(body.type, suggests: showsMore)
            var fault = RuleSetError.Diagnostic(
                position: body.positions["type"], reason: reason, suggestion: suggestion)
            fault.isFailure = body.type.vendor != nil && registry.lacksPlugins
            throw RuleSetError([fault])
        }
        if definition.type != body.type {
            warnings.append(
                RuleSetError.Diagnostic(
                    position: body.positions["type"] ?? current.reference.position,
                    reason: "the rule type '\(body.type)' is called '\(definition.type)' now, and so are its codes: "
                        + "write the new name"))
        }
        let codes = codes(of: definition, body)
        if let known = definition.options { try check(body, options: known, codes: codes) }
        let words = MessageWord(body: body, options: (definition.options ?? []).map(\.name), codes: codes)
        if !body.options.isEmpty, case let faults = words.faults(), !faults.isEmpty { throw RuleSetError(faults) }
        do throws(OptionError) {
            if let compose = definition.compose {
                let reader = OptionReader(body.options, services: registry.services)
                let composed = try shapes.uses.composition(of: body) { () throws(OptionError) in try compose(reader) }
                if isCounted, let reason = shapes.refusal(ofNodes: composed.nodes) { throw OptionError(reason: reason) }
                let composition = body.replacement ?? composed
                return (Check(RuleSequence(composition, wishes.over(body.wishes))), codes)
            }
            let reader = OptionReader(body.options, services: registry.services)
            let check =
                definition.origin == .builtIn
                ? try shapes.checks.check(body) { () throws(OptionError) in try definition.makeCheck(reader) }
                : try definition.makeCheck(reader)
            return (check, check.ownCodes ?? definition.codes)
        } catch {
            throw RuleSetError(body.diagnostic(error))
        }
    }

    /// The codes of a rule type; those of a type of the rule set that has none are those of the rules it stands for.
    private func codes(of definition: RuleDefinition, _ body: Constraint) -> [CodeDescription] {
        let codes = definition.codes
        guard definition.compose != nil, codes.isEmpty else { return codes }
        return shapes.uses.codes(of: body, in: registry)
    }

    private func check(
        _ body: Constraint, options known: [OptionDescription], codes: [CodeDescription]
    ) throws(RuleSetError) {
        var found: [RuleSetError.Diagnostic] = []
        let names = known.map(\.name)
        let problems = Set(codes.map { String($0.code.problem) })
        let missing = known.filter { $0.isRequired && body.options[$0.name] == nil }
        // An unlike name most likely stands for the option that is missing: `with` for `value`.
        let meant = missing.count == 1 ? missing[0].name : nil
        for name in body.options.keys.sorted()
        where !names.contains(name) && !problems.contains(name) && name != Code.fault.rawValue {
            let takes = names.isEmpty ? "it accepts none" : "it accepts \(names.joined(separator: ", "))"
            found.append(
                RuleSetError.Diagnostic(
                    position: body.position(ofOption: name),
                    reason: "unknown option '\(name)' of '\(body.type)' (\(takes))",
                    suggestion: showsMore
                        ? registry.suggestion(
                            forOption: name, of: body.type,
                            among: (names + RuleKey.names + problems).filter {
                                $0 != name && $0 != RuleKey.attributes.rawValue
                            }) ?? meant : nil))
        }
        for option in missing {
            found.append(
                RuleSetError.Diagnostic(
                    position: body.positions["type"], reason: "'\(body.type)' needs the option '\(option.name)'"))
        }
        found += known.filter { !$0.mayBeEmpty }.compactMap { option in
            guard let reason = Self.emptiness(of: body.constant(option.name)) else { return nil }
            return body.diagnostic(OptionError(option: option.name, reason: reason)).first
        }
        if !found.isEmpty { throw RuleSetError(found) }
    }

    /// Why an empty value is refused where an option needs an element; `nil` for one that is not empty.
    private static func emptiness(of value: AnyValue?) -> String? {
        switch value {
        case .text("")?: "must not be empty"
        case .list(let items)? where items.isEmpty: "must have at least one element: add one, or remove the option"
        default: nil
        }
    }

    /// Refuses options that have no effect without another one, and warns of those that have none beside it; a wrong value of
    /// one is the worse mistake.
    private func checkNeeds(of body: Constraint) throws(RuleSetError) {
        if body.options.isEmpty { return }
        let options = (scope?.methods[body.type] ?? registry[body.type])?.options ?? []
        func idle(_ option: OptionDescription, _ cause: String) -> RuleSetError.Diagnostic {
            RuleSetError.Diagnostic(
                position: body.position(ofOption: option.name) ?? current.reference.position,
                reason: "the option '\(option.name)' of '\(body.type)' has no effect \(cause)")
        }
        var refused: [RuleSetError.Diagnostic] = []
        for option in options where body.options[option.name] != nil {
            if let other = option.needs, body.options[other] == nil {
                refused.append(idle(option, "without '\(other)'"))
            } else if let other = option.yieldsTo, body.options[other] != nil, body.constant(other) != .null {
                warnings.append(idle(option, "beside '\(other)': remove one of them"))
            }
        }
        if !refused.isEmpty { throw RuleSetError(refused) }
    }
}
