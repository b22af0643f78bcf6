extension Record {
    /// Makes a record for a plan's attributes, all absent.
    public convenience init(for plan: Plan) {
        self.init(layout: plan.layout)
        state.pointee.findingLimit = max(plan.registry.violationLimit, 1)
    }

    /// How many violations of one validation are kept; more are only counted.
    ///
    /// Without a change that of the registry, which the plan was made with.
    public var violationLimit: Int {
        get { state.pointee.findingLimit }
        set { state.pointee.findingLimit = max(newValue, 1) }
    }
}
