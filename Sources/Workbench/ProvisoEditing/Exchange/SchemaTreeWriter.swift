internal import Proviso
internal import ProvisoProof

/// Writes the schema of a record, or of a shape, from the rules of its attributes.
struct SchemaTreeWriter {
    /// A value in the record, with what rules say of it.
    private final class Place {
        private(set) var children: [(step: ValuePath.Component, place: Place)] = []
        private var places: [ValuePath.Component: Place] = [:]
        var members = SchemaMembers()
        /// The rules that the schema says of the value.
        var rules: [Rule] = []

        func child(_ step: ValuePath.Component) -> Place {
            if let known = places[step] { return known }
            let place = Place()
            children.append((step, place))
            places[step] = place
            return place
        }

        func at(_ path: Steps) -> Place { path.reduce(self) { $0.child($1) } }

        /// All items or members, besides the rules for one by its name.
        var each: Place? { places[.each] }

        /// The rules for the value and for all in it.
        var allRules: [Rule] { rules + children.flatMap { $0.place.allRules } }
    }

    private let ruleSet: RuleSet
    private let assertions: RuleAssertions
    private let attributes: [String]
    private(set) var losses: [SchemaExport.Loss] = []
    private let trials: SchemaTrials

    init(_ ruleSet: RuleSet, _ assertions: RuleAssertions, attributes: [String], trials: SchemaTrials) {
        (self.ruleSet, self.assertions, self.attributes, self.trials) = (ruleSet, assertions, attributes, trials)
    }

    /// The schema of some of the rules.
    mutating func schema(of rules: [Rule]) -> AnyValue {
        let root = Place()
        for name in attributes { _ = root.at(ValuePath(name).components) }
        var conditional: [AnyValue] = []
        for (index, rule) in rules.enumerated() where rule.severity == .error {
            let isOpen = rule.when.isEmpty && rule.unless.isEmpty
            for attribute in rule.attributes.map(RuleSet.plain) {
                for part in rule.writtenOut(in: assertions.plan.registry) {
                    var alone = part
                    alone.attributes = [attribute]
                    if isOpen {
                        add(alone, number: index + 1, to: root)
                    } else if let schema = self.conditional(alone, number: index + 1) {
                        conditional.append(schema)
                    }
                }
            }
        }
        let said = SchemaTrialRules(root.allRules, of: ruleSet, assertions.plan.registry, trials)
        var schema = SchemaMembers(self.schema(root, [], above: [], trial: nil, said))
        if !conditional.isEmpty { schema.add(["allOf": .list(conditional)]) }
        return schema.schema
    }

    /// Adds what a rule says to the value that it is for, if the schema says something of it.
    private mutating func add(_ rule: Rule, number: Int, to root: Place) {
        let path = ValuePath(rule.attributes[0]).components
        let said = assertions.said(rule.constraint)
        for reason in said.losses { lose(rule, number, reason) }
        if said.isLost { return }
        if path.contains(where: { if case .index = $0 { true } else { false } }) {
            return lose(rule, number, "a single item of a list")
        }
        let place = root.at(path)
        place.members.add(said.schema)
        place.rules.append(rule)
    }

    private mutating func lose(_ rule: Rule, _ number: Int, _ reason: String) {
        losses.append(
            SchemaExport.Loss(
                rule: rule.id ?? String(number), attribute: rule.attributes[0], position: rule.position,
                reason: "\(rule.constraint.type): \(reason)"))
    }

    // MARK: Values

    /// The schema of a value; `above` are the rules for what it is in, and `trial` has those that can find something in it.
    private func schema(
        _ place: Place, _ path: Steps, above: [Rule], trial: SchemaTrial?, _ said: SchemaTrialRules
    ) -> AnyValue {
        var members = SchemaMembers()
        if let title = text(ruleSet.labels, path) { members.set("title", title) }
        if let hint = text(ruleSet.hints, path) { members.set("description", hint) }
        var own = place.members
        let keys = place.children.filter { $0.step != .each }
        let around = above + place.rules
        if !keys.isEmpty {
            if needsParts(place, path) { own.add(["type": "object"]) }
            let others = around + (place.each?.allRules ?? [])
            var (properties, required): ([AnyValue.Member], [AnyValue]) = (own["properties"]?.members ?? [], [])
            let trials = said.trials(of: keys.map(\.place.allRules), within: others)
            for (child, trial) in zip(keys, trials) {
                let (inner, name) = (path + [child.step], Self.name(child.step))
                properties.append(AnyValue.Member(name, schema(child.place, inner, above: others, trial: trial, said)))
                if trial.isWrong(AnyValue.object([]).setting(path, to: .object([])), at: inner) {
                    required.append(.text(name))
                }
            }
            own.set("properties", .object(properties))
            if !required.isEmpty { own.add(["required": .list(required)]) }
            close(&own, path)
        }
        if let each = place.each {
            let trial = said.trial(of: around + each.allRules)
            let item = schema(each, path + [.each], above: around, trial: trial, said)
            own.add(needsParts(place, path) ? ["type": ["array", "object"], "items": item] : ["items": item])
            if keys.isEmpty { own.set("additionalProperties", item) }
        }
        own.simplify()
        if path.isEmpty { return own.schema }
        let accepted = trials.empties(acceptedBy: own.schema)
        let skipped = RuleAssertions.empties.filter { value in
            !accepted.contains(value)
                && trial.map { !$0.isWrong(AnyValue.object([]).setting(path, to: value), at: path) } ?? false
        }
        members.add(SchemaExport.allowing(skipped, own.schema))
        return members.schema
    }

