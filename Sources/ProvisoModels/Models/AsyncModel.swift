public import ProvisoCore
public import ProvisoMessages

/// A model with async methods, which needs an `AsyncModelPlan`.
///
/// `@Validatable` adds the conformance if a method is `async`. The compiler then warns where a program makes a plan or
/// calls a method that cannot await, and that throws for a rule that names such a method.
public protocol AsyncModel: ValidatableModel {}

extension ModelPlan where Checked: AsyncModel {
    /// Warns that the plan cannot await the model's async methods.
    @available(*, deprecated, message: "the model has async methods: create an AsyncModelPlan")
    public init(
        _ model: Checked.Type = Checked.self, registry: Registry = .standard, catalogs: Catalogs = .embedded
    ) throws(RuleSetError) {
        try self.init(model, ruleSet: Checked.ruleSet, registry: registry, catalogs: catalogs)
    }
}

extension ModelState where Checked: AsyncModel {
    /// Warns that the state's plan cannot await the model's async methods.
    @available(*, deprecated, message: "the model has async methods: pass an AsyncModelPlan")
    public init(
        _ model: Checked, registry: Registry = .standard, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) {
        self.init(model, plan: try ModelPlan(ruleSet: Checked.ruleSet, registry: registry), scenario: scenario)
    }
}

extension AsyncModel {
    /// Warns that this method cannot await the model's async methods.
    @available(*, deprecated, message: "the model has async methods: use an AsyncModelPlan")
    public mutating func validate(scenario: String = RuleSet.defaultScenario) throws(RuleSetError) -> Report {
        try ModelPlan<Self>(ruleSet: Self.ruleSet).validate(&self, scenario: scenario)
    }
}

extension AsyncModel where Self: AnyObject {
    /// Warns that this method cannot await the model's async methods.
    @available(*, deprecated, message: "the model has async methods: use an AsyncModelPlan")
    public func validate(scenario: String = RuleSet.defaultScenario) throws(RuleSetError) -> Report {
        try ModelPlan<Self>(ruleSet: Self.ruleSet).validate(self, scenario: scenario)
    }
}
