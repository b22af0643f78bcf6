public import ProvisoCore
internal import ProvisoMessages

extension ModelPlan {
    /// Validates a model, and says what happened to every rule.
    ///
    /// The report is that of `validate`, with the same changes of the model. It throws for the same reasons.
    public func explain(
        _ model: inout Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) throws(RuleSetError) -> Explanation {
        try plan.refuseAsyncRules()
        let list = try plan.stepList(scenario)
        let selected = try names.map { names throws(RuleSetError) in try plan.select(within: names) }
        let (record, explainer) = (ModelRecord(for: plan), RecordExplainer())
        record.record.observer = explainer
        var errors = ErrorList()
        let hasRun = layout.run(list, on: record, model: &model, scenario: scenario, only: selected, errors: &errors)
        return explainer.take(errors.report(hasRun: hasRun), by: plan, in: scenario, only: selected)
    }
}

extension AsyncModelPlan {
    /// Validates a model, awaits its async rules, and says what happened to every rule.
    ///
    /// It throws for the same reasons as `validate`.
    nonisolated(nonsending) public func explain(
        _ model: inout Checked, scenario: String = RuleSet.defaultScenario, attributes names: [String]? = nil
    ) async throws -> Explanation {
        let selected = try names.map { try plan.plan.select(within: $0) }
        let (record, explainer) = (ModelRecord(for: plan.plan), RecordExplainer())
        record.record.observer = explainer
        var errors = ErrorList()
        let begun = try plan.layout.begin(scenario, on: record, model: &model, only: selected, errors: &errors)
        if let begun {
            errors.add(plan.sorted(try await begun.pending.finish()))
            plan.end(begun, &model, scenario: scenario, errors: &errors)
        }
        let report = begun == nil ? errors.report(hasRun: false) : errors.report
        return explainer.take(report, by: plan.plan, in: scenario, only: selected)
    }
}
