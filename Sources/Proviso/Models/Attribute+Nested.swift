internal import JSONBridge
internal import ProvisoABI

/// Properties that hold models with rules of their own, which are checked and reported under the property's name.
extension Attribute {
    /// A property that is a model.
    public init<Nested: Model>(_ name: String, _ property: any WritableKeyPath<Checked, Nested> & Sendable) {
        self.init(
            name, nested: NestedModel(Nested.self) { (around: Checked, _) in around[keyPath: property] },
            read: { $0[keyPath: property].written(in: $1) },
            write: { $0[keyPath: property].overwrite(with: $1) },
            assign: { $0[keyPath: property].assign($1, &$2) })
    }

    /// A property that may be a model; data can make one where there is none when it is a `ParsableModel`.
    public init<Nested: Model>(_ name: String, _ property: any WritableKeyPath<Checked, Nested?> & Sendable) {
        self.init(
            name,
            nested: NestedModel(Nested.self, mayBeMissing: true) { (around: Checked, _) in
                around[keyPath: property]
            },
            read: { $0[keyPath: property]?.written(in: $1) ?? proviso_value(kind: .null) },
            write: { model, value in
                if value == .null {
                    model[keyPath: property] = nil
                    return true
                }
                guard var nested = model[keyPath: property] ?? Nested.fresh() else { return false }
                defer { model[keyPath: property] = nested }
                return nested.overwrite(with: value)
            },
            assign: { model, value, assignment in
                if value == .null || value == .absent { return model[keyPath: property] = nil }
                guard value.kind == .object, var nested = model[keyPath: property] ?? Nested.fresh() else {
                    return assignment.refuse(.object)
                }
                nested.assign(value, &assignment)
                model[keyPath: property] = nested
            })
        mayBeMissing = true
    }

    /// A property that is a list of models; data replaces all of them when they are `ParsableModel`s, and else changes
    /// the ones that are there.
    public init<Nested: Model>(_ name: String, _ property: any WritableKeyPath<Checked, [Nested]> & Sendable) {
        self.init(
            name,
            nested: NestedModel(Nested.self, isList: true) { (around: Checked, position) in
                let models = around[keyPath: property]
                return position.flatMap { models.indices.contains($0) ? models[$0] : nil }
            },
            read: { $0[keyPath: property].written(in: $1) },
            write: { $0[keyPath: property].overwrite(with: $1) },
            assign: { $0[keyPath: property].assign($1, &$2) })
    }
}

extension Model {
    /// A model to fill from data, nil for types that cannot be made without.
    static func fresh() -> Self? { (Self.self as? any ParsableModel.Type)?.init() as? Self }

    func written(in arena: Arena) -> proviso_value {
        let attributes = Self.attributes
        let nodes = arena.nodes(attributes.count)
        for (index, attribute) in attributes.enumerated() {
            nodes[index].value = attribute.read(self, arena)
            nodes[index].key = arena.copy(attribute.name)
            nodes[index].key_length = UInt32(attribute.name.utf8.count)
        }
        return proviso_value(nodes: nodes, count: attributes.count, kind: .object)
    }

    /// Takes over what rules replaced: the members of an object.
    mutating func overwrite(with value: AnyValue) -> Bool {
        guard case .object(let members) = value else { return value == .absent }
        var isHeld = true
        for attribute in Self.attributes {
            guard let member = members.last(where: { $0.key == attribute.name }) else { continue }
            if !attribute.take(member.value, into: &self) { isHeld = false }
        }
        return isHeld
    }

    /// Sets a nested model from data, in the scenario of the model around everything where it knows that one.
    mutating func assign(_ value: AnyValue, _ assignment: inout Assignment) {
        guard case .object(let members) = value else { return assignment.refuse(.object) }
        var allowed: Set<String>?
        if assignment.safeOnly {
            let ruleSet = Self.ruleSet
            let isKnown = ruleSet.scenarioNames.contains(assignment.scenario)
            let scenario = isKnown ? assignment.scenario : RuleSet.defaultScenario
            allowed = ruleSet.assignable(in: scenario, nested: Self.parts.map(\.attribute))
        }
        assign(members, allowed: allowed, &assignment)
    }

    /// Sets the attributes that may be set from the members of an object, in their order.
    mutating func assign(_ members: [AnyValue.Member], allowed: Set<String>?, _ assignment: inout Assignment) {
        let attributes = Self.attributes
        for member in members {
            let attribute = attributes.first { $0.name == member.key && $0.isWritable }
            guard let attribute, allowed?.contains(member.key) ?? true else {
                assignment.refused.append(assignment.path.appending(.key(member.key)).description)
                if assignment.safeOnly { onUnsafeAttribute(member.key, value: member.value) }
                continue
            }
            assignment.enter(.key(member.key)) { attribute.assign(&self, member.value, &$0) }
        }
        for attribute in attributes where attribute.isWritable && !attribute.mayBeMissing {
            guard allowed?.contains(attribute.name) ?? true else { continue }
            if members.contains(where: { $0.key == attribute.name }) { continue }
            assignment.missing.append(assignment.path.appending(.key(attribute.name)))
        }
    }
}

extension Array where Element: Model {
    func written(in arena: Arena) -> proviso_value {
        let nodes = arena.nodes(count)
        for (index, model) in enumerated() { nodes[index].value = model.written(in: arena) }
        return proviso_value(nodes: nodes, count: count, kind: .list)
    }

    mutating func overwrite(with value: AnyValue) -> Bool {
        guard case .list(let items) = value else { return value == .absent }
        while count < items.count {
            guard let model = Element.fresh() else { return false }
            append(model)
        }
        removeLast(count - items.count)
        var isHeld = true
        for (index, item) in items.enumerated() where !self[index].overwrite(with: item) { isHeld = false }
        return isHeld
    }

    mutating func assign(_ value: AnyValue, _ assignment: inout Assignment) {
        guard case .list(let items) = value else { return assignment.refuse(.list) }
        let fresh = items.compactMap { _ in Element.fresh() }
        guard fresh.count == items.count || count == items.count else { return assignment.refuse(.list) }
        if fresh.count == items.count { self = fresh }
        for (index, item) in items.enumerated() {
            assignment.enter(.index(index)) { self[index].assign(item, &$0) }
        }
    }
}
