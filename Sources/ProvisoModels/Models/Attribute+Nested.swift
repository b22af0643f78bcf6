internal import JSONBridge
internal import ProvisoABI
internal import ProvisoCore

/// Models as the values of properties.
extension ValidatableModel {
    /// An empty model to fill from data, `nil` if the type is not a `ParsableModel`.
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

    /// Applies what rules replaced: the members of an object.
    mutating func overwrite(with value: AnyValue, constants: Bool) -> Bool {
        guard case .object(let members) = value else { return value == .absent }
        var isHeld = true
        for attribute in Self.attributes {
            guard let member = members.last(where: { $0.key == attribute.name }) else { continue }
            if !attribute.take(member.value, into: &self, constants: constants) { isHeld = false }
        }
        return isHeld
    }

    /// Sets a nested model from data, in the scenario of the model around everything where it knows that one.
    mutating func assign(_ value: AnyValue, _ assignment: inout Assignment) {
        guard case .object(let members) = value else { return assignment.refuse(.object, value) }
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
        let attributes = Self.attributes.filter { $0.isSet(by: assignment) }
        var constants = ConstantValues()
        for member in members {
            let attribute = attributes.first { $0.name == member.key }
            guard let attribute, allowed?.contains(member.key) ?? true else {
                assignment.refused.append(assignment.path.appending(.key(member.key)).description)
                if assignment.safeOnly { onUnsafeAttribute(member.key, value: member.value) }
                continue
            }
            assignment.enter(.key(member.key)) { assignment in
                guard let constant = attribute.constant else {
                    return attribute.assign(&self, member.value, &assignment)
                }
                if let value = constant.make(member.value, &assignment) { constants.set(value, for: member.key) }
            }
        }
        if !constants.isEmpty { self = replacingConstants(constants) }
        for attribute in attributes where !attribute.mayBeMissing {
            guard allowed?.contains(attribute.name) ?? true else { continue }
            if members.contains(where: { $0.key == attribute.name }) { continue }
            assignment.miss(attribute.name)
        }
    }
}

extension Attribute {
    /// Whether data may set the property: constants only while the model is made from it.
    func isSet(by assignment: Assignment) -> Bool {
        isWritable || constant != nil && assignment.setsConstants
    }
}
