public import ProvisoCore
internal import ProvisoMessages

extension ModelPlan: LocalizedPlan {
    /// The catalogs with the messages of the plan.
    public var vocabulary: Vocabulary { plan.vocabulary }
    /// The scenarios the plan knows.
    public var scenarios: [String] { plan.scenarios }
    /// The names of all attributes, those of nested models too, in the order the rules name them.
    public var attributeNames: [String] { plan.attributeNames }
}

extension AsyncModelPlan: LocalizedPlan {
    /// The labels and messages for what the plan reports, with those of nested models.
    public var vocabulary: Vocabulary { plan.vocabulary }
    /// The rule set with the labels of nested models.
    public var ruleSet: RuleSet { plan.plan.ruleSet }
    /// The scenarios the plan knows.
    public var scenarios: [String] { plan.scenarios }
    /// The names of all attributes, those of nested models too, in the order the rules name them.
    public var attributeNames: [String] { plan.attributeNames }

    /// Prepares to validate many models in one scenario, one after the other.
    public func session(
        scenario: String = RuleSet.defaultScenario
    ) throws(RuleSetError) -> AsyncModelSession<Checked> {
        _ = try plan.plan.stepList(scenario)
        return AsyncModelSession(plan: self, scenario: scenario)
    }

    /// Validates a copy of a model and returns it, changed by its rules, with what was found.
    ///
    /// For state that cannot be passed as `inout` to an async call, such as a property of an actor:
    /// `(signUp, report) = try await plan.validated(signUp)`.
    nonisolated(nonsending) public func validated(
        _ model: Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) async throws -> (model: Checked, report: Report) {
        var copy = model
        let report = try await validate(&copy, scenario: scenario, attributes: names)
        return (copy, report)
    }
}

/// Validates many models of a type in one scenario, and awaits async rules.
public struct AsyncModelSession<Checked: ValidatableModel>: Sendable {
    let plan: AsyncModelPlan<Checked>
    /// The scenario whose rules run.
    public let scenario: String

    /// Validates a model; rules that change values change it.
    nonisolated(nonsending) public func validate(_ model: inout Checked) async throws -> Report {
        try await plan.validate(&model, scenario: scenario)
    }
}
