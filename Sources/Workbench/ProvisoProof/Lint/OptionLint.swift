import Proviso

/// Finds options that mean something else than they look like: patterns that match every text, letters that a range
/// of characters has besides, names that are there twice, bounds that no integer has or that every value keeps, defaults
/// that come too late, and comparisons that are about text in tables.
struct OptionLint {
    let plan: Plan

    var advice: [RuleLint.Advice] {
        plan.constraints.flatMap { patterns($0) + repeatedNames($0) + brokenBounds($0) + idleBounds($0) }
            .withoutRepetition()
            + lateDefaults + comparisonsOfText
    }

    private func place(_ rule: Constraint, _ option: String) -> SourcePosition? {
        rule.positions[option] ?? rule.positions["type"]
    }

    private func patterns(_ rule: Constraint) -> [RuleLint.Advice] {
        let ignoresCase = rule.constant("ignoreCase")?.bool ?? false
        guard rule.about.subject == .pattern, let text = rule.pattern,
            let node = PatternReader.read(text, ignoreCase: ignoresCase)
        else { return [] }
        var reasons: [String] = []
        if node.matchesEveryText, !(rule.constant("whole")?.bool ?? false) {
            reasons.append(
                "the pattern matches every text, so that the rule \(rule.isReversed ? "rejects" : "accepts") each: "
                    + "begin it with '^(?:' and end it with ')$', or remove what may be empty")
        }
        if case .choice(let branches) = node, let first = branches.first, let last = branches.last, !rule.isReversed,
            first.isAnchored(at: .start), !first.isAnchored(at: .end), last.isAnchored(at: .end),
            !last.isAnchored(at: .start)
        {
            reasons.append("'^' and '$' belong to one alternative each: write '^(?:…)$' around all of them")
        }
        if node.holdsSignsAmongLetters, hasRangeOverCases(text) {
            reasons.append("a range from an uppercase to a lowercase letter also has [ \\ ] ^ _ `: write 'A-Za-z'")
        }
        return reasons.map { RuleLint.Advice(position: place(rule, "pattern"), reason: $0) }
    }

    /// Whether a pattern has `A-z` or the like: a set may have all these characters because it excludes others.
    private func hasRangeOverCases(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return bytes.indices.dropFirst().dropLast().contains { index in
            bytes[index] == UInt8(ascii: "-") && (0x41...0x5A).contains(bytes[index - 1])
                && (0x61...0x7A).contains(bytes[index + 1])
        }
    }

    private func repeatedNames(_ rule: Constraint) -> [RuleLint.Advice] {
        (Registry.standard[rule.type]?.options ?? []).compactMap { option in
            guard let role = option.role, role.namesKeys || [.members, .attributes].contains(role) else { return nil }
            var seen: Set<String> = []
            let names = rule.constant(option.name)?.list?.compactMap(\.text) ?? []
            return names.first { !seen.insert($0).inserted }.map { name in
                RuleLint.Advice(
                    position: place(rule, option.name),
                    reason: "option '\(option.name)' of '\(rule.type)': the name '\(name)' is there twice")
            }
        }
    }

    /// Bounds of integers that are none, for which the next integer is the bound.
    private func brokenBounds(_ rule: Constraint) -> [RuleLint.Advice] {
        guard case .number(isWhole: true, within: _) = rule.about.subject else { return [] }
        return (Registry.standard[rule.type]?.options ?? []).compactMap { option in
            guard option.role?.isBound ?? false, case .double(let bound)? = rule.constant(option.name),
                bound != bound.rounded(.down)
            else { return nil }
            return RuleLint.Advice(
                position: place(rule, option.name),
                reason: "option '\(option.name)' of '\(rule.type)': no integer is \(bound): write an integer")
        }
    }

    /// Minimums that every value keeps.
    private func idleBounds(_ rule: Constraint) -> [RuleLint.Advice] {
        (Registry.standard[rule.type]?.options ?? []).compactMap { option in
            guard let floor = option.floor, let bound = rule.constant(option.name)?.int, bound <= floor else {
                return nil
            }
            return RuleLint.Advice(
                position: place(rule, option.name),
                reason: "option '\(option.name)' of '\(rule.type)': \(bound) decides nothing, because nothing has less "
                    + "than \(floor): remove it")
        }
    }

