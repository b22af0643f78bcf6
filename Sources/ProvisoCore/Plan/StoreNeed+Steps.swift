extension StoreNeed {
    /// Whether the rule is one that a scenario runs.
    package func isAsked(by steps: StepList) -> Bool {
        isOfShape || (0..<steps.count).contains { steps.steps[$0].info._withUnsafeGuaranteedRef { $0.rule.id } == rule }
    }
}
