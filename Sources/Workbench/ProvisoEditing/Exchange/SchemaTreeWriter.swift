internal import Proviso
internal import ProvisoProof

/// Writes the schema of a record, or of a shape, from the rules of its attributes.
struct SchemaTreeWriter {
    /// A value in the record, with what rules say of it.
    private final class Place {
        var children: [(step: ValuePath.Component, place: Place)] = []
        var members = SchemaMembers()

        func child(_ step: ValuePath.Component) -> Place {
            if let known = children.first(where: { $0.step == step }) { return known.place }
            let place = Place()
            children.append((step, place))
            return place
        }

        func at(_ path: Steps) -> Place { path.reduce(self) { $0.child($1) } }
    }

    private let ruleSet: RuleSet
    private let assertions: RuleAssertions
    private let attributes: [String]
    private(set) var losses: [SchemaExport.Loss] = []
    /// The rules that the schema says, alone: what they do with empty values is tried.
    private var tried: Plan?

    init(_ ruleSet: RuleSet, _ assertions: RuleAssertions, attributes: [String]) {
        (self.ruleSet, self.assertions, self.attributes) = (ruleSet, assertions, attributes)
    }

    /// The schema of some of the rules.
    mutating func schema(of rules: [Rule]) -> AnyValue {
        let root = Place()
        for name in attributes { _ = root.at(ValuePath(name).components) }
        var (said, conditional): ([Rule], [AnyValue]) = ([], [])
        for (index, rule) in rules.enumerated() where rule.severity == .error {
            let isOpen = rule.when.isEmpty && rule.unless.isEmpty
            for attribute in rule.attributes.map(RuleSet.plain) {
                for part in rule.writtenOut(in: assertions.plan.registry) {
                    var alone = part
                    alone.attributes = [attribute]
                    if isOpen {
                        if add(alone, number: index + 1, to: root) { said.append(alone) }
                    } else if let schema = self.conditional(alone, number: index + 1) {
                        conditional.append(schema)
                    }
                }
            }
        }
        tried = plan(said)
        var schema = SchemaMembers(self.schema(root, []))
        if !conditional.isEmpty { schema.add(["allOf": .list(conditional)]) }
        return schema.schema
    }

    private func plan(_ rules: [Rule]) -> Plan? {
        var alone = RuleSet(rules: rules.isEmpty ? [Rule(["v"], .safe)] : rules, nullable: ruleSet.nullable)
        (alone.shapes, alone.define, alone.empty) = (ruleSet.shapes, ruleSet.define, ruleSet.empty)
        alone.types = ruleSet.types.filter { assertions.plan.registry[$0.type] == nil }
        return try? Plan(alone, registry: assertions.plan.registry)
    }

    /// Adds what a rule says to the value that it is for; false if the schema says nothing of it.
    private mutating func add(_ rule: Rule, number: Int, to root: Place) -> Bool {
        let path = ValuePath(rule.attributes[0]).components
        let said = assertions.said(rule.constraint)
        for reason in said.losses { lose(rule, number, reason) }
        if said.isLost { return false }
        if path.contains(where: { if case .index = $0 { true } else { false } }) {
            lose(rule, number, "a single item of a list")
            return false
        }
        root.at(path).members.add(said.schema)
        return true
    }

    private mutating func lose(_ rule: Rule, _ number: Int, _ reason: String) {
        losses.append(
            SchemaExport.Loss(
                rule: rule.id ?? String(number), attribute: rule.attributes[0], position: rule.position,
                reason: "\(rule.constraint.type): \(reason)"))
    }

    // MARK: Values

    private func schema(_ place: Place, _ path: Steps) -> AnyValue {
        var members = SchemaMembers()
        if let title = text(ruleSet.labels, path) { members.set("title", title) }
        if let hint = text(ruleSet.hints, path) { members.set("description", hint) }
        var own = place.members
        let keys = place.children.filter { $0.step != .each }
        if !keys.isEmpty {
            own.add(["type": "object"])
            let properties = keys.map { child in
                AnyValue.Member(Self.name(child.step), schema(child.place, path + [child.step]))
            }
            own.set("properties", .object((own["properties"]?.members ?? []) + properties))
            let required = keys.filter { isRequired(path + [$0.step], in: path) }.map { Self.name($0.step) }
            if !required.isEmpty { own.add(["required": .list(required.map { .text($0) })]) }
            close(&own, path)
        }
        if let each = place.children.first(where: { $0.step == .each }) {
            let item = schema(each.place, path + [.each])
            own.add(["type": ["array", "object"], "items": item])
            if keys.isEmpty { own.set("additionalProperties", item) }
        }
        own.simplify()
        if path.isEmpty { return own.schema }
        let skipped = RuleAssertions.empties.filter { isValid($0, at: path) && !Self.accepts(own.schema, $0) }
        members.add(SchemaExport.allowing(skipped, own.schema))
        return members.schema
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

    // MARK: What is tried

    private func isRequired(_ path: Steps, in parent: Steps) -> Bool {
        isWrong(AnyValue.object([]).setting(parent, to: .object([])), at: path)
    }

    private func isValid(_ value: AnyValue, at path: Steps) -> Bool {
        !isWrong(AnyValue.object([]).setting(path, to: value), at: path)
    }

    /// Whether something is wrong with a value of a record, or in it.
    private func isWrong(_ record: AnyValue, at path: Steps) -> Bool {
        guard let report = try? tried?.validate(record) else { return true }
        let place = path.map { $0 == .each ? .index(0) : $0 }
        return report.violations.contains { $0.severity == .error && $0.path.components.starts(with: place) }
    }

    private static func accepts(_ schema: AnyValue, _ value: AnyValue) -> Bool {
        if schema == .object([]) { return true }
        // A shape says itself what it accepts, so a schema with a reference is none here.
        guard let schema = try? JSONSchema(schema),
            let plan = try? Plan(RuleSet(rules: [Rule("v", .schema(schema))]))
        else { return false }
        return (try? plan.validate(.object([.init("v", value)])))?.isValid ?? false
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
        var writer = SchemaTreeWriter(open, assertions, attributes: [])
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
        if about.subject != .present, RuleAssertions.empties.contains(where: { Self.accepts(own, $0) }) {
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
