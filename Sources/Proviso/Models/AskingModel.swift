/// A model with methods that are answered later, which only an `AsyncModelPlan` waits for.
///
/// `@Validatable` says so where a method is `async`. The compiler then refuses what would make a plan that does not wait.
public protocol AskingModel: Model {}

extension ModelPlan where Checked: AskingModel {
    @available(*, unavailable, message: "the model has methods that are answered later: make an AsyncModelPlan")
    public init(
        _ model: Checked.Type = Checked.self, registry: Registry = .standard, catalogs: Catalogs = .embedded
    ) throws(RuleSetError) {
        try self.init(model, ruleSet: nil, registry: registry, catalogs: catalogs)
    }
}

extension ModelState where Checked: AskingModel {
    @available(*, unavailable, message: "the model has methods that are answered later: give it an AsyncModelPlan")
    public init(
        _ model: Checked, registry: Registry = .standard, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) {
        try self.init(model, plan: AsyncModelPlan(registry: registry), scenario: scenario)
    }
}

extension AskingModel {
    @available(*, unavailable, message: "the model has methods that are answered later: use an AsyncModelPlan")
    public mutating func validate(scenario: String = RuleSet.defaultScenario) throws(RuleSetError) -> Report {
        try ModelPlan<Self>(ruleSet: nil).validate(&self, scenario: scenario)
    }
}
