/// A plan whose reports can be put into words: `Plan`, `AsyncPlan`, `ModelPlan` and `AsyncModelPlan`.
public protocol LocalizedPlan {
    /// The messages of the rule set over those of plugins over those the plan was made with.
    var catalogs: Catalogs { get }
    /// A localizer with the plan's labels and messages, over one that was made from the plan's catalogs.
    func localizer(_ localizer: Localizer) -> ReportLocalizer
}

extension LocalizedPlan {
    /// A localizer for BCP 47 tags in falling order of preference.
    public func localizer(
        preferring tags: String..., isolation: Localizer.Isolation = .automatic
    ) -> ReportLocalizer {
        localizer(Localizer(preferring: tags, in: catalogs, isolation: isolation))
    }

    /// A localizer for what an HTTP request's `Accept-Language` header asks for.
    public func localizer(
        acceptLanguage header: String, isolation: Localizer.Isolation = .automatic
    ) -> ReportLocalizer {
        localizer(Localizer(acceptLanguage: header, in: catalogs, isolation: isolation))
    }
}

extension Plan: LocalizedPlan {}

extension AsyncPlan: LocalizedPlan {
    public func localizer(_ localizer: Localizer) -> ReportLocalizer { plan.localizer(localizer) }
}

extension ModelPlan: LocalizedPlan {
    public var catalogs: Catalogs { plan.catalogs }
    /// The scenarios the plan knows.
    public var scenarios: [String] { plan.scenarios }
    /// The names of all attributes, those of nested models too, in the order the rules name them.
    public var attributeNames: [String] { plan.attributeNames }

    public func localizer(_ localizer: Localizer) -> ReportLocalizer { plan.localizer(localizer) }
}

extension AsyncModelPlan: LocalizedPlan {
    public var catalogs: Catalogs { plan.catalogs }
    /// The rule set with the labels of nested models.
    public var ruleSet: RuleSet { plan.plan.ruleSet }
    /// The scenarios the plan knows.
    public var scenarios: [String] { plan.scenarios }
    /// The names of all attributes, those of nested models too, in the order the rules name them.
    public var attributeNames: [String] { plan.attributeNames }

    public func localizer(_ localizer: Localizer) -> ReportLocalizer { plan.localizer(localizer) }

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

/// Validates many models of a type in one scenario, waiting for what rules ask.
public struct AsyncModelSession<Checked: ValidatableModel>: Sendable {
    let plan: AsyncModelPlan<Checked>
    public let scenario: String

    /// Validates a model; rules that change values change it.
    nonisolated(nonsending) public func validate(_ model: inout Checked) async throws -> Report {
        try await plan.validate(&model, scenario: scenario)
    }
}
