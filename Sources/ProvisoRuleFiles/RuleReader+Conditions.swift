internal import ProvisoCore
internal import ProvisoMessages

/// Reads conditions.
extension RuleReader {
    /// Reads `[attribute, type, {options}]`, a rule's mapping, a mapping such as `any: […]`, or a list of these, which
    /// must all pass.
    mutating func conditions(_ node: RuleNode, depth: Int = 0) -> [Condition] {
        if depth > Condition.maximumDepth {
            report(node, "conditions are in more than \(Condition.maximumDepth) others")
            return []
        }
        if let items = node.list, items.allSatisfy({ $0.scalar == nil }), !Self.isRule(items) {
            if items.isEmpty { report(node, "expected a condition") }
            guard items.count <= Rule.maximumConditions else {
                report(node, "a rule may have at most \(Rule.maximumConditions) conditions, not \(items.count)")
                return []
            }
            return items.flatMap { conditions($0, depth: depth) }
        }
        if node.list == nil, node.mapping == nil {
            report(
                node,
                "a condition must be a list [attribute, type] or [attribute, type, {options}], or a mapping such as "
                    + "'any: […]'")
            return []
        }
        if let pairs = node.mapping, !pairs.contains(where: { Self.ruleKeys.contains($0.key.scalar ?? "") }) {
            return combined(node, pairs, depth: depth).map { [$0] } ?? []
        }
        refuseCommonKeys(of: node)
        guard let rule = rule(node) else { return [] }
        return rule.attributes.map {
            Condition(
                .rule(attribute: $0, body: rule.constraint), position: rule.attributePositions[$0] ?? node.position)
        }
    }

    private static let ruleKeys = [RuleKey.attributes.rawValue, RuleKey.type.rawValue]

    /// Whether a list is a rule for several attributes, `[[a, b], required]`, and not a list of conditions.
    private static func isRule(_ items: [RuleNode]) -> Bool { items.count > 1 && items[1].scalar != nil }

    private mutating func combined(
        _ node: RuleNode, _ pairs: [(key: RuleNode, value: RuleNode)], depth: Int
    ) -> Condition? {
        var known: [ConditionKey: RuleNode] = [:]
        for (key, value) in pairs {
            guard let name = key.scalar, let word = ConditionKey(rawValue: name) else {
                let name = key.scalar ?? ""
                let names = ConditionKey.names
                report(
                    key, "a condition has no key '\(name)' (it is a rule, or \(names.joined(separator: ", ")))",
                    suggestion: ConditionKey.familiar[name.lowercased()] ?? Suggestion.nearest(to: name, in: names))
                return nil
            }
            known[word] = value
        }
        if known[.item] != nil || known[.of] != nil { return counted(known, at: node, depth: depth) }
        guard let (word, value) = known.first, known.count == 1 else {
            report(node, "a condition has one of these keys, not \(known.count)")
            return nil
        }
        switch word {
        case .expr:
            guard let text = value.scalar else {
                report(value, "expected an expression, such as \"country == 'DE'\"")
                return nil
            }
            var condition = Condition(.expression(text), position: value.position)
            condition.text = value.textPosition
            return condition
        case .any: return Condition(.any(groups(value, depth: depth)), position: node.position)
        case .all: return Condition(.all(conditions(value, depth: depth + 1)), position: node.position)
        case .not: return group(value, depth: depth).map { Condition(.not($0), position: node.position) }
        case .anyItem: return items(.any, value, at: node, depth: depth)
        case .everyItem: return items(.every, value, at: node, depth: depth)
        case .noItem: return items(.none, value, at: node, depth: depth)
        case .exactly, .atLeast, .atMost, .item, .of:
            report(
                node,
                "'\(word.rawValue)' needs the key 'item' with a condition about items, or 'of' with a list of conditions"
            )
            return nil
        }
    }

    /// The conditions in a list; those that one entry makes for several attributes belong together.
    private mutating func groups(_ node: RuleNode, depth: Int) -> [Condition] {
        guard let items = node.list, items.allSatisfy({ $0.scalar == nil }), !Self.isRule(items) else {
            return conditions(node, depth: depth + 1)
        }
        if items.isEmpty { report(node, "expected a condition") }
        return items.compactMap { group($0, depth: depth) }
    }

    /// A condition, or several that must all pass.
    private mutating func group(_ node: RuleNode, depth: Int) -> Condition? {
        let all = conditions(node, depth: depth + 1)
        return all.count > 1 ? Condition(.all(all), position: node.position) : all.first
    }

    private mutating func items(
        _ count: Condition.ItemCount, _ value: RuleNode, at node: RuleNode, depth: Int
    ) -> Condition? {
        group(value, depth: depth).map { Condition(.items(count, $0), position: node.position) }
    }

    /// A number of items, `{ exactly: 1, item: … }`, or of conditions, `{ atLeast: 2, of: […] }`.
    private mutating func counted(_ known: [ConditionKey: RuleNode], at node: RuleNode, depth: Int) -> Condition? {
        let numbers: [ConditionKey] = [.exactly, .atLeast, .atMost]
        let others = known.keys.filter { !numbers.contains($0) }
        guard others.count == 1, let count = count(known.filter { numbers.contains($0.key) }, at: node) else {
            if others.count > 1 {
                let names = others.map(\.rawValue).sorted()
                report(node, "'\(names[0])' cannot be used together with '\(names[1])'")
            }
            return nil
        }
        if let item = known[.item] { return items(count, item, at: node, depth: depth) }
        guard let list = known[.of] else { return nil }
        return Condition(.number(count, conditions(list, depth: depth + 1)), position: node.position)
    }

    private mutating func count(_ known: [ConditionKey: RuleNode], at node: RuleNode) -> Condition.ItemCount? {
        var counts: [ConditionKey: Int] = [:]
        for (key, value) in known {
            guard case .integer(let number) = value.value, number >= 0, let number = Int(exactly: number) else {
                report(value, "expected a number, such as 1")
                return nil
            }
            counts[key] = number
        }
        if counts.isEmpty {
            report(node, "expected 'exactly', 'atLeast' or 'atMost' with a number")
        } else if counts[.exactly] != nil, counts.count > 1 {
            report(node, "'exactly' cannot be used together with 'atLeast' and 'atMost'")
        } else if let least = counts[.atLeast], let most = counts[.atMost], least > most {
            report(node, "no number is at least \(least) and at most \(most)")
        }
        return .number(exactly: counts[.exactly], atLeast: counts[.atLeast], atMost: counts[.atMost])
    }

    /// Refuses the common keys that have no effect in a condition.
    private mutating func refuseCommonKeys(of condition: RuleNode) {
        let pairs = condition.mapping ?? condition.list.flatMap { $0.count == 3 ? $0[2].mapping : nil } ?? []
        for (key, _) in pairs {
            guard let name = key.scalar.flatMap(RuleKey.init), name != .attributes, name != .type,
                name != .options
            else { continue }
            report(key, "a condition has no key '\(name.rawValue)'")
        }
    }
}
