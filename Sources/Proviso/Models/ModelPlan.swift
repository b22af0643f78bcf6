/// A plan for a Swift type: its rule set, its methods and how its properties are read.
public struct ModelPlan<Checked: Model>: Sendable {
    public let plan: Plan
    private let layout: ModelLayout<Checked>
    private let pool: ModelRecordPool
    private let usualSteps: StepList

    /// Binds the model's rule set to a registry that also knows the model's methods.
    public init(_ model: Checked.Type = Checked.self, registry: Registry = .standard) throws(RuleSetError) {
        var registry = registry
        for method in Checked.methods { try registry.register(method.definition) }
        let attributes = Checked.attributes
        let plan = try Plan(Checked.ruleSet, registry: registry, attributes: attributes.map(\.name))
        self.plan = plan
        layout = ModelLayout(attributes, plan: plan)
        pool = ModelRecordPool(for: plan)
        usualSteps = try plan.stepList(RuleSet.defaultScenario)
    }

    /// Validates a model; rules that change values (`trim`, `default`) change it.
    ///
    /// `attributes` limits the check to some of them. Throws only for a scenario or attribute the plan does not know.
    public func validate(
        _ model: inout Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) throws(RuleSetError) -> Report {
        let list = scenario == RuleSet.defaultScenario ? usualSteps : try plan.stepList(scenario)
        let selected = try names.map { names throws(RuleSetError) in try plan.select(names) }
        let record = pool.take()
        defer { pool.give(back: record) }
        return record._withUnsafeGuaranteedRef { layout.run(list, on: $0, model: &model, only: selected) }
    }

    /// Prepares to validate many models in one scenario, on one thread at a time.
    public func session(scenario: String = RuleSet.defaultScenario) throws(RuleSetError) -> ModelSession<Checked> {
        ModelSession(layout, steps: try plan.stepList(scenario))
    }
}

/// Validates many models of a type in one scenario: nothing is looked up, and one record serves them all.
///
/// One thread at a time.
public final class ModelSession<Checked: Model> {
    private let layout: ModelLayout<Checked>
    private let steps: StepList
    private let record: ModelRecord

    init(_ layout: ModelLayout<Checked>, steps: StepList) {
        self.layout = layout
        self.steps = steps
        record = ModelRecord(for: layout.plan)
    }

    /// Validates a model; rules that change values change it.
    public func validate(_ model: inout Checked) -> Report {
        layout.run(steps, on: record, model: &model, only: nil)
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
