internal import ProvisoMessages

/// Binds rules about all records.
extension PlanBuilder {
    /// The rules about all records, with their names resolved.
    func bindDataset() -> [DatasetStep] {
        (ruleSet.dataset + tolerances).enumerated().compactMap { index, rule in
            do throws(RuleSetError) {
                return try bind(rule, number: index + 1)
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

    private func bind(_ rule: DatasetRule, number: Int) throws(RuleSetError) -> DatasetStep {
        if let fault = DatasetFault(in: rule) { throw fault.error(of: rule) }
        let id = rule.id ?? "dataset.\(number)"
        if rules.contains(id) { throw RuleSetError(reason: "the id '\(id)' belongs to two rules", rule, "id") }
        if ruleSet.limits != nil, rule.readsFile {
            throw RuleSetError(
                reason: "the rule set may not read files", rule, rule.profile == nil ? "equals" : "from")
        }
        for (key, reason) in DatasetThresholds(rule).idle {
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
            if let failing = ruleSet.rules.enumerated().first(where: { ($1.id ?? String($0 + 1)) == id })?.element {
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
        if let condition = rule.condition {
            guard own.tail.isEmpty else {
                throw RuleSetError(reason: "a test of '\(own.name)' needs a value that is not in a list", rule, "of")
            }
            parts.test = try test(condition, own, of: rule)
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
                        "shares are numbers from 0 to 1000000 with at most 9 digits behind the point, not all of them 0, "
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

    /// A condition, whose expressions make the attributes known that they read.
    private func test(
        _ condition: Condition, _ own: AttributeInfo, of rule: DatasetRule
    ) throws(RuleSetError) -> BoundCondition.Test {
        for (text, place) in condition.expressions {
            let node = try? ExprParser.parse(text)
            for name in node.flatMap({ try? FreeExpression($0) })?.names ?? [] {
                let found = ExprPlace.place(node?.offset(of: name) ?? 0, in: text)
                current.conditionPlace = place?.offset(line: found.line, column: found.column) ?? condition.position
                if name == "this", rule.of == nil {
                    throw RuleSetError(
                        position: current.conditionPlace,
                        reason: "'this' is the value of 'of', which is missing: name the attribute")
                }
                if ["this", "record", "parent", "vars"].contains(name) || definitions.names.contains(name) { continue }
                let plain = name.hasPrefix("`") ? String(name.dropFirst().dropLast()) : name
                if !RuleFacts.isKnown(plain, self) { _ = discover(plain, option: "when", besides: nil) }
            }
        }
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

extension DatasetRule {
    /// The test as a condition; `nil` for one that only tests whether there is a value.
    fileprivate var condition: Condition? {
        switch test {
        case .rule(let constraint)?:
            Condition(.rule(attribute: of ?? "", body: constraint), position: positions["is"] ?? position)
        case .expression(let text)?:
            {
                var condition = Condition(.expression(text), position: positions["expr"] ?? position)
                condition.text = positions[Constraint.text(of: "expr")]
                return condition
            }()
        case .absent?, .present?, .fails?, nil: nil
        }
    }

    /// Whether it counts the records in which a rule finds something.
    fileprivate var countsFailures: Bool { if case .fails? = test { true } else { false } }

    /// The codes that the limits of the rule make possible.
    fileprivate var ownCodes: [CodeDescription] {
        let isTimely = measure == .freshest
        return Self.codes.filter { code in
            switch code.code {
            case "dataset.tooSmall": isTimely || bounds.contains { $0.min != nil }
            case "dataset.tooBig": isTimely || bounds.contains { $0.max != nil }
            case "dataset.notEqual": bounds.contains { $0.equals != nil }
            default: true
            }
        }
    }
}

extension Condition {
    /// All expressions in it, with the places where they begin.
    fileprivate var expressions: [(text: String, place: SourcePosition?)] {
        switch test {
        case .expression(let text): [(text, self.text)]
        case .rule, .closure: []
        case .any(let conditions), .all(let conditions), .number(_, let conditions): conditions.flatMap(\.expressions)
        case .not(let condition), .items(_, let condition): condition.expressions
        }
    }
}

extension RuleSetError {
    /// An error at a key of a rule about all records.
    fileprivate init(reason: String, suggestion: String? = nil, _ rule: DatasetRule, _ key: String) {
        self.init(position: rule.positions[key] ?? rule.position, reason: reason, suggestion: suggestion)
    }
}

/// What makes a rule about all records impossible.
private struct DatasetFault {
    let key: String
    let reason: String

    func error(of rule: DatasetRule) -> RuleSetError { RuleSetError(reason: reason, rule, key) }

    init?(in rule: DatasetRule) {
        guard let fault = Self.form(rule) ?? Self.limits(rule) else { return nil }
        (key, reason) = fault
    }

    private typealias Fault = (key: String, reason: String)

    private static func form(_ rule: DatasetRule) -> Fault? {
        let name = rule.measure.rawValue
        let takesTest = [.share, .count].contains(rule.measure)
        var needsAttribute = ![.rows, .share, .count].contains(rule.measure)
        switch rule.test {
        case .absent?, .present?, .rule?:
            if !takesTest { return ("is", "'is' is for 'share' and 'count', not for '\(name)'") }
            needsAttribute = true
        case .expression?:
            if !takesTest {
                return ("expr", "'expr' is for 'share' and 'count', not for '\(name)': 'where' chooses records")
            }
        case .fails?:
            if !takesTest { return ("fails", "'fails' is for 'share' and 'count', not for '\(name)'") }
            if rule.of != nil {
                return ("of", "'fails' names a rule, which has attributes of its own: remove 'of'")
            }
        case nil:
            if rule.measure == .share {
                return (
                    "measure",
                    "'share' needs 'is' with a rule, 'expr' with an expression, or 'fails' with the id of a rule"
                )
            }
            if rule.measure == .count { needsAttribute = true }
        }
        if needsAttribute, rule.of?.isEmpty ?? true {
            let other = rule.measure == .count ? ", or 'expr' with an expression" : ""
            return ("measure", "'\(name)' needs 'of' with an attribute\(other)")
        }
        if rule.measure == .rows, rule.of != nil {
            return ("of", "'rows' counts records: 'count' counts the values of an attribute")
        }
        if rule.measure == .overlaps, rule.until == nil {
            return ("measure", "'overlaps' needs 'until' with the attribute that has the end")
        }
        if rule.measure == .drift, rule.from == nil {
            return (
                "measure",
                "'drift' needs 'from' with the profile of an earlier run, such as profile.json, or with shares, such as "
                    + "{ a: 50%, b: 50% }"
            )
        }
        if rule.measure != .drift, rule.from != nil { return ("from", "'from' is for 'drift', not for '\(name)'") }
        if rule.measure != .overlaps, rule.until != nil {
            return ("until", "'until' is for 'overlaps', not for '\(name)'")
        }
        if rule.by.count > mostNames { return ("by", "'by' has at most \(mostNames) attributes") }
        switch (rule.measure, rule.at) {
        case (.quantile, nil): return ("measure", "'quantile' needs 'at' with a share, such as 0.5 for the median")
        case (.quantile, let at?):
            if !(0...1).contains(at) { return ("at", "'at' must be a share from 0 to 1, such as 0.95") }
        case (_, _?): return ("at", "'at' is for 'quantile', not for '\(name)'")
        default: break
        }
        return nil
    }

    private static let mostNames = 8

    private static func limits(_ rule: DatasetRule) -> Fault? {
        if rule.bounds.count(where: \.readsFile) > 1 {
            return ("error", "a rule compares with one file: write two rules, each with 'severity'")
        }
        if rule.measure == .freshest {
            if rule.within == nil { return ("measure", "'freshest' needs 'within' with a duration, such as P1D") }
            if !rule.bounds.allSatisfy(\.isEmpty) || rule.bounds.isEmpty {
                return ("measure", "'freshest' takes 'within', not 'min', 'max' or 'equals'")
            }
            return nil
        }
        if rule.within != nil { return ("within", "'within' is for 'freshest', not for '\(rule.measure.rawValue)'") }
        guard !rule.bounds.isEmpty, rule.bounds.allSatisfy({ !$0.isEmpty }) else {
            return ("measure", "the rule has no limit: add 'min', 'max' or 'equals'")
        }
        for bounds in rule.bounds {
            if let fault = limits(bounds, rule) { return fault }
        }
        return DatasetThresholds(rule).fault
    }

    private static func limits(_ bounds: DatasetRule.Bounds, _ rule: DatasetRule) -> Fault? {
        if let min = bounds.min, let max = bounds.max, min > max {
            return ("min", "no number is at least \(min.plainText) and at most \(max.plainText)")
        }
        var numbers = [("min", bounds.min), ("max", bounds.max)]
        switch bounds.equals {
        case .number(let number)?: numbers.append(("equals", number))
        case .file(_, let column)?:
            if !rule.by.isEmpty { return ("equals", "a rule with 'by' cannot be compared with a file") }
            if case .rule? = rule.test { return ("equals", "a rule with 'is' cannot be compared with a file") }
            if case .expression? = rule.test { return ("equals", "a rule with 'expr' cannot be compared with a file") }
            if rule.countsFailures { return ("equals", "a rule with 'fails' cannot be compared with a file") }
            if rule.measure == .overlaps { return ("equals", "'overlaps' cannot be compared with a file") }
            if rule.measure == .drift { return ("equals", "'drift' compares with a profile: name it in 'from'") }
            if rule.measure == .rows, column != nil { return ("equals", "'rows' of a file has no 'column'") }
            if rule.measure != .rows, column == nil {
                return ("equals", "the key 'column' is missing: which column of the file?")
            }
        case nil: break
        }
        for case (let limit, let number?) in numbers {
            let key = rule.place(of: limit, in: bounds)
            if !number.isFinite { return (key, "'\(limit)' must be a number") }
            if rule.measure.isShare, number < 0 || number > 1 {
                return (key, "a share is from 0% to 100%, or from 0 to 1: \(number.plainText) is not")
            }
            if rule.measure.isNeverNegative, number < 0 {
                let effect = limit == "min" ? "the limit decides nothing" : "no data keeps the limit"
                return (key, "'\(rule.measure.rawValue)' is never below 0, so that \(effect)")
            }
            if limit == "equals", rule.measure.countsSomething, !number.isWhole {
                return (key, "'\(rule.measure.rawValue)' is an integer, so that it never equals \(number.plainText)")
            }
        }
        return nil
    }
}
