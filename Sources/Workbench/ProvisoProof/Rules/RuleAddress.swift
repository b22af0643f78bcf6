package import Proviso

/// Where a rule is in a rule set: in `rules`, in a named shape, or in a shape of another rule.
package indirect enum RuleAddress: Hashable, Sendable {
    case root(Int)
    case named(String, Int)
    case inside(RuleAddress, shape: String, Int)

    /// Whether the rule is in a shape of another rule, at any depth.
    func isInside(_ other: RuleAddress) -> Bool {
        if case .inside(let outer, _, _) = self { outer == other || outer.isInside(other) } else { false }
    }

    /// The rule that all others around it are in, at any depth: in `rules` or in a named shape.
    package var outermost: RuleAddress { if case .inside(let outer, _, _) = self { outer.outermost } else { self } }
}

extension RuleSet {
    /// The rule at an address; `nil` if there is none.
    package subscript(address: RuleAddress) -> Rule? {
        func item(_ rules: [Rule], _ index: Int) -> Rule? { rules.indices.contains(index) ? rules[index] : nil }
        switch address {
        case .root(let index): return item(rules, index)
        case .named(let name, let index): return item(shapes[name]?.rules ?? [], index)
        case .inside(let outer, let shape, let index):
            return self[outer]?.constraint.shapes.first { $0.name == shape }.flatMap { item($0.shape.rules, index) }
        }
    }

    /// A copy in which rules without an id keep their numbers in reports, whatever becomes of the others.
    var numbered: RuleSet {
        var copy = self
        for index in rules.indices where rules[index].id == nil { copy.rules[index].id = String(index + 1) }
        return copy
    }

    /// A copy in which one rule is another one, or is missing.
    package func changing(_ address: RuleAddress, _ change: (Rule) -> Rule?) -> RuleSet {
        var copy = self
        func changed(_ rules: [Rule], _ index: Int) -> [Rule] {
            guard rules.indices.contains(index) else { return rules }
            var rules = rules
            if let rule = change(rules[index]) { rules[index] = rule } else { rules.remove(at: index) }
            return rules
        }
        switch address {
        case .root(let index):
            copy = numbered
            copy.rules = changed(copy.rules, index)
        case .named(let name, let index):
            guard var shape = copy.shapes[name] else { return self }
            shape.rules = changed(shape.rules, index)
            copy.shapes[name] = shape
        case .inside(let outer, let name, let index):
            return changing(outer) { rule in
                var rule = rule
                let shapes = rule.constraint.shapes.map { named -> NamedShape in
                    guard named.name == name else { return named }
                    var shape = named.shape
                    shape.rules = changed(shape.rules, index)
                    return NamedShape(name, shape)
                }
                rule.constraint = rule.constraint.setting("shapes", to: .shapes(shapes))
                return rule
            }
        }
        return copy
    }

    /// All rules with their addresses, those of shapes after the rule that has them.
    package var addresses: [RuleAddress] {
        func inside(_ address: RuleAddress) -> [RuleAddress] {
            [address]
                + (self[address]?.constraint.shapes ?? []).flatMap { named in
                    named.shape.rules.indices.flatMap { inside(.inside(address, shape: named.name, $0)) }
                }
        }
        return rules.indices.flatMap { inside(.root($0)) }
            + shapes.keys.sorted().flatMap { name in
                (shapes[name]?.rules.indices).map { $0.flatMap { inside(.named(name, $0)) } } ?? []
            }
    }

    /// The id that reports show for a rule.
    package func id(of address: RuleAddress) -> String {
        let own = self[address]?.id
        switch address {
        case .root(let index): return own ?? String(index + 1)
        case .named(let name, let index): return "\(name).\(own ?? String(index + 1))"
        case .inside(let outer, let shape, let index):
            return "\(id(of: outer)).\(shape).\(own ?? String(index + 1))"
        }
    }
}

extension Constraint {
    /// The shapes that the rule lists itself.
    package var shapes: [NamedShape] {
        if case .shapes(let shapes)? = options["shapes"] { shapes } else { [] }
    }

    /// A copy with another value of an option; `nil` removes it.
    package func setting(_ option: String, to value: OptionValue?) -> Constraint {
        var options = self.options
        options[option] = value
        return with(type: type, options: options)
    }

    /// A copy with another type and other options, at the same place.
    package func with(type: RuleType, options: [String: OptionValue]) -> Constraint {
        var copy = Constraint(type: type, options: options, positions: positions)
        copy.messages = messages
        (copy.skipOnEmpty, copy.empty, copy.nullable) = (skipOnEmpty, empty, nullable)
        return copy
    }

    /// A copy that stands for other rules than those of its type.
    func replacing(_ rules: [Constraint], of composition: Composition) -> Constraint {
        var copy = self
        copy.replacement = Composition(rules, code: composition.code, parameters: composition.parameters)
        return copy
    }

    /// Whether the rule never rejects a value; for a type of the rule set, whether none of its rules does.
    package func onlyChanges(in plan: Plan) -> Bool {
        writtenOut(in: plan.registry).allSatisfy { plan.registry.about($0.type).neverRejects }
    }
}