    /// Whether a value must be an object or a list; rules that only read what is in it need not mind.
    private func needsParts(_ place: Place, _ path: Steps) -> Bool {
        guard !path.isEmpty, place.allRules.isEmpty else { return true }
        return SchemaTrial(assertions.plan).isWrong(AnyValue.object([]).setting(path, to: "x"), at: path)
    }

    private static func name(_ step: ValuePath.Component) -> String {
        switch step {
        case .key(let key): key
        case .index(let index): String(index)
        case .each: "*"
        }
    }

    private func text(_ table: [String: [String: String]], _ path: Steps) -> AnyValue? {
        let texts = table[ValuePath(path).description]
        return (texts?["en"] ?? texts?[""]).map { .text($0) }
    }

    /// Refuses other members of an object where the rule set is closed.
    private func close(_ members: inout SchemaMembers, _ path: Steps) {
        guard ruleSet.closed, !ruleSet.openParts.paths.contains(ValuePath(path).description) else { return }
        if let allow = ruleSet.openParts.allow {
            members.set("patternProperties", .object([.init(allow, true)]))
        }
        members.set("additionalProperties", false)
    }

    // MARK: Conditions

    /// A rule that runs under conditions, as `if` and `then`; `nil` if it is lost.
    private mutating func conditional(_ rule: Rule, number: Int) -> AnyValue? {
        var conditions: [AnyValue] = []
        for condition in rule.when {
            guard let schema = schema(of: condition) else {
                lose(rule, number, "its condition")
                return nil
            }
            conditions.append(schema)
        }
        var exceptions: [AnyValue] = []
        for condition in rule.unless {
            guard let schema = schema(of: condition) else {
                lose(rule, number, "its condition")
                return nil
            }
            exceptions.append(schema)
        }
        if !exceptions.isEmpty { conditions.append(["not": ["allOf": .list(exceptions)]]) }
        var alone = rule
        (alone.when, alone.unless) = ([], [])
        var open = ruleSet
        open.closed = false
        (open.labels, open.hints) = ([:], [:])
        var writer = SchemaTreeWriter(open, assertions, attributes: [], trials: trials)
        let consequence = writer.schema(of: [alone])
        for loss in writer.losses { losses.append(loss) }
        if consequence == .object([]) { return nil }
        let condition = conditions.count == 1 ? conditions[0] : ["allOf": .list(conditions)]
        return ["if": condition, "then": consequence]
    }

    private func schema(of condition: Condition) -> AnyValue? {
        switch condition.test {
        case .rule(let attribute, let body): return schema(of: attribute, body)
        case .all(let parts): return all(parts).map { ["allOf": .list($0)] }
        case .any(let parts): return all(parts).map { ["anyOf": .list($0)] }
        case .not(let part): return schema(of: part).map { ["not": $0] }
        case .closure, .expression, .items, .number: return nil
        }
    }

    private func all(_ conditions: [Condition]) -> [AnyValue]? {
        let found = conditions.compactMap { schema(of: $0) }
        return found.count == conditions.count ? found : nil
    }

    /// The records whose attribute meets a rule; an empty value does not.
    private func schema(of attribute: String, _ body: Constraint) -> AnyValue? {
        let path = ValuePath(attribute).components
        let about = assertions.plan.registry.about(body.type)
        guard !path.isEmpty, !path.contains(.each), about.subject != .missing else { return nil }
        var members = SchemaMembers()
        for part in body.writtenOut(in: assertions.plan.registry) {
            let said = assertions.said(part)
            guard said.losses.isEmpty, !said.isLost else { return nil }
            members.add(said.schema)
        }
        let own = members.schema
        if about.subject != .present, !trials.empties(acceptedBy: own).isEmpty {
            members.add(["allOf": [["not": ["enum": .list(RuleAssertions.empties)]]]])
        }
        return path.reversed().reduce(members.schema) { inner, step in
            let name = Self.name(step)
            return [
                "type": "object", "required": [.text(name)], "properties": .object([.init(name, inner)]),
            ]
        }
    }
}
