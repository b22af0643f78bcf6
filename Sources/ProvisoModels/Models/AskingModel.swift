public import ProvisoCore
public import ProvisoMessages

/// A model with methods that are answered later, which only an `AsyncModelPlan` waits for.
///
/// `@Validatable` says so where a method is `async`. The compiler then warns of what would make a plan that does not wait,
/// and which throws for a rule that names such a method.
public protocol AskingModel: Model {}

extension ModelPlan where Checked: AskingModel {
    @available(*, deprecated, message: "the model has methods that are answered later: make an AsyncModelPlan")
    public init(
        _ model: Checked.Type = Checked.self, registry: Registry = .standard, catalogs: Catalogs = .embedded
    ) throws(RuleSetError) {
        try self.init(model, ruleSet: Checked.ruleSet, registry: registry, catalogs: catalogs)
    }
}

extension ModelState where Checked: AskingModel {
    @available(*, deprecated, message: "the model has methods that are answered later: give it an AsyncModelPlan")
    public init(
        _ model: Checked, registry: Registry = .standard, scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) {
        self.init(model, plan: try ModelPlan(ruleSet: Checked.ruleSet, registry: registry), scenario: scenario)
    }
}

extension AskingModel {
    @available(*, deprecated, message: "the model has methods that are answered later: use an AsyncModelPlan")
    public mutating func validate(scenario: String = RuleSet.defaultScenario) throws(RuleSetError) -> Report {
        try ModelPlan<Self>(ruleSet: Self.ruleSet).validate(&self, scenario: scenario)
    }
}

extension AskingModel where Self: AnyObject {
    @available(*, deprecated, message: "the model has methods that are answered later: use an AsyncModelPlan")
    public func validate(scenario: String = RuleSet.defaultScenario) throws(RuleSetError) -> Report {
        try ModelPlan<Self>(ruleSet: Self.ruleSet).validate(self, scenario: scenario)
    }
}
