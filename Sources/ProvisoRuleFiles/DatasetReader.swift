internal import ProvisoCore
internal import ProvisoMessages

/// Reads rules about all records: `[rows, { min: 1000 }]`, or a mapping with the key `measure`.
struct DatasetReader: PartReader {
    var diagnostics: [RuleSetError.Diagnostic] = []
    var warnings: [RuleSetError.Diagnostic] = []

    private static let form =
        "a rule about all records must be [measure, {options}], such as [rows, { min: 1000 }], or a mapping with 'measure'"

    /// Reads the list of the key `dataset`.
    mutating func rules(_ node: RuleNode) -> [DatasetRule] {
        guard let items = node.list else {
            report(node, "dataset must be a list, such as '- [rows, { min: 1000 }]'")
            return []
        }
        return items.compactMap { rule($0) }
    }

    private mutating func rule(_ node: RuleNode) -> DatasetRule? {
        var pairs: [(key: RuleNode, value: RuleNode)]
        let name: RuleNode?
        if let items = node.list {
            guard items.count == 2, let options = items[1].mapping else {
                report(node, Self.form)
                return nil
            }
            (name, pairs) = (items[0], options)
        } else if let mapping = node.mapping {
            name = mapping.first { $0.key.scalar == DatasetKey.measure.rawValue }?.value
            pairs = mapping.filter { $0.key.scalar != DatasetKey.measure.rawValue }
        } else {
            report(node, Self.form)
            return nil
        }
        guard let name else {
            report(node, "a rule about all records needs the key 'measure'")
            return nil
        }
        guard let measure = measure(name) else { return nil }
        var rule = DatasetRule(measure)
        rule.position = node.position
        rule.positions[DatasetKey.measure.rawValue] = name.position
        rule.bounds = []
        read(pairs, into: &rule)
        return rule
    }

    private mutating func measure(_ node: RuleNode) -> DatasetRule.Measure? {
        let text = node.scalar ?? ""
        if let measure = DatasetRule.Measure(rawValue: text) { return measure }
        let names = DatasetRule.Measure.allCases.map(\.rawValue)
        let near = DatasetKey.familiarMeasures[text.lowercased().filter { $0.isLetter }]
        report(
            node, "unknown measure '\(text.prefix(64))' (\(names.joined(separator: ", ")))",
            suggestion: near ?? Suggestion.nearest(to: text, in: names))
        return nil
    }

    private mutating func read(_ pairs: [(key: RuleNode, value: RuleNode)], into rule: inout DatasetRule) {
        var common = Rule([], .type(DatasetRule.type))
        var own = DatasetRule.Bounds()
        var thresholds: [DatasetRule.Bounds] = []
        for (key, value) in pairs {
            guard let name = known(key, DatasetKey.self) else { continue }
            if rule.positions[name.rawValue] != nil {
                report(key, "the key '\(name.rawValue)' appears twice")
            }
            rule.positions[name.rawValue] = value.position
            switch name {
            case .measure: report(key, "the measure is named before the options")
            case .of: rule.of = single(value)
            case .until: rule.until = single(value)
            case .is, .expr, .fails: readTest(name, value, into: &rule)
            case .where: rule.conditions = conditions(value)
            case .by:
                rule.by = with { $0.names(value) }
                if value.list?.isEmpty ?? false {
                    report(value, "'by' names no attribute: name one, or remove the key")
                }
            case .min, .max, .equals: readLimit(name, value, rule.measure, into: &own)
            case .at: rule.at = share(value, mayBeWhole: true).flatMap { Double($0.plainText) }
            case .within:
                rule.within = value.text
                if value.text == nil { report(value, "expected a duration in ISO 8601, such as P1D") }
            case .from: rule.from = reference(value)
            case .warn: thresholds += bounds(value, .warning, &rule).map { [$0] } ?? []
            case .error: thresholds.insert(contentsOf: bounds(value, .error, &rule).map { [$0] } ?? [], at: 0)
            case .severity, .id, .message: with { _ = $0.readCommon(key, value, into: &common) }
            case .label: rule.labels = labels(value)
            }
        }
        (rule.id, rule.messages) = (common.id, common.messages)
        own.severity = common.severity
        if !own.isEmpty, !thresholds.isEmpty {
            report(
                pairs.first?.key ?? pairs[0].value,
                "a rule has 'min', 'max' and 'equals' either itself or in 'warn' and 'error'")
        }
        if !thresholds.isEmpty, let place = pairs.first(where: { $0.key.scalar == DatasetKey.severity.rawValue })?.key {
            report(place, "'severity' has no effect beside 'warn' and 'error', which are severities: remove it")
        }
        rule.bounds = thresholds.isEmpty ? [own] : thresholds
    }