    /// Defaults of attributes that an earlier rule requires: a record without the value is invalid already.
    private var lateDefaults: [RuleLint.Advice] {
        var required: [String: Rule] = [:]
        var found: [RuleLint.Advice] = []
        for rule in plan.ruleSet.rules {
            let names = rule.attributes.map(RuleSet.plain)
            if rule.constraint.about.effect == .suppliesValue {
                found += names.compactMap { name in
                    required[name].map { earlier in
                        RuleLint.Advice(
                            position: rule.position,
                            reason: "the default of '\(name)' comes too late: '\(earlier.constraint.type)'"
                                + (earlier.position.map { " (\($0))" } ?? "")
                                + " has rejected the record already; remove one of the rules, or put the default first")
                    }
                }
            }
            guard rule.constraint.about.subject == .required, rule.severity == .error, rule.when.isEmpty,
                rule.unless.isEmpty, rule.on.isEmpty, rule.except.isEmpty, rule.constraint.options.isEmpty
            else { continue }
            for name in names { required[name] = required[name] ?? rule }
        }
        return found
    }
}

extension OptionLint {
    /// Comparisons of two attributes without a rule that says what they are: columns of tables are text, as `9` < `10` shows.
    private var comparisonsOfText: [RuleLint.Advice] {
        let saying = plan.ruleSet.rules.filter { rule in
            rule.writtenOut(in: plan.registry).contains { $0.constraint.about.saysKind }
        }
        let unknown = Set(plan.ruleSet.rules.flatMap(\.attributes).map(RuleSet.plain))
            .subtracting(saying.flatMap(\.attributes).map(RuleSet.plain))
        return plan.ruleSet.rules.flatMap { rule in
            let texts =
                [rule.constraint.text(.expression)].compactMap(\.self)
                + (rule.when + rule.unless).flatMap(\.expressions)
            return texts.compactMap { try? ExprParser.parse($0) }.flatMap(\.comparedNames)
                .filter { unknown.isSuperset(of: [$0.0, $0.1]) && $0.0 != $0.1 }.map { one, other in
                    RuleLint.Advice(
                        position: rule.position,
                        reason: "in a table '\(one)' and '\(other)' are compared as text, where 10 is less than 9: "
                            + "add a rule that says what they are, such as [[\(one), \(other)], number]")
                }
        }.withoutRepetition()
    }
}

extension RuleTypeFacts {
    /// Whether the rule type says what values are.
    fileprivate var saysKind: Bool {
        effect != .namesAttribute
            && ![.required, .present, .missing, .expression, .unique, .existing].contains(subject)
    }
}

extension Condition {
    /// The expressions of the condition and of those in it.
    fileprivate var expressions: [String] {
        switch test {
        case .expression(let text): [text]
        case .any(let inner), .all(let inner), .number(_, let inner): inner.flatMap(\.expressions)
        case .items(_, let inner), .not(let inner): inner.expressions
        case .rule, .closure: []
        }
    }
}

extension ExprNode {
    /// The pairs of names whose values are compared by their order.
    fileprivate var comparedNames: [(String, String)] {
        let inner = children.flatMap(\.comparedNames)
        guard case .call(let sign, nil, let sides, _) = self, ["_<_", "_<=_", "_>_", "_>=_"].contains(sign),
            sides.count == 2, case .name(let one, _, _) = sides[0], case .name(let other, _, _) = sides[1]
        else { return inner }
        return [(one, other)] + inner
    }
}

extension PatternNode {
    /// Whether the expression is found in every text, proven by its structure: it matches no character at the beginning,
    /// at the end, or anywhere.
    var matchesEveryText: Bool {
        switch self {
        case .anchor(let anchor): anchor == .start || anchor == .end
        case .choice(let nodes): nodes.contains(where: \.matchesEveryText)
        case .sequence(let nodes):
            nodes.drop { $0 == .anchor(.start) }.allSatisfy(\.mayBeEmpty)
                || nodes.reversed().drop { $0 == .anchor(.end) }.allSatisfy(\.mayBeEmpty)
        default: mayBeEmpty
        }
    }

    /// Whether it matches no character at any place of any text.
    private var mayBeEmpty: Bool {
        switch self {
        case .empty: true
        case .characters, .anchor: false
        case .sequence(let nodes): nodes.allSatisfy(\.mayBeEmpty)
        case .choice(let nodes): nodes.contains(where: \.mayBeEmpty)
        case .repetition(let node, let least, _): least == 0 || node.mayBeEmpty
        }
    }

    /// Whether a set of characters has a range such as `A-z`, with the signs between the letters.
    var holdsSignsAmongLetters: Bool {
        switch self {
        case .empty, .anchor: false
        case .characters(let set):
            set.ranges.contains { (0x41...0x5A).contains($0.lowerBound) && (0x61...0x7A).contains($0.upperBound) }
        case .sequence(let nodes), .choice(let nodes): nodes.contains(where: \.holdsSignsAmongLetters)
        case .repetition(let node, _, _): node.holdsSignsAmongLetters
        }
    }
}
