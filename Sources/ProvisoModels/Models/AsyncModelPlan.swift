public import ProvisoCore
public import ProvisoMessages

/// A plan for a Swift type with async rules, which a `ModelPlan` refuses.
public struct AsyncModelPlan<Checked: ValidatableModel>: Sendable {
    let plan: ModelPlan<Checked>

    /// Binds the model's rule set to a registry that also knows the model's methods; see `ModelPlan`.
    public init(
        _ model: Checked.Type = Checked.self, ruleSet: RuleSet? = nil, registry: Registry = .standard,
        catalogs: Catalogs = .embedded
    ) throws(RuleSetError) {
        plan = try ModelPlan(ruleSet, registry: registry, catalogs: catalogs, isAsync: true)
    }

    /// Validates a model; rules that change values change it before the first async rule starts.
    ///
    /// Async rules see the model as it is then. Throws for a scenario or attribute the plan does not know, and
    /// `CancellationError` when the task is cancelled; `afterValidate` is not called then.
    nonisolated(nonsending) public func validate(
        _ model: inout Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) async throws -> Report {
        var errors = ErrorList()
        let begun = try plan.begin(&model, scenario: scenario, attributes: names, errors: &errors)
        guard let begun else { return errors.report(hasRun: false) }
        errors.add(plan.sorted(try await begun.pending.finish()))
        plan.end(begun, &model, scenario: scenario, errors: &errors)
        return errors.report
    }

    /// Runs hooks and the rules that are not async; `nil` if `beforeValidate` returned false.
    ///
    /// `errors` are those the model has already; rules skip their attributes. Only hooks add to them here.
    package func begin(
        _ model: inout Checked, scenario: String, attributes names: [String]? = nil, errors: inout ErrorList
    ) throws(RuleSetError) -> PendingReport? {
        try plan.begin(&model, scenario: scenario, attributes: names, errors: &errors)?.pending
    }
}

extension AsyncModelPlan where Checked: AnyObject {
    /// Validates an object; rules that change values change it before the first async rule starts.
    nonisolated(nonsending) public func validate(
        _ model: Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) async throws -> Report {
        var object = model
        return try await validate(&object, scenario: scenario, attributes: names)
    }
}

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
