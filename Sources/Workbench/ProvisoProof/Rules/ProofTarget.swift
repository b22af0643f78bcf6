package import Proviso

/// A rule for one of its attributes, where it is in the record: what samples are made for.
package struct ProofTarget: Sendable {
    /// The shape that must apply before the rule is reached.
    package struct Guard: Sendable {
        /// The value that the shape is for.
        let path: Steps
        let shape: String
        /// The member that says which shape it is.
        let by: String?
    }

    package let address: RuleAddress
    package let id: String
    package let rule: Rule
    /// The attribute as the rule names it, without `!`.
    package let attribute: String
    /// Where names in the rule begin: nothing, or the value of a shape.
    package let base: Steps
    /// The attribute's path from the record, with `*` for every item.
    package let path: Steps
    package let guards: [Guard]

    /// Whether the rule is in a shape that a union tries.
    var isTried: Bool { guards.contains { !$0.shape.hasPrefix("*") } }

    /// The shape that the rule is of; `nil` for a rule of the record.
    package var shapeName: String? {
        guards.last.map { $0.shape.hasPrefix("*") ? String($0.shape.dropFirst()) : $0.shape }
    }

    /// The other attributes that the rule reads, as it names them.
    var namedAttributes: [String] {
        let constraint = rule.constraint
        if constraint.about.subject == .comparison, constraint.option(.comparand, .attribute) == nil {
            return [CompareValidator.partner(of: attribute)]
        }
        return constraint.namedAttributes
    }

    /// Whether it is the same rule at the same place, in a part of the rule set or in the whole.
    func isSame(as other: ProofTarget) -> Bool {
        id == other.id && attribute == other.attribute && path == other.path
    }

    /// The rules that the rule stands for: itself, or those that its type is made of.
    package func writtenOut(in plan: Plan) -> [ProofTarget] {
        rule.writtenOut(in: plan.registry).map { rule in
            ProofTarget(
                address: address, id: id, rule: rule, attribute: attribute, base: base, path: path, guards: guards)
        }
    }

    /// The path of another attribute that the rule names.
    func path(of name: String) -> Steps { base + ValuePath(RuleSet.plain(name)).components }
}

extension RuleSet {
    /// The rules of a scenario for each of their attributes, with those of shapes where these are applied.
    package func targets(in scenario: String) -> [ProofTarget] {
        var found: [ProofTarget] = []
        let active = scenarios[scenario].map { Set($0.map(RuleSet.plain)) }
        for index in rules.indices where rules[index].isActive(in: scenario) {
            collect(.root(index), base: [], guards: [], depth: 0, only: active, &found)
        }
        return found
    }

    /// How deep shapes are followed into each other, and the number of their rules that are listed.
    private static let (deepest, mostTargets) = (6, 5_000)

    /// Why rules of shapes are not decided.
    static let tooDeep =
        "not decided: shapes are searched \(deepest) deep, with at most \(mostTargets) rules in all, so try the shape "
        + "in a rule of its own"

    /// The named shapes that rules use, and those that these use.
    var usedShapes: Set<String> {
        var used: Set<String> = []
        var waiting = shapeNames(in: rules)
        while let name = waiting.popLast() {
            if used.insert(name).inserted { waiting += shapeNames(in: shapes[name]?.rules ?? []) }
        }
        return used
    }

    /// Leaves out the named shapes that no rule uses, which a plan would read nevertheless.
    package mutating func dropUnusedShapes() {
        if shapes.isEmpty { return }
        shapes = Dictionary(uniqueKeysWithValues: usedShapes.compactMap { name in shapes[name].map { (name, $0) } })
    }

    /// The named shapes of rules, also of those in their own shapes.
    private func shapeNames(in rules: [Rule]) -> [String] {
        rules.flatMap { rule in
            writtenOut(rule.constraint).compactMap { $0.text(.shape) }
                + rule.constraint.shapes.flatMap { shapeNames(in: $0.shape.rules) }
        }
    }

    private func collect(
        _ address: RuleAddress, base: Steps, guards: [ProofTarget.Guard], depth: Int, only: Set<String>?,
        _ found: inout [ProofTarget]
    ) {
        guard let rule = self[address], depth < Self.deepest, found.count < Self.mostTargets else { return }
        for attribute in rule.attributes.map(RuleSet.plain) where only?.contains(attribute) ?? true {
            let path = base + ValuePath(attribute).components
            found.append(
                ProofTarget(
                    address: address, id: id(of: address), rule: rule, attribute: attribute, base: base, path: path,
                    guards: guards))
            for named in rule.constraint.shapes {
                let by = rule.constraint.text(.discriminator)
                let inner = guards + [ProofTarget.Guard(path: path, shape: named.name, by: by)]
                for index in named.shape.rules.indices {
                    collect(
                        .inside(address, shape: named.name, index), base: path, guards: inner, depth: depth + 1,
                        only: nil, &found)
                }
            }
            for part in writtenOut(rule.constraint) {
                guard let name = part.text(.shape), let shape = shapes[name],
                    guards.count(where: { $0.shape == "*\(name)" }) < 2
                else { continue }
                // A shape that contains itself is followed twice.
                let inner = guards + [ProofTarget.Guard(path: path, shape: "*\(name)", by: nil)]
                for index in shape.rules.indices {
                    collect(.named(name, index), base: path, guards: inner, depth: depth + 1, only: nil, &found)
                }
            }
        }
    }
}
