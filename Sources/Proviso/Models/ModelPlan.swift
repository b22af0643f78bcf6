internal import JSONBridge

/// A plan for a Swift type: its rule set, its methods and how its properties are read.
public struct ModelPlan<Checked: Model>: Sendable {
    public let plan: Plan
    private let attributes: [(attribute: Attribute<Checked>, slot: Int)]

    /// Binds the model's rule set to a registry that also knows the model's methods.
    public init(_ model: Checked.Type = Checked.self, registry: Registry = .standard) throws(RuleSetError) {
        var registry = registry
        for method in Checked.methods { try registry.register(method.definition) }
        let attributes = Checked.attributes
        let plan = try Plan(Checked.ruleSet, registry: registry, attributes: attributes.map(\.name))
        self.plan = plan
        self.attributes = attributes.map { ($0, plan.shape.locate(Path($0.name)).slot) }
    }

    /// Validates a model; rules that change values (`trim`, `default`) change it.
    ///
    /// `attributes` limits the check to some of them. Throws only for a scenario or attribute the plan does not know.
    public func validate(
        _ model: inout Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) throws(RuleSetError) -> Report {
        let list = try plan.stepList(scenario)
        let selected = try names.map { names throws(RuleSetError) in try plan.select(names) }
        let record = Record(for: plan)
        fill(record, from: model)
        let report = withUnsafePointer(to: &model) {
            plan.run(list, on: record, only: selected, model: $0, type: ObjectIdentifier(Checked.self))
        }
        if record.state.pointee.isChanged { writeChanges(of: record, to: &model) }
        return report
    }

    /// Writes the model's properties to a record made for this plan.
    private func fill(_ record: Record, from model: borrowing Checked) {
        record.reset()
        for (attribute, slot) in attributes {
            record.slots[slot] = .absent
            record.slots[slot].value = attribute.read(model, record.arena)
            plan.shape.fill(record.slots, below: attribute.name)
        }
    }

    private func writeChanges(of record: Record, to model: inout Checked) {
        for (attribute, slot) in attributes where record.slots[slot].value.hasChanges {
            _ = attribute.write(&model, AnyValue(raw: record.slots[slot].value))
        }
    }
}

extension Model {
    /// Validates the model by its own rules.
    ///
    /// Convenient for one model; the plan is made anew each time, so keep a `ModelPlan` for many.
    public mutating func validate(scenario: String = RuleSet.defaultScenario) throws(RuleSetError) -> Report {
        try ModelPlan<Self>().validate(&self, scenario: scenario)
    }
}