    /// Calls the reader of rules for what rules about all records have in common with others.
    private mutating func with<Result>(_ body: (inout RuleReader) -> Result) -> Result {
        var reader = RuleReader()
        defer {
            diagnostics += reader.diagnostics
            warnings += reader.warnings
        }
        return body(&reader)
    }

    private mutating func single(_ node: RuleNode) -> String? {
        if let name = node.text, !name.isEmpty { return name }
        report(node, "expected the name of one attribute")
        return nil
    }

    private mutating func readTest(_ key: DatasetKey, _ node: RuleNode, into rule: inout DatasetRule) {
        if rule.test != nil { report(node, "'is', 'expr' and 'fails' exclude each other") }
        if key == .fails {
            rule.test = single(node).map { .fails(rule: $0) }
            return
        }
        guard key == .is else {
            guard let text = node.scalar else {
                report(node, "expected an expression, such as \"status == 'failed'\"")
                return
            }
            rule.test = .expression(text)
            rule.positions[Constraint.text(of: key.rawValue)] = node.textPosition
            return
        }
        switch node.text.flatMap(DatasetKey.Presence.init) {
        case .absent?: rule.test = .absent
        case .present?: rule.test = .present
        case nil: rule.test = with { $0.innerBody(node) }.map { .rule($0) }
        }
    }

    /// Reads an expression, or conditions as those of a rule.
    private mutating func conditions(_ node: RuleNode) -> [Condition] {
        guard let text = node.scalar else { return with { $0.conditions(node) } }
        var condition = Condition(.expression(text), position: node.position)
        condition.text = node.textPosition
        return [condition]
    }

    // MARK: limits

    private mutating func bounds(
        _ node: RuleNode, _ severity: Severity, _ rule: inout DatasetRule
    ) -> DatasetRule.Bounds? {
        guard let pairs = node.mapping else {
            report(node, "expected limits, such as { max: 1% }")
            return nil
        }
        var bounds = DatasetRule.Bounds(severity: severity)
        for (key, value) in pairs {
            guard let name = known(key, LimitKey.self), let own = DatasetKey(rawValue: name.rawValue) else { continue }
            let threshold: DatasetKey = severity == .warning ? .warn : .error
            rule.positions["\(threshold.rawValue).\(own.rawValue)"] = value.position
            readLimit(own, value, rule.measure, into: &bounds)
        }
        if bounds.isEmpty { report(node, "expected 'min', 'max' or 'equals'") }
        return bounds
    }

    private mutating func readLimit(
        _ key: DatasetKey, _ node: RuleNode, _ measure: DatasetRule.Measure, into bounds: inout DatasetRule.Bounds
    ) {
        if key == .equals, node.mapping != nil {
            bounds.equals = file(node)
            return
        }
        guard let number = measure.isShare ? share(node) : number(node, of: measure) else { return }
        switch key {
        case .min: bounds.min = number
        case .max: bounds.max = number
        default: bounds.equals = .number(number)
        }
    }

    private mutating func number(_ node: RuleNode, of measure: DatasetRule.Measure) -> Number? {
        let text = node.text ?? ""
        if let number = Number(node.value) ?? Number(text) { return number }
        let isPercentage = text.hasSuffix("%") && Number("\(text.dropLast())") != nil
        report(
            node,
            isPercentage
                ? "a percentage is for 'share' and 'drift', not for '\(measure.rawValue)'" : "expected a number")
        return nil
    }

    /// Reads the name of a profile, or shares by value.
    private mutating func reference(_ node: RuleNode) -> DatasetRule.Reference? {
        guard let pairs = node.mapping else {
            if let path = node.text, !path.isEmpty { return .profile(path) }
            report(node, "expected the file of a profile, such as profile.json, or shares, such as { a: 50%, b: 50% }")
            return nil
        }
        var shares: [String: Number] = [:]
        for (key, value) in pairs {
            guard let name = key.scalar, let number = share(value, mayBeWhole: true) else { continue }
            shares[name] = number
        }
        return .shares(shares)
    }

    private mutating func file(_ node: RuleNode) -> DatasetRule.Expected? {
        var (path, column): (String?, String?)
        for (key, value) in node.mapping ?? [] {
            switch known(key, TotalKey.self) {
            case .file: path = single(value)
            case .column: column = single(value)
            case nil: return nil
            }
        }
        if let path { return .file(path, column: column) }
        report(node, "expected a number, or { file: totals.csv, column: total }: the key 'file' is missing")
        return nil
    }

    private mutating func labels(_ node: RuleNode) -> [String: String] {
        guard let message = with({ $0.message(node) }) else { return [:] }
        return message.byLocale.merging(message.text.map { ["": $0] } ?? [:]) { one, _ in one }
    }
}
