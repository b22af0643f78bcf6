internal import JSONBridge

/// A plan for a Swift type: its rule set, its methods and how its properties are read.
///
/// The rules of models nested in it are part of the plan, under the names of the properties that hold them.
public struct ModelPlan<Checked: Model>: Sendable {
    public let plan: Plan
    let attributes: [(attribute: Attribute<Checked>, slot: Int)]
    /// The rule set the plan was made from, without what nested models add.
    let ruleSet: RuleSet
    private let catalogs: Catalogs
    private let registry: Registry

    /// Binds the model's rule set to a registry that also knows the model's methods.
    ///
    /// `ruleSet` takes the place of the type's own.
    public init(
        _ model: Checked.Type = Checked.self, ruleSet: RuleSet? = nil, registry: Registry = .standard,
        catalogs: Catalogs = .embedded
    ) throws(RuleSetError) {
        self.registry = registry
        self.catalogs = catalogs
        var registry = registry
        for method in Checked.methods { try registry.register(method.definition) }
        let attributes = Checked.attributes
        let ruleSet = ruleSet ?? Checked.ruleSet
        let outline = try ModelOutline(model, ruleSet: ruleSet)
        let plan = try Plan(
            outline.ruleSet, registry: registry, attributes: attributes.map(\.name), scopes: outline.scopes,
            catalogs: catalogs)
        self.ruleSet = ruleSet
        self.plan = plan
        self.attributes = attributes.map { ($0, plan.shape.locate(Path($0.name)).slot) }
    }

    /// A plan of the same type and registry with other rules.
    func with(_ ruleSet: RuleSet) throws(RuleSetError) -> ModelPlan {
        try ModelPlan(ruleSet: ruleSet, registry: registry, catalogs: catalogs)
    }

    /// Validates a model; rules that change values (`trim`, `default`) change it.
    ///
    /// `attributes` limits the check to some of them and what lies in them. Throws only for a scenario or attribute the
    /// plan does not know.
    public func validate(
        _ model: inout Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) throws(RuleSetError) -> Report {
        var errors = ErrorList()
        if try !run(&model, scenario: scenario, attributes: names, errors: &errors), errors.isEmpty {
            errors.add([Violation(added: .stopped, to: "")])
        }
        return errors.report
    }

    /// Runs hooks and rules, adding what is found; false when the model did not let the rules run.
    ///
    /// Attributes that have errors already are passed over by rules that skip such.
    func run(
        _ model: inout Checked, scenario: String, attributes names: [String]?, errors: inout ErrorList
    ) throws(RuleSetError) -> Bool {
        let list = try plan.stepList(scenario)
        let selected = try names.map { names throws(RuleSetError) in try plan.select(within: names) }
        guard model.beforeValidate(scenario: scenario, errors: &errors) else { return false }
        let record = Record(for: plan)
        fill(record, from: model)
        record.markFailed(errors)
        let report = withUnsafePointer(to: &model) {
            plan.run(list, on: record, only: selected, model: $0, type: ObjectIdentifier(Checked.self))
        }
        if record.state.pointee.isChanged { writeChanges(of: record, to: &model) }
        errors.add(report.violations)
        model.afterValidate(scenario: scenario, errors: &errors)
        return true
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

    func writeChanges(of record: Record, to model: inout Checked) {
        for (attribute, _) in attributes {
            let changes =
                attribute.nested == nil
                ? plan.shape.changedValue(at: attribute.name, in: record.slots)
                : plan.shape.changes(at: attribute.name, in: record.slots)
            if let changes { _ = attribute.write(&model, changes) }
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
