package import Proviso

/// A rule set with one change, as a mistake would make it.
package struct Mutant: Sendable {
    /// The rule before the change.
    enum Subject: Sendable {
        case record(RuleAddress, Rule)
        /// A rule about all records.
        case table(DatasetRule)
    }

    let subject: Subject
    package let id: String
    /// What was changed, for people: `min 3 → 4`.
    package let change: String
    let original: RuleSet
    let changed: @Sendable (RuleSet) -> RuleSet

    /// The rule set with the change, made again each time: all of them together would be large.
    package var ruleSet: RuleSet { changed(original) }

    /// Whether the rule is about all records, so that only a case with `records` notices the change.
    package var isOfTable: Bool { if case .table = subject { true } else { false } }

    /// One line for people.
    package var line: String {
        let (position, what): (SourcePosition?, String) =
            switch subject {
            case .record(_, let rule):
                (
                    rule.position,
                    "'\(rule.constraint.type)' of \(rule.attributes.map { "'\($0)'" }.joined(separator: ", "))"
                )
            case .table(let rule): (rule.position, "'\(rule.name)'")
            }
        return "\(position.map { "\($0): " } ?? "")rule \(id), \(what): \(change)"
    }
}

/// Makes all mutants of a rule set.
package struct Mutants {
    let ruleSet: RuleSet
    var found: [Mutant] = []

    /// All mutants, in the order of the rules.
    package static func all(of ruleSet: RuleSet) -> [Mutant] {
        var mutants = Mutants(ruleSet: ruleSet)
        for address in ruleSet.addresses {
            if let rule = ruleSet[address] { mutants.add(address, rule) }
        }
        mutants.addRulesOfTable()
        return mutants.found
    }

    private init(ruleSet: RuleSet) { self.ruleSet = ruleSet }

    private mutating func append(
        _ address: RuleAddress, _ rule: Rule, _ change: String,
        _ changed: @escaping @Sendable (Rule) -> Rule?
    ) {
        found.append(
            Mutant(subject: .record(address, rule), id: ruleSet.id(of: address), change: change, original: ruleSet) {
                $0.changing(address, changed)
            })
    }

    private mutating func add(_ address: RuleAddress, _ rule: Rule) {
        let hasEffect = rule.constraint.about.effect != .namesAttribute
        if hasEffect {
            // A rule without effect keeps its attributes known.
            append(address, rule, "rule removed") { rule in
                var copy = rule
                copy.constraint = Constraint(type: SafeValidator.type)
                copy.messages = RuleMessages()
                (copy.skipOnEmpty, copy.empty, copy.nullable, copy.tolerate) = (nil, nil, nil, nil)
                return copy
            }
        }
        for (index, attribute) in rule.attributes.enumerated()
        where rule.attributes.count > 1 && hasEffect {
            append(address, rule, "attribute '\(attribute)' dropped") { rule in
                var copy = rule
                copy.attributes.remove(at: index)
                return copy
            }
        }
        if !rule.when.isEmpty {
            append(address, rule, "'when' reversed") { rule in
                var copy = rule
                copy.when = [Condition(.not(Condition(.all(rule.when))))]
                return copy
            }
        }
        if !rule.unless.isEmpty {
            append(address, rule, "'unless' reversed") { rule in
                var copy = rule
                copy.unless = [Condition(.not(Condition(.all(rule.unless))))]
                return copy
            }
        }
        for (change, constraint) in changes(of: rule.constraint) {
            append(address, rule, change) { rule in
                var copy = rule
                copy.constraint = constraint
                return copy
            }
        }
        for (key, conditions) in [("when", rule.when), ("unless", rule.unless)] {
            for (index, condition) in conditions.enumerated() {
                for (change, changed) in changes(of: condition) {
                    append(address, rule, "in '\(key)': \(change)") { rule in
                        var copy = rule
                        if key == "when" { copy.when[index] = changed } else { copy.unless[index] = changed }
                        return copy
                    }
                }
                guard conditions.count > 1 else { continue }
                append(address, rule, "in '\(key)': part \(index + 1) of \(conditions.count) dropped") { rule in
                    var copy = rule
                    if key == "when" { copy.when.remove(at: index) } else { copy.unless.remove(at: index) }
                    return copy
                }
            }
        }
    }

    func changes(of condition: Condition) -> [(String, Condition)] {
        func parts(_ conditions: [Condition], _ make: ([Condition]) -> Condition.Test) -> [(String, Condition)] {
            conditions.indices.flatMap { index in
                changes(of: conditions[index]).map { change, changed in
                    var copy = conditions
                    copy[index] = changed
                    return (change, Condition(make(copy), position: condition.position))
                }
            }
        }
        switch condition.test {
        case .rule(let attribute, let body):
            return changes(of: body).map {
                ($0, Condition(.rule(attribute: attribute, body: $1), position: condition.position))
            }
        case .closure: return []
        case .expression(let text):
            return ExprMutants.changes(text).map {
                ("expr \($0)", Condition(.expression($1), position: condition.position))
            }
        case .any(let conditions):
            return [("'any' became 'all'", Condition(.all(conditions)))] + parts(conditions) { .any($0) }
                + dropped(conditions) { .any($0) }
        case .all(let conditions):
            return [("'all' became 'any'", Condition(.any(conditions)))] + parts(conditions) { .all($0) }
                + dropped(conditions) { .all($0) }
        case .not(let inner): return [("'not' dropped", inner)] + changes(of: inner).map { ($0, Condition(.not($1))) }
        case .items(let count, let inner):
            return changes(of: inner).map { ($0, Condition(.items(count, $1), position: condition.position)) }
                + [("the number of items is another one", Condition(.items(Self.off(count), inner)))]
        case .number(let count, let conditions):
            return [("the number of conditions is another one", Condition(.number(Self.off(count), conditions)))]
                + parts(conditions) { .number(count, $0) }
        }
    }

    /// The conditions without one of them.
    private func dropped(
        _ conditions: [Condition], _ make: ([Condition]) -> Condition.Test
    ) -> [(String, Condition)] {
        guard conditions.count > 1 else { return [] }
        return conditions.indices.map { index in
            var copy = conditions
            copy.remove(at: index)
            return ("part \(index + 1) of \(conditions.count) dropped", Condition(make(copy)))
        }
    }

    private static func off(_ count: Condition.ItemCount) -> Condition.ItemCount {
        let (least, most) = count.bounds
        return count.with(least: least + 1, most: most == .max ? .max : most + 1)
    }

    /// The changes of a rule type's options.
    func changes(of rule: Constraint, depth: Int = 0) -> [(String, Constraint)] {
        var found: [(String, Constraint)] = []
        for (name, value) in rule.options.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .value(let value):
                found += OptionMutants.changes(rule.option(named: name), value).map { change, changed in
                    (change, rule.setting(name, to: changed.map { .value($0) }))
                }
            case .rule(let inner):
                found += changes(of: inner).map { ("in '\(name)': \($0)", rule.setting(name, to: .rule($1))) }
            case .condition(let condition):
                found += changes(of: condition).map { ("in '\(name)': \($0)", rule.setting(name, to: .condition($1))) }
            case .shapes(let shapes):
                guard shapes.count > 1 else { continue }
                found += shapes.map { shape in
                    let others = shapes.filter { $0.name != shape.name }
                    return ("shape '\(shape.name)' dropped", rule.setting(name, to: .shapes(others)))
                }
            }
        }
        guard depth < 4, let composition = ruleSet.composition(of: rule) else { return found }
        for (index, part) in composition.rules.enumerated() {
            func add(_ change: String, _ rules: [Constraint]) {
                found.append(("\(change) in '\(part.type)' of the type", rule.replacing(rules, of: composition)))
            }
            var others = composition.rules
            others.remove(at: index)
            add("rule removed", others)
            for (change, changed) in changes(of: part, depth: depth + 1) {
                var rules = composition.rules
                rules[index] = changed
                add(change, rules)
            }
        }
        return found
    }
}
